// SPDX-License-Identifier: Apache-2.0
/** A real ClickHouse: given, in Docker, or as a child process. */
package io.blockhouse.it.clickhouse;
