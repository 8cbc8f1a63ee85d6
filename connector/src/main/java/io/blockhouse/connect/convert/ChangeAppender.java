// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.wire.block.Block;
import io.blockhouse.wire.block.FixedColumn;

/** Fills the {@link ChangeColumns} of a block, and leaves the others to what fits the row. */
final class ChangeAppender implements RowAppender {
  private final Block block;
  private final RowAppender rows;
  private final RowAppender deletes;

  /** Null when the block has none. */
  private final FixedColumn flag;

  private final int flagIndex;
  private final FixedColumn version;
  private final int versionIndex;

  /** The columns' types have been checked by {@link ChangeColumns#filledIn}. */
  ChangeAppender(Block block, ChangeColumns changes, RowAppender rows, RowAppender deletes) {
    this.block = block;
    this.rows = rows;
    this.deletes = deletes;
    FixedColumn foundFlag = null;
    int flagAt = -1;
    FixedColumn foundVersion = null;
    int versionAt = -1;
    for (int i = 0; i < block.columnCount(); i++) {
      String name = block.definitions().get(i).name();
      if (changes.isFlag(name)) {
        foundFlag = (FixedColumn) block.column(i);
        flagAt = i;
      } else if (changes.isVersion(name)) {
        foundVersion = (FixedColumn) block.column(i);
        versionAt = i;
      }
    }
    this.flag = foundFlag;
    this.flagIndex = flagAt;
    this.version = foundVersion;
    this.versionIndex = versionAt;
  }

  @Override
  public void append(RowSource row) {
    (row.isDelete() ? deletes : rows).append(row);
    if (flag != null) {
      block.enter(flagIndex);
      flag.appendByte(row.isDelete() ? 1 : 0);
    }
    if (version != null) {
      block.enter(versionIndex);
      version.appendLong(row.version());
    }
  }
}
