// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.block;

import io.blockhouse.wire.internal.io.ByteSink;
import io.blockhouse.wire.internal.io.GrowableBuffer;
import io.blockhouse.wire.type.ClickHouseType;

/** One mark per value (1 = NULL), then the values of all rows, with a default under each NULL. */
public final class NullableColumn extends ColumnWriter {
  private static final int PRESENT = 0;
  private static final int NULL = 1;

  private final GrowableBuffer nulls = new GrowableBuffer();
  private final ColumnWriter values;

  NullableColumn(String name, ClickHouseType type, ColumnWriter values) {
    super(name, type);
    this.values = values;
  }

  /** Where the value goes after {@link #markPresent()}. */
  public ColumnWriter values() {
    return values;
  }

  /** Appends NULL. */
  public void appendNull() {
    nulls.putByte(NULL);
    values.appendFiller();
  }

  /** Says that a value follows: the caller then appends exactly one to {@link #values()}. */
  public void markPresent() {
    nulls.putByte(PRESENT);
  }

  @Override
  public int rows() {
    return nulls.size();
  }

  @Override
  public long sizeBytes() {
    return nulls.size() + values.sizeBytes();
  }

  @Override
  public long retainedBytes() {
    return nulls.capacity() + values.retainedBytes();
  }

  @Override
  public void appendDefault() {
    appendNull();
  }

  @Override
  void appendDefaults(int count) {
    nulls.putRepeated(NULL, count);
    values.appendFillers(count);
  }

  @Override
  int defaultBytes() {
    return 1 + values.defaultBytes();
  }

  @Override
  int rowBytes() {
    int bytes = values.rowBytes();
    return bytes == VARIABLE ? VARIABLE : bytes + 1;
  }

  @Override
  long commit() {
    return nulls.size() + values.commit();
  }

  @Override
  void rollback(int rows) {
    nulls.truncate(rows);
    values.rollback(rows);
  }

  @Override
  void check(int rows) {
    if (nulls.size() != rows) {
      throw incomplete("holds " + nulls.size() + " null marks for " + rows + " rows");
    }
    values.check(rows);
  }

  @Override
  void writePrefix(ByteSink sink) {
    values.writePrefix(sink);
  }

  @Override
  void writeBody(ByteSink sink) {
    nulls.writeTo(sink);
    values.writeBody(sink);
  }

  @Override
  void reset() {
    nulls.reset();
    values.reset();
  }

  @Override
  void trim() {
    nulls.trim();
    values.trim();
  }
}
