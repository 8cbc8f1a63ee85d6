// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.block;

import io.blockhouse.wire.internal.io.ByteSink;
import io.blockhouse.wire.internal.io.GrowableBuffer;
import io.blockhouse.wire.type.ClickHouseType;
import java.nio.ByteBuffer;

/**
 * Values that all take the same number of bytes. The caller chooses the append method that fits
 * {@link #widthBytes()} once, when it binds itself to the column; only assertions check it per
 * value.
 */
public final class FixedColumn extends ColumnWriter {
  private final GrowableBuffer values = new GrowableBuffer();
  private final int width;

  FixedColumn(String name, ClickHouseType type) {
    super(name, type);
    this.width = type.widthBytes();
  }

  /** Bytes of one value. */
  public int widthBytes() {
    return width;
  }

  /** Appends the low eight bits: width 1. */
  public void appendByte(int value) {
    assert width == Byte.BYTES : this;
    values.putByte(value);
  }

  /** Appends the low sixteen bits: width 2. */
  public void appendShort(int value) {
    assert width == Short.BYTES : this;
    values.putShort(value);
  }

  /** Width 4. */
  public void appendInt(int value) {
    assert width == Integer.BYTES : this;
    values.putInt(value);
  }

  /** Width 8. */
  public void appendLong(long value) {
    assert width == Long.BYTES : this;
    values.putLong(value);
  }

  /** Width 4; the bits as they are, of NaN too. */
  public void appendFloat(float value) {
    assert width == Float.BYTES : this;
    values.putInt(Float.floatToRawIntBits(value));
  }

  /** Width 8; the bits as they are, of NaN too. */
  public void appendDouble(double value) {
    assert width == Double.BYTES : this;
    values.putLong(Double.doubleToRawLongBits(value));
  }

  /**
   * Width 16, the low half first. For a UUID {@code low} is the first half of its text form: {@code
   * append128(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits())}.
   */
  public void append128(long low, long high) {
    assert width == 2 * Long.BYTES : this;
    values.put128(low, high);
  }

  /**
   * Appends up to {@link #widthBytes()} bytes, copied, and zeros up to the width.
   *
   * @throws IllegalArgumentException if there are more; nothing is appended then
   */
  public void appendBytes(byte[] source, int offset, int length) {
    requireFits(length);
    values.reserve(width);
    values.putBytes(source, offset, length);
    values.putZeros(width - length);
  }

  /** The same with what remains in {@code source}, whose position stays. */
  public void appendBytes(ByteBuffer source) {
    int length = source.remaining();
    requireFits(length);
    values.reserve(width);
    values.putBytes(source);
    values.putZeros(width - length);
  }

  private void requireFits(int length) {
    if (length > width) {
      throw new IllegalArgumentException(
          "value of " + length + " bytes is longer than " + type().name() + "; shorten it");
    }
  }

  @Override
  public int rows() {
    return values.size() / width;
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
    values.putZeros(width);
  }

  @Override
  int rowBytes() {
    return width;
  }

  @Override
  long commit() {
    return values.size();
  }

  @Override
  void rollback(int rows) {
    values.truncate((long) rows * width);
  }

  @Override
  void check(int rows) {
    if (values.size() != (long) rows * width) {
      throw incomplete("holds " + values.size() + " bytes for " + rows + " rows");
    }
  }

  @Override
  void writeBody(ByteSink sink) {
    values.writeTo(sink);
  }

  @Override
  void reset() {
    values.reset();
  }

  @Override
  void trim() {
    values.trim();
  }
}
