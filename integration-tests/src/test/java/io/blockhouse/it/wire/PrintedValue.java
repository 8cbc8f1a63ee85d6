// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.wire;

import io.blockhouse.wire.block.ArrayColumn;
import io.blockhouse.wire.block.ColumnWriter;
import io.blockhouse.wire.block.FixedColumn;
import io.blockhouse.wire.block.LowCardinalityColumn;
import io.blockhouse.wire.block.NullableColumn;
import io.blockhouse.wire.block.StringColumn;
import io.blockhouse.wire.block.TupleColumn;
import io.blockhouse.wire.type.ClickHouseType;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Appends to a column the value that ClickHouse prints as a given text in TabSeparated, so that a
 * test is a type and texts, and what comes back must be the same texts. Escapes are not known here.
 */
final class PrintedValue {
  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

  private PrintedValue() {}

  static void append(ColumnWriter column, String text) {
    switch (column.type().family()) {
      case ARRAY -> appendArray((ArrayColumn) column, text);
      case LOW_CARDINALITY -> appendLowCardinality((LowCardinalityColumn) column, text);
      case TUPLE -> appendTuple((TupleColumn) column, text);
      case NULLABLE -> appendNullable((NullableColumn) column, text);
      case STRING -> ((StringColumn) column).append(text);
      default -> appendFixed((FixedColumn) column, column.type(), text);
    }
  }

  private static void appendFixed(FixedColumn column, ClickHouseType type, String text) {
    switch (type.family()) {
      case INT8, UINT8 -> column.appendByte(Integer.parseInt(text));
      case INT16, UINT16 -> column.appendShort(Integer.parseInt(text));
      case INT32 -> column.appendInt(Integer.parseInt(text));
      case UINT32 -> column.appendInt(Integer.parseUnsignedInt(text));
      case INT64 -> column.appendLong(Long.parseLong(text));
      case UINT64 -> column.appendLong(Long.parseUnsignedLong(text));
      case FLOAT32 -> column.appendFloat((float) number(text, Float.parseFloat(finite(text))));
      case FLOAT64 -> column.appendDouble(number(text, Double.parseDouble(finite(text))));
      case ENUM8 -> column.appendByte(type.enumMembers().value(text).orElseThrow());
      case ENUM16 -> column.appendShort(type.enumMembers().value(text).orElseThrow());
      case DECIMAL -> column.append(new BigDecimal(text).setScale(type.scale()).unscaledValue());
      case FIXED_STRING -> {
        byte[] bytes = text.replace("\\0", "\0").getBytes(StandardCharsets.UTF_8);
        column.appendBytes(bytes, 0, bytes.length);
      }
      case DATE ->
          column.appendShort(
              text.equals("0000-00-00") ? 0 : (int) LocalDate.parse(text).toEpochDay());
      case DATETIME -> column.appendInt((int) epochSecond(type, text));
      case UUID -> {
        UUID uuid = UUID.fromString(text);
        column.append128(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits());
      }
      default -> throw new IllegalArgumentException("no text form is known for " + type.name());
    }
  }

  private static void appendNullable(NullableColumn column, String text) {
    if (isNull(text)) {
      column.appendNull();
    } else {
      column.markPresent();
      append(column.values(), text);
    }
  }

  private static void appendLowCardinality(LowCardinalityColumn column, String text) {
    if (isNull(text)) {
      column.appendNull();
    } else {
      append(column.values(), text);
      column.endValue();
    }
  }

  private static void appendTuple(TupleColumn column, String text) {
    List<String> elements = elements(text);
    for (int i = 0; i < column.elementCount(); i++) {
      append(column.element(i), unquoted(elements.get(i)));
    }
    column.endTuple();
  }

  private static void appendArray(ArrayColumn column, String text) {
    for (String element : elements(text)) {
      append(column.elements(), unquoted(element));
    }
    column.endArray();
  }

  /** The texts between the brackets, cut at commas that are in no quotes and no inner brackets. */
  private static List<String> elements(String text) {
    List<String> elements = new ArrayList<>();
    int depth = 0;
    boolean quoted = false;
    int start = 1;
    for (int i = 1; i < text.length(); i++) {
      char c = text.charAt(i);
      quoted ^= c == '\'';
      boolean atEnd = i == text.length() - 1;
      if (!quoted && depth == 0 && (c == ',' || atEnd) && i > start) {
        elements.add(text.substring(start, i));
        start = i + 1;
      } else if (!quoted) {
        depth += "[(".indexOf(c) >= 0 ? 1 : 0;
        depth -= "])".indexOf(c) >= 0 ? 1 : 0;
      }
    }
    return elements;
  }

  private static boolean isNull(String text) {
    return text.equals("\\N") || text.equals("NULL");
  }

  private static String unquoted(String text) {
    return text.startsWith("'") ? text.substring(1, text.length() - 1) : text;
  }

  private static long epochSecond(ClickHouseType type, String text) {
    if (text.equals("0000-00-00 00:00:00")) {
      return 0;
    }
    ZoneId zone = type.zone().map(ZoneId::of).orElse(ZoneOffset.UTC);
    return LocalDateTime.parse(text, SECONDS).atZone(zone).toEpochSecond();
  }

  private static String finite(String text) {
    return text.endsWith("inf") || text.equals("nan") ? "0" : text;
  }

  private static double number(String text, double finite) {
    return switch (text) {
      case "nan" -> Double.NaN;
      case "inf" -> Double.POSITIVE_INFINITY;
      case "-inf" -> Double.NEGATIVE_INFINITY;
      default -> finite;
    };
  }
}
