// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.block;

import io.blockhouse.wire.internal.io.ByteSink;
import io.blockhouse.wire.type.ClickHouseType;
import java.util.Arrays;

/**
 * Vectors of one dimension, sent as bit planes: the highest bit of every element of every vector,
 * then the next lower one, and so on (src/DataTypes/Serializations/SerializationQBit). A plane
 * holds for each vector a big-endian number, whose bit i is that bit of element i. For each vector
 * append its elements; then {@link #endVector()}.
 *
 * <p>Held by element, turned into planes while it is written: 64 planes of almost empty buffers
 * would cost an idle column 16 KiB.
 */
public final class QBitColumn extends ColumnWriter {
  private static final int CHUNK = 4096;
  private static final byte[] EMPTY = {};

  private final FixedColumn elements;
  private final int dimension;

  /** Bytes of one vector in one plane. */
  private final int planeBytes;

  private int rows;

  /** For writing, made when first needed. */
  private byte[] scratch = EMPTY;

  QBitColumn(String name, ClickHouseType type) {
    super(name, type);
    this.elements = new FixedColumn(name, type.element());
    this.dimension = type.dimension();
    this.planeBytes = (dimension + Byte.SIZE - 1) / Byte.SIZE;
  }

  /** Elements of every vector. */
  public int dimension() {
    return dimension;
  }

  /** Where the elements of the next vector go. */
  public FixedColumn elements() {
    return elements;
  }

  /**
   * Makes the elements appended since the last vector one vector.
   *
   * @throws IllegalArgumentException if there are not {@link #dimension()} of them; take the row
   *     back then
   */
  public void endVector() {
    long count = elements.rows() - (long) rows * dimension;
    if (count != dimension) {
      throw new IllegalArgumentException(
          "vector of " + count + " elements; " + type().name() + " holds " + dimension);
    }
    rows++;
  }

  private int planes() {
    return elements.widthBytes() * Byte.SIZE;
  }

  @Override
  public int rows() {
    return rows;
  }

  @Override
  public long sizeBytes() {
    return (long) rows * rowBytes();
  }

  @Override
  public long retainedBytes() {
    return elements.retainedBytes() + scratch.length;
  }

  /** Appends the vector of zeros. */
  @Override
  public void appendDefault() {
    for (int i = 0; i < dimension; i++) {
      elements.appendDefault();
    }
    rows++;
  }

  @Override
  int rowBytes() {
    return planes() * planeBytes;
  }

  @Override
  long commit() {
    return sizeBytes();
  }

  @Override
  void rollback(int committed) {
    rows = committed;
    elements.rollback(Math.multiplyExact(committed, dimension));
  }

  @Override
  void check(int expected) {
    if (rows != expected) {
      throw incomplete("holds " + rows + " vectors for " + expected + " rows");
    }
    elements.check(Math.multiplyExact(expected, dimension));
  }

  @Override
  void writeBody(ByteSink sink) {
    if (scratch.length == 0) {
      scratch = new byte[Math.max(CHUNK, planeBytes)];
    }
    int atOnce = scratch.length / planeBytes;
    for (int plane = planes() - 1; plane >= 0; plane--) {
      for (int first = 0; first < rows; first += atOnce) {
        int count = Math.min(atOnce, rows - first);
        Arrays.fill(scratch, 0, count * planeBytes, (byte) 0);
        for (int i = 0; i < count; i++) {
          collect(plane, first + i, (i + 1) * planeBytes - 1);
        }
        sink.write(scratch, 0, count * planeBytes);
      }
    }
  }

  /** One bit of every element of a vector into the number whose last byte is at {@code last}. */
  private void collect(int plane, int row, int last) {
    int width = elements.widthBytes();
    byte[] values = elements.values().array();
    int at = row * dimension * width + plane / Byte.SIZE;
    int shift = plane % Byte.SIZE;
    for (int i = 0; i < dimension; i++) {
      int bit = values[at + i * width] >>> shift & 1;
      scratch[last - i / Byte.SIZE] |= (byte) (bit << i % Byte.SIZE);
    }
  }

  @Override
  void reset() {
    rows = 0;
    elements.reset();
  }

  @Override
  void trim() {
    rows = 0;
    elements.trim();
    scratch = EMPTY;
  }
}
