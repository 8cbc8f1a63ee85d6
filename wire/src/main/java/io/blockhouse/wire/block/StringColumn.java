// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.block;

import io.blockhouse.wire.internal.io.ByteSink;
import io.blockhouse.wire.internal.io.GrowableBuffer;
import io.blockhouse.wire.type.ClickHouseType;
import java.nio.ByteBuffer;
import java.util.Objects;

/** Values of any length: a varint with the number of bytes, then the bytes. */
public final class StringColumn extends ColumnWriter {
  private final GrowableBuffer values = new GrowableBuffer();
  private int rows;
  private int committedRows;
  private int committedBytes;

  StringColumn(String name, ClickHouseType type) {
    super(name, type);
  }

  /**
   * Appends the text as UTF-8.
   *
   * @throws MalformedTextException at an unpaired surrogate; nothing is appended then
   */
  public void append(String value) {
    Utf8.appendText(values, value);
    rows++;
  }

  /**
   * Appends the characters as UTF-8; the array is only read.
   *
   * @throws MalformedTextException at an unpaired surrogate; nothing is appended then
   */
  public void append(char[] text, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, text.length);
    Utf8.appendText(values, text, offset, length);
    rows++;
  }

  /** Appends a copy of the bytes, whatever they are: ClickHouse does not ask for UTF-8. */
  public void append(byte[] source, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, source.length);
    values.reserve(GrowableBuffer.MAX_VARINT_BYTES + (long) length);
    values.putVarInt(length);
    values.putBytes(source, offset, length);
    rows++;
  }

  /** The same with what remains in {@code source}, whose position stays. */
  public void append(ByteBuffer source) {
    int length = source.remaining();
    values.reserve(GrowableBuffer.MAX_VARINT_BYTES + (long) length);
    values.putVarInt(length);
    values.putBytes(source);
    rows++;
  }

  /** For the column whose part this is, with {@link #setRows}. */
  GrowableBuffer values() {
    return values;
  }

  /** After values were taken back, or put in front, in {@link #values()}. */
  void setRows(int rows) {
    this.rows = rows;
  }

  @Override
  public int rows() {
    return rows;
  }

  @Override
  public long sizeBytes() {
    return values.size();
  }

  @Override
  public long retainedBytes() {
    return values.capacity();
  }

  @Override
  public void appendDefault() {
    values.putByte(0);
    rows++;
  }

  @Override
  void appendDefaults(int count) {
    values.putZeros(count);
    rows += count;
  }

  @Override
  void appendFillers(int count) {
    appendDefaults(count);
  }

  @Override
  int defaultBytes() {
    return 1;
  }

  @Override
  int rowBytes() {
    return VARIABLE;
  }

  @Override
  long commit() {
    committedRows = rows;
    committedBytes = values.size();
    return committedBytes;
  }

  @Override
  void rollback(int rows) {
    this.rows = committedRows;
    values.truncate(committedBytes);
  }

  @Override
  void check(int expected) {
    if (rows != expected) {
      throw incomplete("holds " + rows + " values for " + expected + " rows");
    }
  }

  @Override
  void writeBody(ByteSink sink) {
    values.writeTo(sink);
  }

  @Override
  void reset() {
    values.reset();
    forgetRows();
  }

  @Override
  void trim() {
    values.trim();
    forgetRows();
  }

  private void forgetRows() {
    rows = 0;
    committedRows = 0;
    committedBytes = 0;
  }
}
