// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.wire.block.Block;
import io.blockhouse.wire.block.ColumnDefinition;
import io.blockhouse.wire.internal.io.ByteSink;
import io.blockhouse.wire.type.ClickHouseType;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Reads sealed blocks back, each value as the text a person would write, NULL as null. */
final class BlockReader {
  private static final int BLOCK_INFO_BYTES = 8;

  private final ByteBuffer in;

  private BlockReader(byte[] bytes) {
    this.in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  static byte[] bytes(Block block) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    block.writeTo(
        new ByteSink() {
          @Override
          public void writeByte(int value) {
            out.write(value);
          }

          @Override
          public void write(byte[] source, int offset, int length) {
            out.write(source, offset, length);
          }
        });
    return out.toByteArray();
  }

  /** Rows of values. */
  static List<List<String>> rows(Block block) {
    BlockReader reader = new BlockReader(bytes(block));
    reader.in.position(BLOCK_INFO_BYTES);
    int columns = reader.varInt();
    int rows = reader.varInt();
    List<List<String>> table = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      table.add(new ArrayList<>());
    }
    for (int column = 0; column < columns; column++) {
      ColumnDefinition definition = block.definitions().get(column);
      if (!reader.text(reader.varInt()).equals(definition.name())
          || !reader.text(reader.varInt()).equals(definition.type().name())) {
        throw new IllegalStateException("not the column's name and type");
      }
      List<String> values = rows == 0 ? List.of() : reader.column(definition.type(), rows);
      for (int row = 0; row < rows; row++) {
        table.get(row).add(values.get(row));
      }
    }
    if (reader.in.hasRemaining()) {
      throw new IllegalStateException(reader.in.remaining() + " bytes are left");
    }
    return table;
  }

  private List<String> column(ClickHouseType type, int rows) {
    List<String> values = new ArrayList<>();
    switch (type.family()) {
      case NULLABLE -> {
        byte[] nulls = new byte[rows];
        in.get(nulls);
        List<String> present = column(type.element(), rows);
        for (int row = 0; row < rows; row++) {
          values.add(nulls[row] == 1 ? null : present.get(row));
        }
      }
      case ARRAY -> {
        int[] ends = new int[rows];
        for (int row = 0; row < rows; row++) {
          ends[row] = (int) in.getLong();
        }
        List<String> elements = column(type.element(), rows == 0 ? 0 : ends[rows - 1]);
        for (int row = 0; row < rows; row++) {
          values.add(elements.subList(row == 0 ? 0 : ends[row - 1], ends[row]).toString());
        }
      }
      default -> {
        for (int row = 0; row < rows; row++) {
          values.add(value(type));
        }
      }
    }
    return values;
  }

  private String value(ClickHouseType type) {
    return switch (type.family()) {
      case INT8 -> Byte.toString(in.get());
      case INT16 -> Short.toString(in.getShort());
      case INT32 -> Integer.toString(in.getInt());
      case INT64 -> Long.toString(in.getLong());
      case UINT8 -> Integer.toString(Byte.toUnsignedInt(in.get()));
      case UINT16 -> Integer.toString(Short.toUnsignedInt(in.getShort()));
      case UINT32 -> Integer.toUnsignedString(in.getInt());
      case UINT64 -> Long.toUnsignedString(in.getLong());
      case FLOAT32 -> Float.toString(in.getFloat());
      case FLOAT64 -> Double.toString(in.getDouble());
      case BOOL -> in.get() == 0 ? "false" : "true";
      case STRING -> text(varInt());
      case FIXED_STRING -> text(type.widthBytes()).replaceFirst("\0+$", "");
      case DATE -> LocalDate.ofEpochDay(Short.toUnsignedInt(in.getShort())).toString();
      case DATETIME -> Instant.ofEpochSecond(Integer.toUnsignedLong(in.getInt())).toString();
      case DATETIME64 -> instant(in.getLong(), type.scale());
      case UUID -> new UUID(in.getLong(), in.getLong()).toString();
      default -> throw new IllegalStateException(type.name());
    };
  }

  private static String instant(long ticks, int scale) {
    BigDecimal seconds = BigDecimal.valueOf(ticks, scale);
    long floor = seconds.setScale(0, java.math.RoundingMode.FLOOR).longValueExact();
    long nanos = seconds.subtract(BigDecimal.valueOf(floor)).movePointRight(9).longValueExact();
    return Instant.ofEpochSecond(floor, nanos).toString();
  }

  private String text(int length) {
    byte[] bytes = new byte[length];
    in.get(bytes);
    String text = new String(bytes, StandardCharsets.UTF_8);
    // Bytes that are not UTF-8 are shown one by one.
    return text.indexOf('\uFFFD') < 0 ? text : new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private int varInt() {
    int value = 0;
    int shift = 0;
    int b;
    do {
      b = in.get();
      value |= (b & 0x7F) << shift;
      shift += 7;
    } while (b < 0);
    return value;
  }
}
