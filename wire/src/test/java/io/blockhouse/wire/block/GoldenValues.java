// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.block;

import com.fasterxml.jackson.databind.JsonNode;
import io.blockhouse.wire.type.ClickHouseType;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.HexFormat;
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
    } else if (column instanceof StringColumn string) {
      string.append(value.asText());
    } else {
      appendFixed((FixedColumn) column, value.asText(), sqlZone);
    }
  }

  private static void appendFixed(FixedColumn column, String text, ZoneId sqlZone) {
    ClickHouseType type = column.type();
    ZoneId zone = type.zone().map(ZoneId::of).orElse(sqlZone);
    switch (type.family()) {
      case BOOL -> column.appendByte(text.equals("true") ? 1 : 0);
      case DATE -> column.appendShort((int) LocalDate.parse(text).toEpochDay());
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
      case FLOAT32 -> column.appendFloat(Float.parseFloat(javaFloat(text)));
      case FLOAT64 -> column.appendDouble(Double.parseDouble(javaFloat(text)));
      case INT8, UINT8 -> column.appendByte(Integer.parseInt(text));
      case INT16, UINT16 -> column.appendShort(Integer.parseInt(text));
      case INT32, UINT32 -> column.appendInt((int) Long.parseLong(text));
      case INT64 -> column.appendLong(Long.parseLong(text));
      case UINT64 -> column.appendLong(Long.parseUnsignedLong(text));
      default -> throw new IllegalArgumentException(type.name());
    }
  }

  private static String javaFloat(String text) {
    return text.replace("nan", "NaN").replace("inf", "Infinity");
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
