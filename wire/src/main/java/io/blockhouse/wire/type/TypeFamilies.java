// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.type;

import static java.util.Map.entry;

import io.blockhouse.wire.error.UnsupportedTypeException;
import io.blockhouse.wire.type.TypeName.Argument;
import io.blockhouse.wire.type.TypeName.Kind;
import java.util.List;
import java.util.Map;

/**
 * Gives the words of a type name their meaning: the one place to add a family. Works on one name
 * and reports every refusal with the whole of it.
 */
final class TypeFamilies {
  /** The server's MAX_FIXEDSTRING_SIZE (src/DataTypes/DataTypeFixedString.h). */
  private static final int MAX_FIXED_STRING_BYTES = 0xFFFFFF;

  private static final int MAX_SCALE = 9;

  private static final String ADVICE = "use one of the supported types, or leave the column out";

  /** Types without arguments and the width of their values in bytes; 0 = varies. */
  private record Plain(TypeFamily family, int widthBytes) {}

  private static final Map<String, Plain> PLAIN =
      Map.ofEntries(
          entry("Int8", new Plain(TypeFamily.INT8, 1)),
          entry("Int16", new Plain(TypeFamily.INT16, 2)),
          entry("Int32", new Plain(TypeFamily.INT32, 4)),
          entry("Int64", new Plain(TypeFamily.INT64, 8)),
          entry("UInt8", new Plain(TypeFamily.UINT8, 1)),
          entry("UInt16", new Plain(TypeFamily.UINT16, 2)),
          entry("UInt32", new Plain(TypeFamily.UINT32, 4)),
          entry("UInt64", new Plain(TypeFamily.UINT64, 8)),
          entry("Float32", new Plain(TypeFamily.FLOAT32, 4)),
          entry("Float64", new Plain(TypeFamily.FLOAT64, 8)),
          entry("Bool", new Plain(TypeFamily.BOOL, 1)),
          entry("String", new Plain(TypeFamily.STRING, 0)),
          entry("Date", new Plain(TypeFamily.DATE, 2)),
          entry("UUID", new Plain(TypeFamily.UUID, 16)));

  private final String column;
  private final String fullName;

  TypeFamilies(String column, String fullName) {
    this.column = column;
    this.fullName = fullName;
  }

  ClickHouseType resolve() {
    return resolve(fullName, TypeNameParser.parse(column, fullName));
  }

  /** Recursion is bounded by {@link TypeNameParser#MAX_DEPTH}. */
  private ClickHouseType resolve(String name, TypeName type) {
    Plain plain = PLAIN.get(type.word());
    if (plain != null) {
      requireArguments(type, 0, 0);
      return new ClickHouseType(name, plain.family(), plain.widthBytes(), 0, null, null);
    }
    return switch (type.word()) {
      case "FixedString" -> fixedString(name, type);
      case "DateTime" -> dateTime(name, type);
      case "DateTime64" -> dateTime64(name, type);
      case "Nullable" -> nullable(name, type);
      case "Array" -> new ClickHouseType(name, TypeFamily.ARRAY, 0, 0, null, elementOf(type));
      default -> throw refused(type, ADVICE);
    };
  }

  private ClickHouseType fixedString(String name, TypeName type) {
    requireArguments(type, 1, 1);
    int width = number(type, 1, MAX_FIXED_STRING_BYTES);
    return new ClickHouseType(name, TypeFamily.FIXED_STRING, width, 0, null, null);
  }

  private ClickHouseType dateTime(String name, TypeName type) {
    requireArguments(type, 0, 1);
    return new ClickHouseType(name, TypeFamily.DATETIME, 4, 0, zone(type, 0), null);
  }

  private ClickHouseType dateTime64(String name, TypeName type) {
    requireArguments(type, 1, 2);
    int scale = number(type, 0, MAX_SCALE);
    return new ClickHouseType(name, TypeFamily.DATETIME64, 8, scale, zone(type, 1), null);
  }

  private ClickHouseType nullable(String name, TypeName type) {
    ClickHouseType element = elementOf(type);
    if (element.family() == TypeFamily.ARRAY || element.family() == TypeFamily.NULLABLE) {
      throw refused(type, "ClickHouse has no Nullable of it; " + ADVICE);
    }
    return new ClickHouseType(name, TypeFamily.NULLABLE, 0, 0, null, element);
  }

  private ClickHouseType elementOf(TypeName type) {
    requireArguments(type, 1, 1);
    Argument argument = type.arguments().get(0);
    if (argument.kind() != Kind.TYPE) {
      throw refused(type, "its argument must be a type; " + ADVICE);
    }
    return resolve(argument.type().text(), argument.type());
  }

  private String zone(TypeName type, int index) {
    List<Argument> arguments = type.arguments();
    if (arguments.size() <= index) {
      return null;
    }
    if (arguments.get(index).kind() != Kind.STRING) {
      throw refused(type, "its time zone must be quoted; " + ADVICE);
    }
    return arguments.get(index).value();
  }

  /** The first argument as a number between the limits. */
  private int number(TypeName type, int min, int max) {
    Argument argument = type.arguments().get(0);
    // More than nine digits cannot be in range, and might not fit an int.
    if (argument.kind() == Kind.NUMBER && argument.value().matches("[0-9]{1,9}")) {
      int value = Integer.parseInt(argument.value());
      if (value >= min && value <= max) {
        return value;
      }
    }
    throw refused(type, "its argument must be a number from " + min + " to " + max);
  }

  private void requireArguments(TypeName type, int min, int max) {
    int count = type.arguments().size();
    if (count < min || count > max) {
      throw refused(
          type, "it has " + count + " arguments, which is too " + (count < min ? "few" : "many"));
    }
  }

  private UnsupportedTypeException refused(TypeName type, String advice) {
    String part = type.text().equals(fullName) ? "" : " (this is about " + type.text() + " in it)";
    return new UnsupportedTypeException(column, fullName, advice + part);
  }
}
