// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.wire;

import io.blockhouse.wire.block.ArrayColumn;
import io.blockhouse.wire.block.ColumnWriter;
import io.blockhouse.wire.block.DynamicColumn;
import io.blockhouse.wire.block.FixedColumn;
import io.blockhouse.wire.block.JsonColumn;
import io.blockhouse.wire.block.LowCardinalityColumn;
import io.blockhouse.wire.block.MapColumn;
import io.blockhouse.wire.block.NullableColumn;
import io.blockhouse.wire.block.QBitColumn;
import io.blockhouse.wire.block.StringColumn;
import io.blockhouse.wire.block.TupleColumn;
import io.blockhouse.wire.block.VariantColumn;
import io.blockhouse.wire.type.ClickHouseType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Appends a random value to a column and says the same value in SQL, in an expression of exactly
 * the column's type: two ways to the server that have nothing in common.
 */
final class RandomValues {
  /** What Dynamics hold. Not LowCardinality: SQL drops it on the way into a Dynamic. */
  private static final List<ClickHouseType> DYNAMIC_TYPES =
      List.of(
          ClickHouseType.parse("String"),
          ClickHouseType.parse("Int64"),
          ClickHouseType.parse("Bool"),
          ClickHouseType.parse("DateTime64(3, 'UTC')"),
          ClickHouseType.parse("UUID"),
          ClickHouseType.parse("Array(Nullable(Int64))"),
          ClickHouseType.parse("Map(String, String)"));

  private static final int DAYS_FROM_1900 = -25567;
  private static final int DAYS_TO_2299 = 120529;
  private static final int MAX_TIME_SECONDS = 3599999;

  private final Random random;

  RandomValues(Random random) {
    this.random = random;
  }

  /** Appends one value; returns the expression. */
  String append(ColumnWriter column) {
    return append(column, column.type());
  }

  private String append(ColumnWriter column, ClickHouseType type) {
    if (column instanceof NullableColumn nullable) {
      if (random.nextInt(3) == 0) {
        nullable.appendNull();
        return cast("NULL", type);
      }
      nullable.markPresent();
      return cast(append(nullable.values()), type);
    } else if (column instanceof ArrayColumn array) {
      String elements = list(random.nextInt(4), () -> append(array.elements()));
      array.endArray();
      // Not CAST([]): there is no cast from nothing to some types.
      return elements.isEmpty() ? defaultOf(type) : cast("[" + elements + "]", type);
    } else if (column instanceof MapColumn map) {
      return map(map, type);
    } else if (column instanceof TupleColumn tuple) {
      List<String> elements = new ArrayList<>();
      for (int i = 0; i < tuple.elementCount(); i++) {
        elements.add(append(tuple.element(i)));
      }
      tuple.endTuple();
      return cast("tuple(" + String.join(", ", elements) + ")", type);
    } else if (column instanceof LowCardinalityColumn low) {
      return cast(lowCardinality(low), type);
    } else if (column instanceof VariantColumn variant) {
      int member = random.nextInt(variant.memberCount() + 1);
      if (member == variant.memberCount()) {
        variant.appendNull();
        return cast("NULL", type);
      }
      variant.mark(member);
      return cast(append(variant.member(member)), type);
    } else if (column instanceof DynamicColumn dynamic) {
      int kind = random.nextInt(DYNAMIC_TYPES.size() + 1);
      if (kind == DYNAMIC_TYPES.size()) {
        dynamic.appendNull();
        return cast("NULL", type);
      }
      int member = dynamic.register(DYNAMIC_TYPES.get(kind));
      dynamic.mark(member);
      return cast(append(dynamic.member(member)), type);
    } else if (column instanceof JsonColumn json) {
      String text = json();
      json.append(text);
      return cast(quoted(text), type);
    } else if (column instanceof QBitColumn vectors) {
      String elements = list(vectors.dimension(), () -> append(vectors.elements()));
      vectors.endVector();
      return cast("CAST([" + elements + "] AS Array(" + type.element() + "))", type);
    } else if (column instanceof StringColumn string) {
      byte[] bytes = text().getBytes(StandardCharsets.UTF_8);
      string.append(bytes, 0, bytes.length);
      return "unhex('" + HexFormat.of().formatHex(bytes) + "')";
    }
    return fixed((FixedColumn) column, type);
  }

  private String map(MapColumn map, ClickHouseType type) {
    // The only entry, or none: two random keys could be the same.
    boolean empty = random.nextInt(3) == 0;
    String entry = empty ? "" : append(map.keys()) + ", " + append(map.values());
    map.endMap();
    return empty ? defaultOf(type) : cast("map(" + entry + ")", type);
  }

  private String lowCardinality(LowCardinalityColumn low) {
    String literal;
    if (low.isNullable() && random.nextInt(3) == 0) {
      low.appendNull();
      return "NULL";
    }
    if (random.nextInt(4) == 0) {
      low.values().appendDefault();
      literal = defaultOf(low.values().type());
    } else {
      literal = append(low.values());
    }
    low.endValue();
    return literal;
  }

  private String fixed(FixedColumn column, ClickHouseType type) {
    return switch (type.family()) {
      case INT8, INT16, INT32, INT64, INT128, INT256 -> integer(column, type, true);
      case UINT8, UINT16, UINT32, UINT64, UINT128, UINT256 -> integer(column, type, false);
      case FLOAT32 -> {
        float value = (float) random.nextGaussian() * (random.nextBoolean() ? 1 : 1e20f);
        column.appendFloat(value);
        yield "reinterpretAsFloat32(toUInt32("
            + Integer.toUnsignedString(Float.floatToRawIntBits(value))
            + "))";
      }
      case FLOAT64 -> {
        double value = random.nextInt(9) == 0 ? -0.0 : random.nextGaussian() * 1e100;
        column.appendDouble(value);
        yield "reinterpretAsFloat64(toUInt64("
            + Long.toUnsignedString(Double.doubleToRawLongBits(value))
            + "))";
      }
      case BFLOAT16 -> {
        float value = random.nextInt(2000) / 7f - 100;
        column.appendBfloat16(value);
        yield cast("CAST(" + quoted(Float.toString(value)) + " AS Float32)", type);
      }
      case DECIMAL -> {
        BigInteger limit = BigInteger.TEN.pow(type.precision());
        BigInteger value = new BigInteger(limit.bitLength(), random).mod(limit);
        value = random.nextBoolean() ? value : value.negate();
        column.append(value);
        yield cast(quoted(new BigDecimal(value, type.scale()).toPlainString()), type);
      }
      case BOOL -> {
        boolean value = random.nextBoolean();
        column.appendByte(value ? 1 : 0);
        yield Boolean.toString(value);
      }
      case FIXED_STRING -> {
        byte[] bytes = new byte[random.nextInt(type.widthBytes() + 1)];
        for (int i = 0; i < bytes.length; i++) {
          bytes[i] = (byte) ('a' + random.nextInt(26));
        }
        column.appendBytes(bytes, 0, bytes.length);
        yield cast("unhex('" + HexFormat.of().formatHex(bytes) + "')", type);
      }
      case DATE -> {
        int days = random.nextInt(1 << Short.SIZE);
        column.appendShort(days);
        yield cast(quoted(LocalDate.ofEpochDay(days).toString()), type);
      }
      case DATE32 -> {
        int days = DAYS_FROM_1900 + random.nextInt(DAYS_TO_2299 - DAYS_FROM_1900);
        column.appendInt(days);
        yield cast(quoted(LocalDate.ofEpochDay(days).toString()), type);
      }
      case DATETIME -> {
        int seconds = random.nextInt();
        column.appendInt(seconds);
        yield cast("toUInt32(" + Integer.toUnsignedString(seconds) + ")", type);
      }
      default -> special(column, type);
    };
  }

  private String special(FixedColumn column, ClickHouseType type) {
    return switch (type.family()) {
      case DATETIME64 -> {
        long perSecond = BigInteger.TEN.pow(type.scale()).longValueExact();
        long ticks = Math.floorMod(random.nextLong(), 9_000_000_000L * perSecond);
        ticks -= 2_000_000_000L * perSecond;
        column.appendLong(ticks);
        yield "reinterpret(toInt64(" + ticks + "), " + quoted(type.name()) + ")";
      }
      case TIME -> {
        int seconds = random.nextInt(2 * MAX_TIME_SECONDS) - MAX_TIME_SECONDS;
        column.appendInt(seconds);
        yield cast(quoted(time(seconds, 0)), type);
      }
      case TIME64 -> {
        long perSecond = BigInteger.TEN.pow(type.scale()).longValueExact();
        long ticks = Math.floorMod(random.nextLong(), MAX_TIME_SECONDS * perSecond);
        ticks = random.nextBoolean() ? ticks : -ticks;
        column.appendLong(ticks);
        yield cast(quoted(time(ticks, type.scale())), type);
      }
      case INTERVAL -> {
        long count = random.nextInt(2000) - 1000L;
        column.appendLong(count);
        yield "to" + type.name() + "(" + count + ")";
      }
      case UUID -> {
        UUID uuid = new UUID(random.nextLong(), random.nextLong());
        column.append128(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits());
        yield cast(quoted(uuid.toString()), type);
      }
      case IPV4 -> {
        byte[] address = new byte[4];
        random.nextBytes(address);
        column.appendInt(ByteBuffer.wrap(address).getInt());
        yield cast(quoted(address(address)), type);
      }
      case IPV6 -> {
        byte[] address = new byte[16];
        random.nextBytes(address);
        column.appendBytes(address, 0, address.length);
        yield cast(quoted(address(address)), type);
      }
      case ENUM8, ENUM16 -> {
        List<String> labels = List.copyOf(type.enumMembers().labels());
        String label = labels.get(random.nextInt(labels.size()));
        int value = type.enumMembers().value(label).orElseThrow();
        if (column.widthBytes() == 1) {
          column.appendByte(value);
        } else {
          column.appendShort(value);
        }
        yield cast(quoted(label), type);
      }
      default -> throw new IllegalArgumentException(type.name());
    };
  }

  private String integer(FixedColumn column, ClickHouseType type, boolean signed) {
    int bits = column.widthBytes() * Byte.SIZE - (signed ? 1 : 0);
    BigInteger value = new BigInteger(random.nextInt(4) == 0 ? 3 : bits, random);
    value = signed && random.nextBoolean() ? value.not() : value;
    column.append(value);
    return cast(quoted(value.toString()), type);
  }

  private static String time(long ticks, int scale) {
    long perSecond = BigInteger.TEN.pow(scale).longValueExact();
    long seconds = Math.abs(ticks) / perSecond;
    String text =
        String.format(
            Locale.ROOT,
            "%s%02d:%02d:%02d",
            ticks < 0 ? "-" : "",
            seconds / 3600,
            seconds / 60 % 60,
            seconds % 60);
    String fraction = "%0" + Math.max(1, scale) + "d";
    return scale == 0
        ? text
        : text + "." + String.format(Locale.ROOT, fraction, Math.abs(ticks) % perSecond);
  }

  private static String address(byte[] bytes) {
    try {
      return InetAddress.getByAddress(bytes).getHostAddress();
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private String json() {
    return switch (random.nextInt(4)) {
      case 0 -> "{}";
      case 1 ->
          "{\"id\":" + random.nextInt(1 << 30) + ",\"name\":\"é'" + random.nextInt(10) + "\"}";
      case 2 -> "{\"a\":{\"b\":[1,2," + random.nextInt(9) + "],\"c\":true},\"f\":1.5}";
      default -> "{\"list\":[{\"x\":" + random.nextInt(99) + "},{\"y\":\"s\"}],\"n\":null}";
    };
  }

  private String text() {
    return random.nextInt(5) == 0
        ? ""
        : "日本 \\'\t".substring(random.nextInt(6)) + random.nextInt(40);
  }

  private static String list(int size, Supplier<String> element) {
    List<String> elements = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      elements.add(element.get());
    }
    return String.join(", ", elements);
  }

  static String defaultOf(ClickHouseType type) {
    return "defaultValueOfTypeName(" + quoted(type.name()) + ")";
  }

  private static String cast(String expression, ClickHouseType type) {
    return "CAST(" + expression + " AS " + type.name() + ")";
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
