// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.block;

import io.blockhouse.wire.internal.io.ByteSink;
import io.blockhouse.wire.type.ClickHouseType;

/**
 * Tuples, named or not, and Points: the columns of the elements one after the other. For each tuple
 * append one value to every element; then {@link #endTuple()}.
 */
public final class TupleColumn extends ColumnWriter {
  /** What stands for a tuple without elements (src/DataTypes/Serializations/SerializationTuple). */
  private static final int EMPTY_TUPLE = 0x30;

  private final ColumnWriter[] elements;
  private final int rowBytes;
  private int rows;

  TupleColumn(String name, ClickHouseType type, ColumnWriter[] elements) {
    super(name, type);
    this.elements = elements;
    this.rowBytes = elements.length == 0 ? Byte.BYTES : sum(elements);
  }

  private static int sum(ColumnWriter[] elements) {
    long bytes = 0;
    for (ColumnWriter element : elements) {
      if (element.rowBytes() == VARIABLE) {
        return VARIABLE;
      }
      bytes += element.rowBytes();
    }
    // VARIABLE only means that the sum is not known beforehand.
    return bytes > Integer.MAX_VALUE ? VARIABLE : (int) bytes;
  }

  /** Elements of every tuple, maybe none. */
  public int elementCount() {
    return elements.length;
  }

  /** Where the element at {@code index} of the next tuple goes. */
  public ColumnWriter element(int index) {
    return elements[index];
  }

  /** Makes the elements appended since the last tuple one tuple. */
  public void endTuple() {
    rows++;
  }

  @Override
  public int rows() {
    return rows;
  }

  @Override
  public long sizeBytes() {
    long bytes = emptyTupleBytes();
    for (ColumnWriter element : elements) {
      bytes += element.sizeBytes();
    }
    return bytes;
  }

  private int emptyTupleBytes() {
    return elements.length == 0 ? rows : 0;
  }

  @Override
  public long retainedBytes() {
    long bytes = 0;
    for (ColumnWriter element : elements) {
      bytes += element.retainedBytes();
    }
    return bytes;
  }

  @Override
  public void appendDefault() {
    for (ColumnWriter element : elements) {
      element.appendDefault();
    }
    rows++;
  }

  @Override
  int defaultBytes() {
    int bytes = 0;
    for (ColumnWriter element : elements) {
      bytes += element.defaultBytes();
    }
    return bytes;
  }

  @Override
  int rowBytes() {
    return rowBytes;
  }

  @Override
  long commit() {
    long bytes = emptyTupleBytes();
    for (ColumnWriter element : elements) {
      bytes += element.commit();
    }
    return bytes;
  }

  @Override
  void rollback(int committed) {
    rows = committed;
    for (ColumnWriter element : elements) {
      element.rollback(committed);
    }
  }

  @Override
  void check(int expected) {
    if (rows != expected) {
      throw incomplete("holds " + rows + " tuples for " + expected + " rows");
    }
    for (ColumnWriter element : elements) {
      element.check(expected);
    }
  }

  @Override
  void writePrefix(ByteSink sink) {
    for (ColumnWriter element : elements) {
      element.writePrefix(sink);
    }
  }

  @Override
  void writeBody(ByteSink sink) {
    for (ColumnWriter element : elements) {
      element.writeBody(sink);
    }
    for (int i = emptyTupleBytes(); i > 0; i--) {
      sink.writeByte(EMPTY_TUPLE);
    }
  }

  @Override
  void reset() {
    rows = 0;
    for (ColumnWriter element : elements) {
      element.reset();
    }
  }

  @Override
  void trim() {
    rows = 0;
    for (ColumnWriter element : elements) {
      element.trim();
    }
  }
}
