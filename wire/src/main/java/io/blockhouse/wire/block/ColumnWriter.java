// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.block;

import io.blockhouse.wire.internal.io.ByteSink;
import io.blockhouse.wire.type.ClickHouseType;
import java.util.List;

/**
 * The values of one column of a block, already in wire encoding. Owns its buffers; belongs to one
 * {@link Block}, which decides what becomes a row. Not thread-safe.
 */
public abstract sealed class ColumnWriter
    permits FixedColumn,
        StringColumn,
        NullableColumn,
        ArrayColumn,
        MapColumn,
        TupleColumn,
        LowCardinalityColumn,
        VariantColumn,
        DynamicColumn,
        JsonColumn,
        QBitColumn {
  /** What {@link #rowBytes()} says when rows differ in length. */
  static final int VARIABLE = -1;

  private final String name;
  private final ClickHouseType type;

  ColumnWriter(String name, ClickHouseType type) {
    this.name = name;
    this.type = type;
  }

  /** The shape for a type; {@code name} is the table's column at every depth. */
  static ColumnWriter create(String name, ClickHouseType type) {
    return switch (type.family()) {
      case STRING -> new StringColumn(name, type);
      case NULLABLE -> new NullableColumn(name, type, create(name, type.element()));
      case ARRAY, NESTED, RING, LINE_STRING, MULTI_LINE_STRING, POLYGON, MULTI_POLYGON ->
          new ArrayColumn(name, type, create(name, type.element()));
      case MAP -> new MapColumn(name, type, create(name, type.key()), create(name, type.value()));
      case TUPLE, POINT -> new TupleColumn(name, type, createAll(name, type.elements()));
      case LOW_CARDINALITY -> new LowCardinalityColumn(name, type);
      case VARIANT, GEOMETRY -> new VariantColumn(name, type, createAll(name, type.members()));
      case DYNAMIC -> new DynamicColumn(name, type);
      case JSON -> new JsonColumn(name, type);
      case QBIT -> new QBitColumn(name, type);
      // Exactly the values of the inner type; only the header names the function.
      case SIMPLE_AGGREGATE_FUNCTION -> create(name, type.element());
      default -> new FixedColumn(name, type);
    };
  }

  private static ColumnWriter[] createAll(String name, List<ClickHouseType> types) {
    return types.stream().map(type -> create(name, type)).toArray(ColumnWriter[]::new);
  }

  /** The column of the table; elements and values of it bear the same name. */
  public final String name() {
    return name;
  }

  /** The type of what is appended here: of a SimpleAggregateFunction the type of its values. */
  public final ClickHouseType type() {
    return type;
  }

  /** Values appended, those of the unfinished row included. */
  public abstract int rows();

  /** Bytes the column takes in the block, those of the unfinished row included. */
  public abstract long sizeBytes();

  /** Bytes of heap held. */
  public abstract long retainedBytes();

  /**
   * Appends what the server fills in for a column without a DEFAULT expression: zero, the empty
   * text, array or object, the lowest number of an Enum, 1900-01-01 for Date32, a tuple of such;
   * NULL where the type has it.
   */
  public abstract void appendDefault();

  /** Appends what stands under a NULL, where any value will do. */
  void appendFiller() {
    appendDefault();
  }

  /** Appends so many defaults; shapes that can do it at once do. */
  void appendDefaults(int count) {
    for (int i = 0; i < count; i++) {
      appendDefault();
    }
  }

  /** Appends what stands under so many NULLs; shapes that can do it at once do. */
  void appendFillers(int count) {
    for (int i = 0; i < count; i++) {
      appendFiller();
    }
  }

  /** Bytes that a default takes, or about so many: what is exact is known once it is appended. */
  int defaultBytes() {
    return Long.BYTES;
  }

  /** Bytes of every row if all take the same, else {@link #VARIABLE}. */
  abstract int rowBytes();

  /** Makes what was appended permanent and returns {@link #sizeBytes()}. */
  abstract long commit();

  /**
   * Takes back everything beyond the first {@code rows} values, which must be what the last commit
   * held: nothing before it can be found again where values differ in length.
   */
  abstract void rollback(int rows);

  /** Throws IllegalStateException unless there are exactly {@code rows} complete values. */
  abstract void check(int rows);

  /** Writes what precedes the values of the whole type tree. */
  void writePrefix(ByteSink sink) {
    // Only LowCardinality, Variant, Dynamic and JSON have one.
  }

  /** Writes the values; changes nothing, so a block can be sent again. */
  abstract void writeBody(ByteSink sink);

  /** Empties the column; the capacity stays, subject to the shrink rule. */
  abstract void reset();

  /** Empties the column and gives its heap back. */
  abstract void trim();

  final IllegalStateException incomplete(String found) {
    return new IllegalStateException(
        "Column `" + name + "` (" + type.name() + ") " + found + ": every row needs one value");
  }
}
