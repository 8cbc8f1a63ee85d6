// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence;

import io.blockhouse.wire.block.Block;
import io.blockhouse.wire.block.ColumnDefinition;
import io.blockhouse.wire.block.FixedColumn;
import io.blockhouse.wire.type.ClickHouseType;
import java.util.ArrayList;
import java.util.List;

/**
 * What growing to a full block copies.
 *
 * @param copiedBytes what was in the arrays of columns each time one was replaced by a larger one
 */
record GrowthCost(int columns, long blockBytes, long retainedBytes, long copiedBytes) {
  /** A block of so many UInt64 columns, filled row by row up to {@code blockBytes}. */
  static GrowthCost of(int columns, long blockBytes) {
    List<ColumnDefinition> definitions = new ArrayList<>();
    for (int i = 0; i < columns; i++) {
      definitions.add(new ColumnDefinition("c" + i, ClickHouseType.parse("UInt64")));
    }
    Block block = new Block(definitions);
    long copied = 0;
    while (block.sizeBytes() < blockBytes) {
      for (int i = 0; i < columns; i++) {
        FixedColumn column = (FixedColumn) block.column(i);
        long held = column.sizeBytes();
        long capacity = column.retainedBytes();
        column.appendLong(block.rows());
        if (column.retainedBytes() != capacity) {
          copied += held;
        }
      }
      block.endRow();
    }
    return new GrowthCost(columns, block.sizeBytes(), block.retainedBytes(), copied);
  }

  double copiedPerByte() {
    return (double) copiedBytes / blockBytes;
  }
}
