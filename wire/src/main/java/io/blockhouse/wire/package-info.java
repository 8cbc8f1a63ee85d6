// SPDX-License-Identifier: Apache-2.0

/**
 * An insert-only client of ClickHouse's native TCP protocol whose heap does not grow with the rows
 * sent: connect ({@link io.blockhouse.wire.NativeConnection}), describe a table, open an INSERT
 * ({@link io.blockhouse.wire.InsertStream}), fill and send one {@link
 * io.blockhouse.wire.block.Block} again and again, end, and await the answer.
 *
 * <p>Every call that waits takes a {@link io.blockhouse.wire.Deadline}. Sizes are bytes and times
 * milliseconds, as names say. Nothing here is thread-safe, except what says so.
 */
package io.blockhouse.wire;
