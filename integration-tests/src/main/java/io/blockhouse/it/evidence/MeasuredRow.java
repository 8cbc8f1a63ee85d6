// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence;

import io.blockhouse.wire.block.Block;
import io.blockhouse.wire.block.ColumnDefinition;
import io.blockhouse.wire.block.FixedColumn;
import io.blockhouse.wire.block.StringColumn;
import io.blockhouse.wire.type.ClickHouseType;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.CRC32;

/** The rows that are streamed: five columns, every value made from the number of its row. */
final class MeasuredRow {
  static final List<String> NAMES = List.of("id", "at", "user_id", "path", "price");

  private static final List<String> TYPES =
      List.of("UInt64", "DateTime64(3, 'UTC')", "UInt32", "String", "Float64");
  private static final long FIRST_MS = 1_796_040_000_000L;

  /** The same as {@link #checksum}, of what a table holds. */
  static final String CHECKSUM_SQL =
      "count(), sum(CRC32(concat(toString(id), '|', toString(toUnixTimestamp64Milli(at)), '|',"
          + " toString(user_id), '|', path, '|', toString(reinterpretAsUInt64(price)))))";

  private final byte[] path = "/product/0000000".getBytes(StandardCharsets.US_ASCII);
  private final FixedColumn id;
  private final FixedColumn at;
  private final FixedColumn userId;
  private final StringColumn paths;
  private final FixedColumn price;

  /** Appends to a block of {@link #newBlock}. */
  MeasuredRow(Block block) {
    id = (FixedColumn) block.column(0);
    at = (FixedColumn) block.column(1);
    userId = (FixedColumn) block.column(2);
    paths = (StringColumn) block.column(3);
    price = (FixedColumn) block.column(4);
  }

  static String ddl(String table, String engine) {
    StringBuilder columns = new StringBuilder();
    for (int i = 0; i < NAMES.size(); i++) {
      columns.append(i == 0 ? "" : ", ").append(NAMES.get(i)).append(' ').append(TYPES.get(i));
    }
    return "CREATE TABLE " + table + " (" + columns + ") ENGINE = " + engine;
  }

  /** A block for a table whose header nobody has asked for. */
  static Block newBlock() {
    return new Block(
        IntStream.range(0, NAMES.size())
            .mapToObj(i -> new ColumnDefinition(NAMES.get(i), ClickHouseType.parse(TYPES.get(i))))
            .toList());
  }

  void append(long row) {
    id.appendLong(row);
    at.appendLong(at(row));
    userId.appendInt(userId(row));
    writePath(row);
    paths.append(path, 0, path.length);
    price.appendDouble(price(row));
  }

  private static long at(long row) {
    return FIRST_MS + row;
  }

  private static int userId(long row) {
    return (int) (mixed(row) >>> 44);
  }

  private static double price(long row) {
    return (mixed(row) >>> 20 & 0xFFFF) / 100.0;
  }

  private void writePath(long row) {
    long rest = mixed(row) >>> 42;
    for (int i = path.length - 1; i > path.length - 8; i--) {
      path[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
  }

  private static long mixed(long row) {
    return (row + 1) * 0x9E3779B97F4A7C15L;
  }

  /** Rows and the sum of a checksum of each row's text, as {@link #CHECKSUM_SQL} prints them. */
  static String checksum(long rows) {
    MeasuredRow maker = new MeasuredRow(newBlock());
    CRC32 crc = new CRC32();
    long sum = 0;
    StringBuilder text = new StringBuilder();
    for (long row = 0; row < rows; row++) {
      maker.writePath(row);
      text.setLength(0);
      text.append(row).append('|').append(at(row)).append('|').append(userId(row)).append('|');
      for (byte b : maker.path) {
        text.append((char) b);
      }
      text.append('|').append(Double.doubleToRawLongBits(price(row)));
      crc.reset();
      crc.update(text.toString().getBytes(StandardCharsets.US_ASCII));
      sum += crc.getValue();
    }
    return rows + "\t" + sum;
  }
}
