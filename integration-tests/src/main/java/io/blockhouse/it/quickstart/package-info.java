// SPDX-License-Identifier: Apache-2.0
/** One command that shows the whole way of a topic into a table. */
package io.blockhouse.it.quickstart;
