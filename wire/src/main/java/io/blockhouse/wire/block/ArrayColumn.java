// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.block;

import io.blockhouse.wire.internal.io.ByteSink;
import io.blockhouse.wire.internal.io.GrowableBuffer;
import io.blockhouse.wire.type.ClickHouseType;

/**
 * For each array the number of elements up to its end, counted from the start of the block, as
 * UInt64; then the elements of all arrays as one column.
 */
public final class ArrayColumn extends ColumnWriter {
  private final GrowableBuffer offsets = new GrowableBuffer();
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
    offsets.putLong(elements.rows());
  }

  @Override
  public int rows() {
    return offsets.size() / Long.BYTES;
  }

  @Override
  public long sizeBytes() {
    return offsets.size() + elements.sizeBytes();
  }

  @Override
  public long retainedBytes() {
    return offsets.capacity() + elements.retainedBytes();
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
    return offsets.size() + elements.commit();
  }

  @Override
  void rollback(int rows) {
    offsets.truncate((long) rows * Long.BYTES);
    elements.rollback(lastOffset());
  }

  @Override
  void check(int rows) {
    if (offsets.size() != (long) rows * Long.BYTES) {
      throw incomplete("holds " + rows() + " arrays for " + rows + " rows");
    }
    // Also refuses elements that no array has taken yet.
    elements.check(lastOffset());
  }

  private int lastOffset() {
    int size = offsets.size();
    return size == 0 ? 0 : (int) offsets.longAt(size - Long.BYTES);
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
