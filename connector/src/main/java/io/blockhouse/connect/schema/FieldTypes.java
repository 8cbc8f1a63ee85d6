// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.schema;

import io.blockhouse.connect.convert.RecordField;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;

/**
 * The ClickHouse type of a new column, without Nullable around it.
 *
 * <table>
 * <caption>With a schema</caption>
 * <tr><td>int8, int16, int32, int64<td>Int8, Int16, Int32, Int64
 * <tr><td>float32, float64, boolean<td>Float32, Float64, Bool
 * <tr><td>string, bytes<td>String
 * <tr><td>Decimal<td>Decimal(38, scale), or of the precision that the schema tells
 * <tr><td>Date; Debezium Date<td>Date32
 * <tr><td>Timestamp; Debezium Timestamp, MicroTimestamp, NanoTimestamp, ZonedTimestamp
 *     <td>DateTime64(3, 'UTC'), of 6 and 9 digits, 6 for ZonedTimestamp
 * <tr><td>Time; Debezium times<td>String
 * <tr><td>Debezium Uuid<td>UUID
 * <tr><td>array<td>Array of the elements' type, Nullable where they are optional
 * <tr><td>map with keys of text or integers<td>Map
 * <tr><td>struct and everything else<td>String, holding JSON text
 * </table>
 *
 * <p>Without a schema the first value decides: Int64 for integers of 64 bit, Float64 for other
 * numbers that a double holds, Bool, String for text, bytes, objects (as JSON text) and numbers
 * beyond, DateTime64(3, 'UTC') for instants, Array(Nullable(...)) for a list of one kind, of String
 * for a list of several.
 */
final class FieldTypes {
  private static final String TEXT = "String";
  private static final int DECIMAL_DIGITS = 38;
  private static final int MOST_DECIMAL_DIGITS = 76;
  private static final String PRECISION = "connect.decimal.precision";

  private FieldTypes() {}

  static String of(RecordField field) {
    return field.schema() == null ? ofValue(field.value()) : ofSchema(field.schema());
  }

  /** Composites other than text cannot be inside Nullable; they have an empty value instead. */
  static boolean canBeNullable(String type) {
    return !type.startsWith("Array(") && !type.startsWith("Map(");
  }

  static String nullable(String type) {
    return canBeNullable(type) ? "Nullable(" + type + ")" : type;
  }

  private static String ofSchema(Schema schema) {
    String logical = schema.name() == null ? null : ofLogical(schema);
    if (logical != null) {
      return logical;
    }
    return switch (schema.type()) {
      case INT8 -> "Int8";
      case INT16 -> "Int16";
      case INT32 -> "Int32";
      case INT64 -> "Int64";
      case FLOAT32 -> "Float32";
      case FLOAT64 -> "Float64";
      case BOOLEAN -> "Bool";
      case ARRAY -> "Array(" + ofElement(schema.valueSchema()) + ")";
      case MAP -> ofMap(schema);
      default -> TEXT;
    };
  }

  private static String ofElement(Schema schema) {
    String type = ofSchema(schema);
    return schema.isOptional() ? nullable(type) : type;
  }

  private static String ofMap(Schema schema) {
    return switch (schema.keySchema().type()) {
      case STRING, INT8, INT16, INT32, INT64 ->
          "Map(" + ofSchema(schema.keySchema()) + ", " + ofElement(schema.valueSchema()) + ")";
      default -> TEXT;
    };
  }

  private static String ofLogical(Schema schema) {
    return switch (schema.name()) {
      case Decimal.LOGICAL_NAME -> decimal(schema.parameters());
      case Date.LOGICAL_NAME, "io.debezium.time.Date" -> "Date32";
      case Timestamp.LOGICAL_NAME, "io.debezium.time.Timestamp" -> instant(3);
      case "io.debezium.time.MicroTimestamp", "io.debezium.time.ZonedTimestamp" -> instant(6);
      case "io.debezium.time.NanoTimestamp" -> instant(9);
      case Time.LOGICAL_NAME,
          "io.debezium.time.Time",
          "io.debezium.time.MicroTime",
          "io.debezium.time.NanoTime" ->
          TEXT;
      case "io.debezium.data.Uuid" -> "UUID";
      default -> null;
    };
  }

  private static String instant(int digits) {
    return "DateTime64(" + digits + ", 'UTC')";
  }

  /** Text where no Decimal has so many digits, or the schema does not tell the scale. */
  private static String decimal(Map<String, String> parameters) {
    int scale = number(parameters, Decimal.SCALE_FIELD, -1);
    int precision = number(parameters, PRECISION, DECIMAL_DIGITS);
    if (scale < 0 || scale > MOST_DECIMAL_DIGITS) {
      return TEXT;
    }
    if (precision < Math.max(1, scale) || precision > MOST_DECIMAL_DIGITS) {
      precision = scale > DECIMAL_DIGITS ? MOST_DECIMAL_DIGITS : DECIMAL_DIGITS;
    }
    return "Decimal(" + precision + ", " + scale + ")";
  }

  private static int number(Map<String, String> parameters, String name, int ifAbsent) {
    String text = parameters == null ? null : parameters.get(name);
    try {
      return text == null ? ifAbsent : Integer.parseInt(text);
    } catch (NumberFormatException e) {
      return ifAbsent;
    }
  }

  private static String ofValue(Object value) {
    if (value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte) {
      return "Int64";
    } else if (value instanceof Double || value instanceof Float) {
      return "Float64";
    } else if (value instanceof Boolean) {
      return "Bool";
    } else if (value instanceof java.util.Date) {
      return instant(3);
    }
    return value instanceof List<?> list ? ofList(list) : TEXT;
  }

  private static String ofList(List<?> list) {
    String type = null;
    for (Object element : list) {
      if (new RecordField("", null, element).showsType()) {
        String next = ofValue(element);
        type = type == null || type.equals(next) ? next : common(type, next);
      }
    }
    return "Array(" + nullable(type) + ")";
  }

  /** Two types of elements: a double for whole and other numbers, text for what else is mixed. */
  private static String common(String one, String other) {
    List<String> numbers = List.of("Int64", "Float64");
    return numbers.contains(one) && numbers.contains(other) ? "Float64" : TEXT;
  }
}
