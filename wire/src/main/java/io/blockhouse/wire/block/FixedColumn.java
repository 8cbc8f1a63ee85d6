// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.block;

import io.blockhouse.wire.internal.io.ByteSink;
import io.blockhouse.wire.internal.io.GrowableBuffer;
import io.blockhouse.wire.type.ClickHouseType;
import io.blockhouse.wire.type.TypeFamily;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.Set;

/**
 * Values that all take the same number of bytes. The caller chooses the append method that fits
 * {@link #widthBytes()} once, when it binds itself to the column; only assertions check it per
 * value.
 */
public final class FixedColumn extends ColumnWriter {
  private static final Set<TypeFamily> UNSIGNED =
      EnumSet.of(
          TypeFamily.UINT8,
          TypeFamily.UINT16,
          TypeFamily.UINT32,
          TypeFamily.UINT64,
          TypeFamily.UINT128,
          TypeFamily.UINT256,
          TypeFamily.DATE,
          TypeFamily.DATETIME,
          TypeFamily.IPV4);

  private static final int BFLOAT16_QUIET_NAN = 0x40;

  /** 1900-01-01, in days (src/DataTypes/DataTypeDate32). */
  private static final int DATE32_DEFAULT = -25567;

  private final GrowableBuffer values = new GrowableBuffer();
  private final int width;

  /** Zero but for two: 0 may be no member of an Enum, where the server takes the lowest. */
  private final int defaultValue;

  FixedColumn(String name, ClickHouseType type) {
    super(name, type);
    this.width = type.widthBytes();
    this.defaultValue =
        switch (type.family()) {
          case ENUM8, ENUM16 -> type.enumMembers().lowest();
          case DATE32 -> DATE32_DEFAULT;
          default -> 0;
        };
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
   * append128(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits())}. An IPv6 goes in
   * network order, by {@link #appendBytes(byte[], int, int)}.
   */
  public void append128(long low, long high) {
    assert width == 2 * Long.BYTES : this;
    values.put128(low, high);
  }

  /** Width 32, in four limbs of 64 bits, the lowest first. */
  public void append256(long limb0, long limb1, long limb2, long limb3) {
    assert width == 4 * Long.BYTES : this;
    values.reserve(width);
    values.put128(limb0, limb1);
    values.put128(limb2, limb3);
  }

  /** Width 2: a BFloat16, which is the upper half of the Float32. Cuts the rest, as servers do. */
  public void appendBfloat16(float value) {
    assert width == Short.BYTES : this;
    int upper = Float.floatToRawIntBits(value) >>> Short.SIZE;
    // A NaN whose only bits are cut would be an infinity.
    values.putShort(Float.isNaN(value) ? upper | BFLOAT16_QUIET_NAN : upper);
  }

  /**
   * Any width: an integer in two's complement, for a Decimal the unscaled value. Makes garbage for
   * widths above 8; whoever has the limbs appends those.
   *
   * @throws IllegalArgumentException if it needs more bytes, or is negative in an unsigned type;
   *     nothing is appended then. A Decimal's precision, and the range of dates and times, are the
   *     caller's to check
   */
  public void append(BigInteger value) {
    int signBits = UNSIGNED.contains(type().family()) ? 0 : 1;
    if (value.bitLength() + signBits > width * Byte.SIZE || value.signum() < 0 && signBits == 0) {
      throw new IllegalArgumentException("value is out of the range of " + type().name());
    }
    switch (width) {
      case Byte.BYTES -> values.putByte(value.intValue());
      case Short.BYTES -> values.putShort(value.intValue());
      case Integer.BYTES -> values.putInt(value.intValue());
      case Long.BYTES -> values.putLong(value.longValue());
      case 2 * Long.BYTES -> values.put128(value.longValue(), limb(value, 1));
      case 4 * Long.BYTES ->
          append256(value.longValue(), limb(value, 1), limb(value, 2), limb(value, 3));
      default -> throw new IllegalArgumentException(type().name() + " holds no numbers");
    }
  }

  private static long limb(BigInteger value, int index) {
    return value.shiftRight(index * Long.SIZE).longValue();
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

  /** For the column whose part this is. */
  GrowableBuffer values() {
    return values;
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
    if (defaultValue == 0) {
      values.putZeros(width);
    } else if (width == Byte.BYTES) {
      values.putByte(defaultValue);
    } else if (width == Short.BYTES) {
      values.putShort(defaultValue);
    } else {
      values.putInt(defaultValue);
    }
  }

  @Override
  void appendFiller() {
    values.putZeros(width);
  }

  @Override
  void appendDefaults(int count) {
    if (defaultValue == 0) {
      appendFillers(count);
    } else {
      super.appendDefaults(count);
    }
  }

  @Override
  void appendFillers(int count) {
    values.putZeros(count * width);
  }

  @Override
  int defaultBytes() {
    return width;
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
