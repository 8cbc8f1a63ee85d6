// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.block;

import io.blockhouse.wire.internal.io.ByteSink;
import io.blockhouse.wire.type.ClickHouseType;

/**
 * For each array the number of elements up to its end, counted from the start of the block, as
 * UInt64; then the elements of all arrays as one column. Also Nested, as an array of named tuples,
 * and the geo types that are lists.
 */
public final class ArrayColumn extends ColumnWriter {
  private final Offsets offsets = new Offsets();
  private final ColumnWriter elements;

  ArrayColumn(String name, ClickHouseType type, ColumnWriter elements) {
    super(name, type);
    this.elements = elements;
  }

  /** Where the elements of the next array go. */
  public ColumnWriter elements() {
    return elements;
  }

  /** Makes the elements appended since the last array one array, maybe an empty one. */
  public void endArray() {
    offsets.add(elements.rows());
  }

  @Override
  public int rows() {
    return offsets.rows();
  }

  @Override
  public long sizeBytes() {
    return offsets.sizeBytes() + elements.sizeBytes();
  }

  @Override
  public long retainedBytes() {
    return offsets.retainedBytes() + elements.retainedBytes();
  }

  @Override
  public void appendDefault() {
    endArray();
  }

  @Override
  int rowBytes() {
    return VARIABLE;
  }

  @Override
  long commit() {
    return offsets.sizeBytes() + elements.commit();
  }

  @Override
  void rollback(int rows) {
    offsets.rollback(rows);
    elements.rollback(offsets.elements());
  }

  @Override
  void check(int rows) {
    if (rows() != rows) {
      throw incomplete("holds " + rows() + " arrays for " + rows + " rows");
    }
    // Also refuses elements that no array has taken yet.
    elements.check(offsets.elements());
  }

  @Override
  void writePrefix(ByteSink sink) {
    elements.writePrefix(sink);
  }

  @Override
  void writeBody(ByteSink sink) {
    offsets.writeTo(sink);
    elements.writeBody(sink);
  }

  @Override
  void reset() {
    offsets.reset();
    elements.reset();
  }

  @Override
  void trim() {
    offsets.trim();
    elements.trim();
  }
}
