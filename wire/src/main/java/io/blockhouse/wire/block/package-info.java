// SPDX-License-Identifier: Apache-2.0

/**
 * Rows held by column in wire encoding. A {@link io.blockhouse.wire.block.Block} has one {@link
 * io.blockhouse.wire.block.ColumnWriter} for each column, of one of a few storage shapes; the
 * caller binds itself to the shape once and appends values without boxes.
 */
package io.blockhouse.wire.block;
