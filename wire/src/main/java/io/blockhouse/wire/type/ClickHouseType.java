// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.type;

import io.blockhouse.wire.error.UnsupportedTypeException;
import java.util.Objects;
import java.util.Optional;

/**
 * A type that can be written: its name as the server gave it, and what the bytes depend on. Two
 * types are equal when their names are.
 */
public final class ClickHouseType {
  private final String name;
  private final TypeFamily family;
  private final int widthBytes;
  private final int scale;
  private final String zone;
  private final ClickHouseType element;

  ClickHouseType(
      String name,
      TypeFamily family,
      int widthBytes,
      int scale,
      String zone,
      ClickHouseType element) {
    this.name = name;
    this.family = family;
    this.widthBytes = widthBytes;
    this.scale = scale;
    this.zone = zone;
    this.element = element;
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

  /** Bytes of one value where all values have the same; else 0. */
  public int widthBytes() {
    return widthBytes;
  }

  /** The precision of a DateTime64, 0 to 9 decimal digits of a second; else 0. */
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
   * What a Nullable or an Array holds.
   *
   * @throws IllegalStateException for any other family
   */
  public ClickHouseType element() {
    if (element == null) {
      throw new IllegalStateException("Type " + name + " has no element type");
    }
    return element;
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
