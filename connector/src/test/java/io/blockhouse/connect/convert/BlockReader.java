// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.wire.block.Block;
import io.blockhouse.wire.block.ColumnDefinition;
import io.blockhouse.wire.internal.io.ByteSink;
import io.blockhouse.wire.type.ClickHouseType;
import io.blockhouse.wire.type.TypeFamily;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Queue;
import java.util.UUID;

/** Reads sealed blocks back, each value as the text a person would write, NULL as null. */
final class BlockReader {
  private static final int BLOCK_INFO_BYTES = 8;

  private final ByteBuffer in;

  /** The types of each Dynamic, in the order in which they were announced. */
  private final Queue<List<ClickHouseType>> dynamics = new ArrayDeque<>();

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
      if (rows > 0) {
        reader.prefix(definition.type());
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

  /** What precedes the values of the whole type tree. */
  private void prefix(ClickHouseType type) {
    switch (type.family()) {
      case NULLABLE,
          ARRAY,
          NESTED,
          SIMPLE_AGGREGATE_FUNCTION,
          RING,
          LINE_STRING,
          MULTI_LINE_STRING,
          POLYGON,
          MULTI_POLYGON ->
          prefix(type.element());
      case TUPLE, POINT -> type.elements().forEach(this::prefix);
      case MAP -> {
        prefix(type.key());
        prefix(type.value());
      }
      case LOW_CARDINALITY, JSON -> expectLong(1);
      case VARIANT, GEOMETRY -> {
        expectLong(0);
        type.members().forEach(this::prefix);
      }
      case DYNAMIC -> {
        expectLong(3);
        List<ClickHouseType> members = new ArrayList<>();
        for (int i = varInt(); i > 0; i--) {
          members.add(ClickHouseType.parse(text(varInt())));
        }
        dynamics.add(members);
        members.forEach(this::prefix);
      }
      default -> {}
    }
  }

  private void expectLong(long expected) {
    if (in.getLong() != expected) {
      throw new IllegalStateException("not the prefix " + expected);
    }
  }

  private List<String> column(ClickHouseType type, int rows) {
    return switch (type.family()) {
      case NULLABLE -> nullable(type.element(), rows);
      case ARRAY, NESTED, RING, LINE_STRING, MULTI_LINE_STRING, POLYGON, MULTI_POLYGON ->
          arrays(type.element(), rows);
      case MAP -> maps(type, rows);
      case TUPLE, POINT -> tuples(type, rows);
      case SIMPLE_AGGREGATE_FUNCTION -> column(type.element(), rows);
      case LOW_CARDINALITY -> lowCardinality(type.element(), rows);
      case VARIANT, GEOMETRY -> variants(type.members(), rows, 255);
      case DYNAMIC -> {
        List<ClickHouseType> members = dynamics.remove();
        yield variants(members, rows, members.size());
      }
      case QBIT -> vectors(type, rows);
      default -> {
        List<String> values = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
          values.add(value(type));
        }
        yield values;
      }
    };
  }

  private List<String> nullable(ClickHouseType element, int rows) {
    byte[] nulls = new byte[rows];
    in.get(nulls);
    List<String> values = column(element, rows);
    for (int row = 0; row < rows; row++) {
      if (nulls[row] == 1) {
        values.set(row, null);
      }
    }
    return values;
  }

  private int[] ends(int rows) {
    int[] ends = new int[rows];
    for (int row = 0; row < rows; row++) {
      ends[row] = (int) in.getLong();
    }
    return ends;
  }

  private List<String> arrays(ClickHouseType element, int rows) {
    int[] ends = ends(rows);
    List<String> elements = column(element, rows == 0 ? 0 : ends[rows - 1]);
    List<String> values = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      values.add(elements.subList(row == 0 ? 0 : ends[row - 1], ends[row]).toString());
    }
    return values;
  }

  private List<String> maps(ClickHouseType type, int rows) {
    int[] ends = ends(rows);
    List<String> keys = column(type.key(), rows == 0 ? 0 : ends[rows - 1]);
    List<String> values = column(type.value(), keys.size());
    List<String> maps = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      List<String> entries = new ArrayList<>();
      for (int i = row == 0 ? 0 : ends[row - 1]; i < ends[row]; i++) {
        entries.add(keys.get(i) + "=" + values.get(i));
      }
      maps.add("{" + String.join(", ", entries) + "}");
    }
    return maps;
  }

  private List<String> tuples(ClickHouseType type, int rows) {
    List<List<String>> elements = new ArrayList<>();
    type.elements().forEach(element -> elements.add(column(element, rows)));
    List<String> tuples = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      List<String> tuple = new ArrayList<>();
      for (List<String> element : elements) {
        tuple.add(element.get(row));
      }
      tuples.add("(" + String.join(", ", tuple) + ")");
    }
    if (elements.isEmpty()) {
      in.position(in.position() + rows);
    }
    return tuples;
  }

  private List<String> lowCardinality(ClickHouseType element, int rows) {
    List<String> values = new ArrayList<>();
    if (rows == 0) {
      return values;
    }
    boolean nullable = element.family() == TypeFamily.NULLABLE;
    long flags = in.getLong();
    int entries = (int) in.getLong();
    List<String> dictionary = column(nullable ? element.element() : element, entries);
    if (in.getLong() != rows) {
      throw new IllegalStateException("not as many keys as rows");
    }
    for (int row = 0; row < rows; row++) {
      int key =
          switch ((int) flags & 0xFF) {
            case 0 -> Byte.toUnsignedInt(in.get());
            case 1 -> Short.toUnsignedInt(in.getShort());
            default -> in.getInt();
          };
      values.add(nullable && key == 0 ? null : dictionary.get(key));
    }
    return values;
  }

  /** Each value behind the name of its type. */
  private List<String> variants(List<ClickHouseType> members, int rows, int nullNumber) {
    int[] numbers = new int[rows];
    int[] counts = new int[256];
    for (int row = 0; row < rows; row++) {
      numbers[row] = Byte.toUnsignedInt(in.get());
      counts[numbers[row]]++;
    }
    List<java.util.Iterator<String>> columns = new ArrayList<>();
    for (int i = 0; i < members.size(); i++) {
      columns.add(column(members.get(i), counts[i]).iterator());
    }
    List<String> values = new ArrayList<>();
    for (int number : numbers) {
      values.add(
          number == nullNumber
              ? null
              : members.get(number).name() + ":" + columns.get(number).next());
    }
    return values;
  }

  private List<String> vectors(ClickHouseType type, int rows) {
    int bytes = (type.dimension() + 7) / 8;
    int bits = type.element().widthBytes() * 8;
    long[][] vectors = new long[rows][type.dimension()];
    for (int plane = bits - 1; plane >= 0; plane--) {
      for (int row = 0; row < rows; row++) {
        byte[] number = new byte[bytes];
        in.get(number);
        for (int i = 0; i < type.dimension(); i++) {
          vectors[row][i] |= (number[bytes - 1 - i / 8] >>> i % 8 & 1L) << plane;
        }
      }
    }
    List<String> values = new ArrayList<>();
    for (long[] vector : vectors) {
      List<String> elements = new ArrayList<>();
      for (long element : vector) {
        elements.add(
            switch (bits) {
              case 16 -> Float.toString(Float.intBitsToFloat((int) element << 16));
              case 32 -> Float.toString(Float.intBitsToFloat((int) element));
              default -> Double.toString(Double.longBitsToDouble(element));
            });
      }
      values.add(elements.toString());
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
      case INT128, INT256 -> wide(type, true).toString();
      case UINT128, UINT256 -> wide(type, false).toString();
      case BFLOAT16 -> Float.toString(Float.intBitsToFloat(in.getShort() << 16));
      case DECIMAL -> new BigDecimal(wide(type, true), type.scale()).toPlainString();
      case DATE32 -> LocalDate.ofEpochDay(in.getInt()).toString();
      case TIME -> Integer.toString(in.getInt());
      case TIME64 -> BigDecimal.valueOf(in.getLong(), type.scale()).toPlainString();
      case INTERVAL -> Long.toString(in.getLong());
      case IPV4 -> address(wide(type, false).intValue());
      case IPV6 -> HexFormat.of().formatHex(raw(16)).replaceAll("(....)(?!$)", "$1:");
      case ENUM8 -> type.enumLabel(in.get()).orElseThrow();
      case ENUM16 -> type.enumLabel(in.getShort()).orElseThrow();
      case JSON -> text(varInt());
      default -> throw new IllegalStateException(type.name());
    };
  }

  private BigInteger wide(ClickHouseType type, boolean signed) {
    byte[] bytes = raw(type.widthBytes());
    byte[] bigEndian = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      bigEndian[i] = bytes[bytes.length - 1 - i];
    }
    return signed ? new BigInteger(bigEndian) : new BigInteger(1, bigEndian);
  }

  private byte[] raw(int length) {
    byte[] bytes = new byte[length];
    in.get(bytes);
    return bytes;
  }

  private static String address(int number) {
    return (number >>> 24)
        + "."
        + (number >>> 16 & 0xFF)
        + "."
        + (number >>> 8 & 0xFF)
        + "."
        + (number & 0xFF);
  }

  private static String instant(long ticks, int scale) {
    BigDecimal seconds = BigDecimal.valueOf(ticks, scale);
    long floor = seconds.setScale(0, java.math.RoundingMode.FLOOR).longValueExact();
    long nanos = seconds.subtract(BigDecimal.valueOf(floor)).movePointRight(9).longValueExact();
    return Instant.ofEpochSecond(floor, nanos).toString();
  }

  private String text(int length) {
    byte[] bytes = raw(length);
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
