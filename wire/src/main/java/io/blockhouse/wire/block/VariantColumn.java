// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.block;

import io.blockhouse.wire.internal.io.ByteSink;
import io.blockhouse.wire.internal.io.GrowableBuffer;
import io.blockhouse.wire.type.ClickHouseType;

/**
 * Values of one of several types, and Geometry: for each the number of its member in the order of
 * {@link ClickHouseType#members()}, 255 for NULL; then the values of each member. For each value
 * call {@link #mark}, then append it to that {@link #member}; or call {@link #appendNull()}.
 */
public final class VariantColumn extends ColumnWriter {
  /** What precedes the discriminators, as UInt64: one for each row. */
  private static final long BASIC_MODE = 0;

  private final GrowableBuffer discriminators = new GrowableBuffer();
  private final VariantMembers members;

  VariantColumn(String name, ClickHouseType type, ColumnWriter[] columns) {
    super(name, type);
    this.members = new VariantMembers();
    for (ColumnWriter column : columns) {
      members.add(column);
    }
  }

  /** Members, in the order of {@link ClickHouseType#members()}. */
  public int memberCount() {
    return members.count();
  }

  /** Where a value goes after {@link #mark}. */
  public ColumnWriter member(int index) {
    return members.column(index);
  }

  /** Says that a value of that member follows: the caller then appends exactly one to it. */
  public void mark(int index) {
    members.mark(index);
    discriminators.putByte(index);
  }

  /** Appends NULL. */
  public void appendNull() {
    discriminators.putByte(VariantMembers.NULL);
  }

  @Override
  public int rows() {
    return discriminators.size();
  }

  @Override
  public long sizeBytes() {
    long bytes = Long.BYTES + discriminators.size();
    for (int i = 0; i < members.count(); i++) {
      bytes += members.column(i).sizeBytes();
    }
    return bytes;
  }

  @Override
  public long retainedBytes() {
    return discriminators.capacity() + members.retainedBytes();
  }

  @Override
  public void appendDefault() {
    appendNull();
  }

  @Override
  int rowBytes() {
    return VARIABLE;
  }

  @Override
  long commit() {
    long bytes = Long.BYTES + discriminators.size();
    for (int i = 0; i < members.count(); i++) {
      bytes += members.commit(i);
    }
    return bytes;
  }

  @Override
  void rollback(int rows) {
    discriminators.truncate(rows);
    members.rollback();
  }

  @Override
  void check(int rows) {
    if (discriminators.size() != rows) {
      throw incomplete("holds " + discriminators.size() + " values for " + rows + " rows");
    }
    members.check();
  }

  @Override
  void writePrefix(ByteSink sink) {
    sink.writeLong(BASIC_MODE);
    for (int i = 0; i < members.count(); i++) {
      members.column(i).writePrefix(sink);
    }
  }

  @Override
  void writeBody(ByteSink sink) {
    discriminators.writeTo(sink);
    for (int i = 0; i < members.count(); i++) {
      members.column(i).writeBody(sink);
    }
  }

  @Override
  void reset() {
    discriminators.reset();
    members.reset();
  }

  @Override
  void trim() {
    discriminators.trim();
    members.trim();
  }
}
