// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.block;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.blockhouse.wire.type.ClickHouseType;
import io.blockhouse.wire.type.TypeFamily;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Appends values as JSONCompactColumns prints them. */
final class GoldenValues {
  private static final Pattern ZONE = Pattern.compile("DateTime\\(\\\\?'([^'\\\\]+)");

  private GoldenValues() {}

  /** Appends row {@code row} of the vector's only column. */
  static void append(GoldenVector vector, int row, ColumnWriter column) {
    if (vector.values().isNull()) {
      byte[] value = HexFormat.of().parseHex(vector.valuesHex().get(row).asText());
      ((StringColumn) column).append(value, 0, value.length);
      return;
    }
    boolean negativeZero = row == 1 && vector.sql().contains(", 0, '-0.0',");
    if (negativeZero) {
      // Printed as 0: the only values that JSON does not carry over.
      appendNumber((FixedColumn) column, column.type(), "-0.0");
      return;
    }
    if (vector.type().equals("BFloat16")) {
      // As the query has it, so that the digits cut here are those that the server cuts.
      String[] literals = vector.sql().replaceAll(".*BFloat16', |\\).*|'", "").split(", ");
      appendNumber((FixedColumn) column, column.type(), literals[row]);
      return;
    }
    if (vector.flattened() && vector.type().contains("Dynamic")) {
      registerMembers(vector, column);
    }
    append(column, vector.values().get(row), zoneIn(vector.sql()));
  }

  static void append(ColumnWriter column, JsonNode value, ZoneId sqlZone) {
    if (column instanceof NullableColumn nullable) {
      if (value.isNull()) {
        nullable.appendNull();
      } else {
        nullable.markPresent();
        append(nullable.values(), value, sqlZone);
      }
    } else if (column instanceof ArrayColumn array) {
      for (JsonNode element : value) {
        append(array.elements(), element, sqlZone);
      }
      array.endArray();
    } else if (column instanceof MapColumn map) {
      for (Map.Entry<String, JsonNode> entry : value.properties()) {
        append(map.keys(), TextNode.valueOf(entry.getKey()), sqlZone);
        append(map.values(), entry.getValue(), sqlZone);
      }
      map.endMap();
    } else if (column instanceof TupleColumn tuple) {
      Iterator<JsonNode> elements = value.elements();
      for (int i = 0; i < tuple.elementCount(); i++) {
        append(tuple.element(i), elements.next(), sqlZone);
      }
      tuple.endTuple();
    } else if (column instanceof LowCardinalityColumn low) {
      if (value.isNull()) {
        low.appendNull();
      } else {
        append(low.values(), value, sqlZone);
        low.endValue();
      }
    } else if (column instanceof VariantColumn variant) {
      if (value.isNull()) {
        variant.appendNull();
      } else {
        int member = memberFor(value, column.type().members());
        variant.mark(member);
        append(variant.member(member), value, sqlZone);
      }
    } else if (column instanceof DynamicColumn dynamic) {
      if (value.isNull()) {
        dynamic.appendNull();
      } else {
        List<ClickHouseType> types = new ArrayList<>();
        for (int i = 0; i < dynamic.memberCount(); i++) {
          types.add(dynamic.member(i).type());
        }
        int member = memberFor(value, types);
        dynamic.mark(member);
        append(dynamic.member(member), value, sqlZone);
      }
    } else if (column instanceof JsonColumn json) {
      json.append(value.toString());
    } else if (column instanceof QBitColumn vectors) {
      for (JsonNode element : value) {
        append(vectors.elements(), element, sqlZone);
      }
      vectors.endVector();
    } else if (column instanceof StringColumn string) {
      string.append(value.asText());
    } else {
      appendFixed((FixedColumn) column, value.asText(), sqlZone);
    }
  }

  /** The order of the types is free; the server's is taken from the block, to compare the rest. */
  private static void registerMembers(GoldenVector vector, ColumnWriter column) {
    ColumnWriter inner = column;
    if (column instanceof ArrayColumn array) {
      inner = array.elements();
    } else if (column instanceof MapColumn map) {
      inner = map.values();
    }
    DynamicColumn dynamic = (DynamicColumn) inner;
    byte[] block = vector.block();
    // Columns, rows, name "v", type with its length, UInt64: all lengths are single bytes.
    int at = 5 + vector.type().length() + Long.BYTES;
    for (int left = block[at++]; left > 0; left--) {
      int length = block[at++];
      String name = new String(block, at, length, StandardCharsets.UTF_8);
      dynamic.register(ClickHouseType.parse(name));
      at += length;
    }
  }

  /** The first that can print like this; texts only when nothing else can. */
  private static int memberFor(JsonNode value, List<ClickHouseType> types) {
    int texts = -1;
    for (int i = 0; i < types.size(); i++) {
      ClickHouseType type = types.get(i);
      if (type.family() == TypeFamily.LOW_CARDINALITY) {
        type = type.element();
      }
      boolean fits =
          switch (type.family()) {
            case STRING -> {
              texts = i;
              yield false;
            }
            case BOOL -> value.isBoolean();
            case ARRAY -> value.isArray();
            case TUPLE -> value.isObject();
            case DATE -> value.asText().matches("\\d{4}-\\d\\d-\\d\\d");
            case POINT -> depth(value) == 1;
            case LINE_STRING -> depth(value) == 2;
            case POLYGON -> depth(value) == 3;
            case RING, MULTI_LINE_STRING, MULTI_POLYGON -> false;
            case FLOAT64 -> value.isNumber();
            default -> value.asText().matches("-?\\d+");
          };
      if (fits) {
        return i;
      }
    }
    return texts;
  }

  private static int depth(JsonNode value) {
    return value.isArray() ? 1 + depth(value.get(0)) : 0;
  }

  private static void appendFixed(FixedColumn column, String text, ZoneId sqlZone) {
    ClickHouseType type = column.type();
    ZoneId zone = type.zone().map(ZoneId::of).orElse(sqlZone);
    switch (type.family()) {
      case BOOL -> column.appendByte(text.equals("true") ? 1 : 0);
      case DATE -> column.appendShort((int) LocalDate.parse(text).toEpochDay());
      case DATE32 -> column.appendInt((int) LocalDate.parse(text).toEpochDay());
      case TIME -> column.appendInt((int) timeTicks(text, 0));
      case TIME64 -> column.appendLong(timeTicks(text, type.scale()));
      case ENUM8 -> column.appendByte(type.enumMembers().value(text).orElseThrow());
      case ENUM16 -> column.appendShort(type.enumMembers().value(text).orElseThrow());
      case IPV4 -> column.appendInt(ByteBuffer.wrap(address(text)).getInt());
      case IPV6 -> column.appendBytes(address(text), 0, 16);
      case DECIMAL -> column.append(new BigDecimal(text).setScale(type.scale()).unscaledValue());
      case DATETIME -> column.appendInt((int) instant(text, zone).toEpochSecond());
      case DATETIME64 -> column.appendLong(ticks(instant(text, zone), type.scale()));
      case UUID -> {
        UUID uuid = UUID.fromString(text);
        column.append128(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits());
      }
      case FIXED_STRING -> {
        // Without the padding, so that it is ours that is compared.
        byte[] bytes = text.replaceFirst("\0+$", "").getBytes(StandardCharsets.UTF_8);
        column.appendBytes(bytes, 0, bytes.length);
      }
      default -> appendNumber(column, type, text);
    }
  }

  private static void appendNumber(FixedColumn column, ClickHouseType type, String text) {
    switch (type.family()) {
      case BFLOAT16 -> column.appendBfloat16(Float.parseFloat(javaFloat(text)));
      case FLOAT32 -> column.appendFloat(Float.parseFloat(javaFloat(text)));
      case FLOAT64 -> column.appendDouble(Double.parseDouble(javaFloat(text)));
      case INT8, UINT8 -> column.appendByte(Integer.parseInt(text));
      case INT16, UINT16 -> column.appendShort(Integer.parseInt(text));
      case INT32, UINT32 -> column.appendInt((int) Long.parseLong(text));
      case INT128, INT256, UINT128, UINT256 -> column.append(new BigInteger(text));
      case INT64, INTERVAL -> column.appendLong(Long.parseLong(text));
      case UINT64 -> column.appendLong(Long.parseUnsignedLong(text));
      default -> throw new IllegalArgumentException(type.name());
    }
  }

  private static String javaFloat(String text) {
    return text.replace("nan", "NaN").replace("inf", "Infinity");
  }

  private static byte[] address(String text) {
    try {
      byte[] bytes = InetAddress.getByName(text).getAddress();
      if (!text.startsWith("::ffff:")) {
        return bytes;
      }
      // Java makes an IPv4 address of it.
      byte[] mapped = new byte[16];
      mapped[10] = -1;
      mapped[11] = -1;
      System.arraycopy(bytes, 0, mapped, 12, bytes.length);
      return mapped;
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static long timeTicks(String text, int scale) {
    String[] parts = text.replace("-", "").split(":");
    BigDecimal seconds =
        new BigDecimal(parts[0])
            .multiply(BigDecimal.valueOf(3600))
            .add(new BigDecimal(parts[1]).multiply(BigDecimal.valueOf(60)))
            .add(new BigDecimal(parts[2]));
    long ticks = seconds.movePointRight(scale).longValueExact();
    return text.startsWith("-") ? -ticks : ticks;
  }

  private static ZonedDateTime instant(String text, ZoneId zone) {
    return LocalDateTime.parse(text.replace(' ', 'T')).atZone(zone);
  }

  private static long ticks(ZonedDateTime instant, int scale) {
    long perSecond = 1;
    long nanosPerTick = 1_000_000_000;
    for (int i = 0; i < scale; i++) {
      perSecond *= 10;
      nanosPerTick /= 10;
    }
    return instant.toEpochSecond() * perSecond + instant.getNano() / nanosPerTick;
  }

  /** At version 0 the zone stands only in the query; the server's own is UTC. */
  private static ZoneId zoneIn(String sql) {
    Matcher matcher = ZONE.matcher(sql);
    return ZoneId.of(matcher.find() ? matcher.group(1) : "UTC");
  }
}
