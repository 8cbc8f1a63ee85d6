// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.type;

import io.blockhouse.wire.error.UnsupportedTypeException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A type that can be written: its name as the server gave it, and what the bytes depend on. {@link
 * TypeFamily} says which of the accessors mean something for which type. Immutable. Two types are
 * equal when their names are.
 */
public final class ClickHouseType {
  private final String name;
  private final TypeFamily family;
  private final int widthBytes;
  private final int precision;
  private final int scale;
  private final int dimension;
  private final String zone;
  private final IntervalUnit intervalUnit;
  private final EnumMembers enumMembers;
  private final List<ClickHouseType> children;
  private final List<String> elementNames;
  private final Map<String, String> parameters;
  private final JsonArguments jsonArguments;

  ClickHouseType(TypeTraits traits) {
    this.name = traits.name;
    this.family = traits.family;
    this.widthBytes = traits.widthBytes;
    this.precision = traits.precision;
    this.scale = traits.scale;
    this.dimension = traits.dimension;
    this.zone = traits.zone;
    this.intervalUnit = traits.intervalUnit;
    this.enumMembers = traits.enumMembers;
    this.children = List.copyOf(traits.children);
    this.elementNames = List.copyOf(traits.elementNames);
    this.parameters = traits.parameters;
    this.jsonArguments = traits.jsonArguments;
  }

  /** Parses a bare type name; see {@link #parse(String, String)}. */
  public static ClickHouseType parse(String typeName) {
    return parse("", typeName);
  }

  /**
   * Parses the type name of a column.
   *
   * @throws UnsupportedTypeException if the name is malformed, or names a type that cannot be
   *     written; it names {@code column}
   */
  public static ClickHouseType parse(String column, String typeName) {
    Objects.requireNonNull(column, "column");
    Objects.requireNonNull(typeName, "typeName");
    return new TypeFamilies(column, typeName).resolve();
  }

  /** Exactly as given: this is what is sent in the block. */
  public String name() {
    return name;
  }

  /** What kind of type this is. */
  public TypeFamily family() {
    return family;
  }

  /** Bytes of one value where all values have the same and are held as such; else 0. */
  public int widthBytes() {
    return widthBytes;
  }

  /** Decimal digits of a Decimal, 1 to 76, those after the point included; else 0. */
  public int precision() {
    return precision;
  }

  /**
   * Decimal digits after the point: of a Decimal, 0 to its precision; of a second for DateTime64
   * and Time64, 0 to 9; else 0.
   */
  public int scale() {
    return scale;
  }

  /**
   * The zone in the name of a DateTime or DateTime64: for display and parsing, not in the bytes.
   */
  public Optional<String> zone() {
    return Optional.ofNullable(zone);
  }

  /**
   * What an Interval counts.
   *
   * @throws IllegalStateException for any other family
   */
  public IntervalUnit intervalUnit() {
    return required(intervalUnit, "interval unit");
  }

  /**
   * Labels and numbers of an Enum.
   *
   * @throws IllegalStateException for any other family
   */
  public EnumMembers enumMembers() {
    return required(enumMembers, "enum members");
  }

  /**
   * The label of a number of an Enum, unescaped; empty when it is not declared, and must not be
   * written.
   *
   * @throws IllegalStateException for any other family
   */
  public Optional<String> enumLabel(int value) {
    return enumMembers().label(value);
  }

  /**
   * What a Nullable, Array, LowCardinality, SimpleAggregateFunction, QBit, or a geo type that is a
   * list, holds; of a Nested the Tuple that its rows are lists of.
   *
   * @throws IllegalStateException for any other family
   */
  public ClickHouseType element() {
    return switch (family) {
      case NULLABLE,
          ARRAY,
          NESTED,
          LOW_CARDINALITY,
          SIMPLE_AGGREGATE_FUNCTION,
          QBIT,
          RING,
          LINE_STRING,
          MULTI_LINE_STRING,
          POLYGON,
          MULTI_POLYGON ->
          children.get(0);
      default -> throw missing("element type");
    };
  }

  /**
   * The element types of a Tuple, which may have none, or of a Point.
   *
   * @throws IllegalStateException for any other family
   */
  public List<ClickHouseType> elements() {
    return switch (family) {
      case TUPLE, POINT -> children;
      default -> throw missing("elements");
    };
  }

  /** The names of a Tuple's elements, without quotes; empty when they are unnamed, or no Tuple. */
  public List<String> elementNames() {
    return elementNames;
  }

  /**
   * The type of a Map's keys.
   *
   * @throws IllegalStateException for any other family
   */
  public ClickHouseType key() {
    return mapPart(0);
  }

  /**
   * The type of a Map's values.
   *
   * @throws IllegalStateException for any other family
   */
  public ClickHouseType value() {
    return mapPart(1);
  }

  private ClickHouseType mapPart(int index) {
    if (family != TypeFamily.MAP) {
      throw missing("key and value");
    }
    return children.get(index);
  }

  /**
   * The member types of a Variant or of Geometry by name: the order of the discriminators, whatever
   * the order in the type name.
   *
   * @throws IllegalStateException for any other family
   */
  public List<ClickHouseType> members() {
    return switch (family) {
      case VARIANT, GEOMETRY -> children;
      default -> throw missing("members");
    };
  }

  /**
   * Elements of every vector of a QBit.
   *
   * @throws IllegalStateException for any other family
   */
  public int dimension() {
    if (family != TypeFamily.QBIT) {
      throw missing("dimension");
    }
    return dimension;
  }

  /** Named numbers of Dynamic and JSON, such as {@code max_types}; empty for others. */
  public Map<String, String> parameters() {
    return parameters;
  }

  /**
   * Typed and skipped paths of a JSON.
   *
   * @throws IllegalStateException for any other family
   */
  public JsonArguments jsonArguments() {
    return required(jsonArguments, "paths");
  }

  private <T> T required(T part, String what) {
    if (part == null) {
      throw missing(what);
    }
    return part;
  }

  private IllegalStateException missing(String what) {
    return new IllegalStateException("Type " + name + " has no " + what);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ClickHouseType type && type.name.equals(name);
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }

  @Override
  public String toString() {
    return name;
  }
}
