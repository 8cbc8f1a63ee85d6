// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence;

import io.blockhouse.wire.block.Block;
import io.blockhouse.wire.block.ColumnDefinition;
import io.blockhouse.wire.block.ColumnWriter;
import io.blockhouse.wire.block.FixedColumn;
import io.blockhouse.wire.block.StringColumn;
import io.blockhouse.wire.type.ClickHouseType;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;

/**
 * Blocks of many tables with a few rows each: under the growth rule, or as if every column had been
 * born with room for 32 Ki values. Runs in a JVM of its own.
 */
public final class IdleTables {
  static final int COLUMNS = 20;

  private static final int FEW_ROWS = 3;
  private static final int LARGE_START_ROWS = 32 * 1024;
  private static final List<String> TYPES = List.of("UInt8", "UInt32", "UInt64", "String", "Date");

  private IdleTables() {}

  /** Arguments: {@code rule} or {@code large}, and the number of tables. */
  public static void main(String[] args) {
    boolean large = args[0].equals("large");
    MemoryPoint.print("start");
    List<Block> tables = new ArrayList<>();
    for (int table = Integer.parseInt(args[1]); table > 0; table--) {
      Block block = newBlock();
      if (large) {
        append(block, LARGE_START_ROWS);
        block.reset(); // keeps the arrays: the columns are as if born with them
      }
      append(block, FEW_ROWS);
      tables.add(block);
    }
    MemoryPoint.print("idle");
    ClassHistogram.print();
    Reference.reachabilityFence(tables);
  }

  /** Each table has names and types of its own, as if a server had named them. */
  private static Block newBlock() {
    List<ColumnDefinition> definitions = new ArrayList<>();
    for (int i = 0; i < COLUMNS; i++) {
      String type = TYPES.get(i % TYPES.size());
      definitions.add(
          new ColumnDefinition(
              "column_" + i, ClickHouseType.parse(new String(type.toCharArray()))));
    }
    return new Block(definitions);
  }

  private static void append(Block block, int rows) {
    for (int row = 0; row < rows; row++) {
      for (int i = 0; i < COLUMNS; i++) {
        append(block.column(i), row);
      }
      block.endRow();
    }
  }

  private static void append(ColumnWriter column, int row) {
    if (column instanceof StringColumn text) {
      text.append("ab");
      return;
    }
    FixedColumn fixed = (FixedColumn) column;
    switch (fixed.widthBytes()) {
      case Byte.BYTES -> fixed.appendByte(row);
      case Short.BYTES -> fixed.appendShort(row);
      case Integer.BYTES -> fixed.appendInt(row);
      default -> fixed.appendLong(row);
    }
  }
}
