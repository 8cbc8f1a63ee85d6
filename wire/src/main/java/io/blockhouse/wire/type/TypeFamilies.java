// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.type;

import io.blockhouse.wire.type.TypeName.Argument;
import io.blockhouse.wire.type.TypeName.Kind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Gives the words of a type name their meaning: the one place to add a family that has arguments
 * ({@link PlainTypes} has the others). Works on one name and reports every refusal with the whole
 * of it.
 */
final class TypeFamilies {
  /** The server's MAX_FIXEDSTRING_SIZE (src/DataTypes/DataTypeFixedString.h). */
  private static final int MAX_FIXED_STRING_BYTES = 0xFFFFFF;

  /** Decimal digits of a second. */
  private static final int MAX_SECOND_SCALE = 9;

  /** Decimal digits that 4, 8, 16 and 32 bytes hold (src/DataTypes/DataTypesDecimal.h). */
  private static final int[] MAX_PRECISIONS = {9, 18, 38, 76};

  /** What Decimal without arguments stands for. */
  private static final int DEFAULT_PRECISION = 10;

  /** More than any vector has; keeps sizes in bits and bytes within an int. */
  private static final int MAX_DIMENSION = 1 << 20;

  private final TypeArguments arguments;
  private final String fullName;

  TypeFamilies(String column, String fullName) {
    this.fullName = fullName;
    this.arguments = new TypeArguments(column, fullName);
  }

  ClickHouseType resolve() {
    return resolve(fullName, TypeNameParser.parse(arguments.column(), fullName));
  }

  /** Recursion is bounded by {@link TypeNameParser#MAX_DEPTH}. */
  private ClickHouseType resolve(String name, TypeName type) {
    ClickHouseType plain = PlainTypes.get(type.word());
    if (plain != null) {
      arguments.requireCount(type, 0, 0);
      // The name as given may have blanks or brackets around nothing.
      return name.equals(plain.name()) ? plain : renamed(name, plain);
    }
    return switch (type.word()) {
      case "FixedString" -> fixedString(name, type);
      case "DateTime" -> dateTime(name, type);
      case "DateTime64" -> ticks(name, TypeFamily.DATETIME64, type, 2);
      case "Time64" -> ticks(name, TypeFamily.TIME64, type, 1);
      case "Decimal" -> decimal(name, type);
      case "Decimal32" -> sizedDecimal(name, type, MAX_PRECISIONS[0]);
      case "Decimal64" -> sizedDecimal(name, type, MAX_PRECISIONS[1]);
      case "Decimal128" -> sizedDecimal(name, type, MAX_PRECISIONS[2]);
      case "Decimal256" -> sizedDecimal(name, type, MAX_PRECISIONS[3]);
      case "Enum8" -> enumeration(name, TypeFamily.ENUM8, type, Byte.MIN_VALUE, Byte.MAX_VALUE);
      case "Enum16" -> enumeration(name, TypeFamily.ENUM16, type, Short.MIN_VALUE, Short.MAX_VALUE);
      case "Nullable" -> nullable(name, type);
      case "LowCardinality" -> lowCardinality(name, type);
      case "Array" -> TypeTraits.nested(name, TypeFamily.ARRAY, onlyType(type));
      case "Tuple" -> tuple(name, type);
      case "Nested" -> nested(name, type);
      case "Map" -> map(name, type);
      case "Variant" -> variant(name, type);
      case "Dynamic" -> dynamic(name, type);
      case "JSON" -> json(name, type);
      case "QBit" -> qbit(name, type);
      case "SimpleAggregateFunction" -> simpleAggregateFunction(name, type);
      case "AggregateFunction" ->
          throw arguments.refused(
              type,
              "its values are states that only the server can compute; make the column a"
                  + " SimpleAggregateFunction if the function allows it, or insert into a table"
                  + " ENGINE = Null and let a materialized view compute the states, or leave the"
                  + " column out");
      case "Nothing" ->
          throw arguments.refused(
              type, "it has no values; give the column another type, or leave it out");
      default -> throw arguments.refused(type, TypeArguments.ADVICE);
    };
  }

  private static ClickHouseType renamed(String name, ClickHouseType plain) {
    TypeTraits traits = new TypeTraits(name, plain.family());
    traits.widthBytes = plain.widthBytes();
    switch (plain.family()) {
      case INTERVAL -> traits.intervalUnit = plain.intervalUnit();
      case POINT -> traits.children = plain.elements();
      case GEOMETRY -> traits.children = plain.members();
      case RING, LINE_STRING, MULTI_LINE_STRING, POLYGON, MULTI_POLYGON ->
          traits.children = List.of(plain.element());
      default -> {
        // Nothing but a width.
      }
    }
    return traits.type();
  }

  private ClickHouseType fixedString(String name, TypeName type) {
    arguments.requireCount(type, 1, 1);
    int width = arguments.number(type, 0, 1, MAX_FIXED_STRING_BYTES);
    return TypeTraits.fixed(name, TypeFamily.FIXED_STRING, width);
  }

  private ClickHouseType dateTime(String name, TypeName type) {
    arguments.requireCount(type, 0, 1);
    TypeTraits traits = new TypeTraits(name, TypeFamily.DATETIME);
    traits.widthBytes = Integer.BYTES;
    traits.zone = arguments.zone(type, 0);
    return traits.type();
  }

  private ClickHouseType ticks(String name, TypeFamily family, TypeName type, int maxArguments) {
    arguments.requireCount(type, 1, maxArguments);
    TypeTraits traits = new TypeTraits(name, family);
    traits.widthBytes = Long.BYTES;
    traits.scale = arguments.number(type, 0, 0, MAX_SECOND_SCALE);
    traits.zone = arguments.zone(type, 1);
    return traits.type();
  }

  private ClickHouseType decimal(String name, TypeName type) {
    arguments.requireCount(type, 0, 2);
    int count = type.arguments().size();
    int max = MAX_PRECISIONS[MAX_PRECISIONS.length - 1];
    int precision = count > 0 ? arguments.number(type, 0, 1, max) : DEFAULT_PRECISION;
    int scale = count > 1 ? arguments.number(type, 1, 0, precision) : 0;
    return decimal(name, precision, scale);
  }

  private ClickHouseType sizedDecimal(String name, TypeName type, int precision) {
    arguments.requireCount(type, 1, 1);
    return decimal(name, precision, arguments.number(type, 0, 0, precision));
  }

  private static ClickHouseType decimal(String name, int precision, int scale) {
    TypeTraits traits = new TypeTraits(name, TypeFamily.DECIMAL);
    traits.precision = precision;
    traits.scale = scale;
    traits.widthBytes = Integer.BYTES;
    for (int max : MAX_PRECISIONS) {
      if (precision <= max) {
        break;
      }
      traits.widthBytes *= 2;
    }
    return traits.type();
  }

  private ClickHouseType enumeration(
      String name, TypeFamily family, TypeName type, int min, int max) {
    arguments.requireCount(type, 1, 1 << Short.SIZE);
    Map<String, Integer> members = new LinkedHashMap<>();
    for (int i = 0; i < type.arguments().size(); i++) {
      Argument member = type.arguments().get(i);
      if (member.kind() != Kind.MEMBER) {
        throw arguments.refused(type, "every member must have the form 'label' = number");
      }
      members.put(member.label(), arguments.number(type, i, min, max));
    }
    TypeTraits traits = new TypeTraits(name, family);
    traits.widthBytes = family == TypeFamily.ENUM8 ? Byte.BYTES : Short.BYTES;
    traits.enumMembers = new EnumMembers(members);
    return traits.type();
  }

  private ClickHouseType nullable(String name, TypeName type) {
    ClickHouseType element = onlyType(type);
    switch (element.family()) {
      case NULLABLE,
          ARRAY,
          MAP,
          NESTED,
          LOW_CARDINALITY,
          VARIANT,
          DYNAMIC,
          RING,
          LINE_STRING,
          MULTI_LINE_STRING,
          POLYGON,
          MULTI_POLYGON,
          GEOMETRY,
          SIMPLE_AGGREGATE_FUNCTION ->
          throw arguments.refused(
              type, "ClickHouse has no Nullable of it; " + TypeArguments.ADVICE);
      default -> {
        return TypeTraits.nested(name, TypeFamily.NULLABLE, element);
      }
    }
  }

  private ClickHouseType lowCardinality(String name, TypeName type) {
    ClickHouseType element = onlyType(type);
    ClickHouseType value = element.family() == TypeFamily.NULLABLE ? element.element() : element;
    // Not of an Enum either: with its default, zero, the dictionary would hold an undeclared
    // number.
    if (value.widthBytes() == 0 && value.family() != TypeFamily.STRING
        || value.family() == TypeFamily.ENUM8
        || value.family() == TypeFamily.ENUM16) {
      throw arguments.refused(
          type, "ClickHouse has no LowCardinality of it; " + TypeArguments.ADVICE);
    }
    return TypeTraits.nested(name, TypeFamily.LOW_CARDINALITY, element);
  }

  private ClickHouseType tuple(String name, TypeName type) {
    List<ClickHouseType> elements = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (Argument argument : type.arguments()) {
      elements.add(resolve(argument, type));
      if (argument.kind() == Kind.NAMED_TYPE) {
        names.add(argument.label());
      }
    }
    if (!names.isEmpty() && names.size() < elements.size()) {
      throw arguments.refused(type, "only some of its elements have names");
    }
    TypeTraits traits = new TypeTraits(name, TypeFamily.TUPLE);
    traits.children = elements;
    traits.elementNames = names;
    return traits.type();
  }

  private ClickHouseType nested(String name, TypeName type) {
    arguments.requireCount(type, 1, Integer.MAX_VALUE);
    String elements = type.text().substring(type.text().indexOf('('));
    ClickHouseType tuple = tuple("Tuple" + elements, type);
    if (tuple.elementNames().isEmpty()) {
      throw arguments.refused(type, "its elements must have names");
    }
    return TypeTraits.nested(name, TypeFamily.NESTED, tuple);
  }

  private ClickHouseType map(String name, TypeName type) {
    arguments.requireCount(type, 2, 2);
    ClickHouseType key = resolve(type.arguments().get(0), type);
    return TypeTraits.nested(name, TypeFamily.MAP, key, resolve(type.arguments().get(1), type));
  }

  private ClickHouseType variant(String name, TypeName type) {
    // One discriminator stands for NULL.
    arguments.requireCount(type, 0, 255);
    List<ClickHouseType> members = new ArrayList<>();
    for (Argument argument : type.arguments()) {
      members.add(resolve(argument, type));
    }
    members.sort(
        (a, b) ->
            Arrays.compareUnsigned(
                a.name().getBytes(StandardCharsets.UTF_8),
                b.name().getBytes(StandardCharsets.UTF_8)));
    TypeTraits traits = new TypeTraits(name, TypeFamily.VARIANT);
    traits.children = members;
    return traits.type();
  }

  private ClickHouseType dynamic(String name, TypeName type) {
    TypeTraits traits = new TypeTraits(name, TypeFamily.DYNAMIC);
    Map<String, String> parameters = new LinkedHashMap<>();
    for (Argument argument : type.arguments()) {
      if (argument.kind() != Kind.OPTION) {
        throw arguments.refused(type, "its arguments must have the form name = number");
      }
      parameters.put(argument.label(), argument.value());
    }
    traits.parameters = Collections.unmodifiableMap(parameters);
    return traits.type();
  }

  private ClickHouseType json(String name, TypeName type) {
    TypeTraits traits = new TypeTraits(name, TypeFamily.JSON);
    Map<String, String> parameters = new LinkedHashMap<>();
    traits.jsonArguments = arguments.json(type, parameters);
    traits.parameters = Collections.unmodifiableMap(parameters);
    return traits.type();
  }

  private ClickHouseType qbit(String name, TypeName type) {
    arguments.requireCount(type, 2, 2);
    ClickHouseType element = resolve(type.arguments().get(0), type);
    switch (element.family()) {
      case BFLOAT16, FLOAT32, FLOAT64 -> {
        TypeTraits traits = new TypeTraits(name, TypeFamily.QBIT);
        traits.children = List.of(element);
        traits.dimension = arguments.number(type, 1, 1, MAX_DIMENSION);
        return traits.type();
      }
      default -> throw arguments.refused(type, "its elements must be BFloat16, Float32 or Float64");
    }
  }

  private ClickHouseType simpleAggregateFunction(String name, TypeName type) {
    arguments.requireCount(type, 2, 2);
    return TypeTraits.nested(
        name, TypeFamily.SIMPLE_AGGREGATE_FUNCTION, resolve(type.arguments().get(1), type));
  }

  private ClickHouseType onlyType(TypeName type) {
    arguments.requireCount(type, 1, 1);
    Argument argument = type.arguments().get(0);
    if (argument.kind() != Kind.TYPE) {
      throw arguments.refused(type, "its argument must be a type; " + TypeArguments.ADVICE);
    }
    return resolve(argument, type);
  }

  private ClickHouseType resolve(Argument argument, TypeName owner) {
    if (argument.type() == null) {
      throw arguments.refused(owner, "its arguments must be types; " + TypeArguments.ADVICE);
    }
    return resolve(argument.type().text(), argument.type());
  }
}
