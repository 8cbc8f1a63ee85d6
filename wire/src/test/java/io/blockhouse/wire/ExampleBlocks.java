// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire;

import io.blockhouse.wire.block.Block;
import io.blockhouse.wire.block.ColumnDefinition;
import io.blockhouse.wire.block.FixedColumn;
import io.blockhouse.wire.block.NullableColumn;
import io.blockhouse.wire.block.StringColumn;
import io.blockhouse.wire.type.ClickHouseType;
import java.util.List;

/** Blocks of (id UInt64, name Nullable(String)), the table of the protocol description. */
public final class ExampleBlocks {
  public static final List<ColumnDefinition> COLUMNS =
      List.of(
          new ColumnDefinition("id", ClickHouseType.parse("UInt64")),
          new ColumnDefinition("name", ClickHouseType.parse("Nullable(String)")));

  public static final InsertRequest REQUEST =
      new InsertRequest("", "ex", List.of("id", "name"), List.of(), "");

  private ExampleBlocks() {}

  /** The rows (1, 'a'), (2, NULL), sealed. */
  public static Block twoRows() {
    Block block = new Block(COLUMNS);
    append(block, 1, "a");
    append(block, 2, null);
    block.seal();
    return block;
  }

  /** A sealed block of {@code count} rows with names of {@code nameBytes} each. */
  public static Block rows(int count, int nameBytes) {
    Block block = new Block(COLUMNS);
    for (int i = 0; i < count; i++) {
      append(block, i, String.valueOf((char) ('a' + i % 26)).repeat(nameBytes));
    }
    block.seal();
    return block;
  }

  private static void append(Block block, long id, String name) {
    ((FixedColumn) block.column(0)).appendLong(id);
    NullableColumn names = (NullableColumn) block.column(1);
    if (name == null) {
      names.appendNull();
    } else {
      names.markPresent();
      ((StringColumn) names.values()).append(name);
    }
    block.endRow();
  }
}
