// SPDX-License-Identifier: Apache-2.0

/** ClickHouse's type names, parsed into what the bytes of a column depend on. */
package io.blockhouse.wire.type;
