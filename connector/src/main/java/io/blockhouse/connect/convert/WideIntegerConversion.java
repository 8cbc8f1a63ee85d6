// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.wire.block.FixedColumn;
import java.math.BigDecimal;
import java.math.BigInteger;

/** Int128, Int256, UInt128 and UInt256: what narrower integers take, further. */
final class WideIntegerConversion extends IntegralConversion {
  private final FixedColumn column;
  private final boolean unsigned;
  private final BigInteger min;
  private final BigInteger max;
  private final WideInteger maxMagnitude;
  private final WideInteger maxNegativeMagnitude;

  /** The number being read. */
  private final WideInteger wide = new WideInteger();

  private final CharSpan span = new CharSpan();

  WideIntegerConversion(FixedColumn column, boolean unsigned, boolean nullAsDefault) {
    super(column, nullAsDefault);
    this.column = column;
    this.unsigned = unsigned;
    int bits = column.widthBytes() * Byte.SIZE;
    BigInteger end = BigInteger.ONE.shiftLeft(unsigned ? bits : bits - 1);
    this.max = end.subtract(BigInteger.ONE);
    this.min = unsigned ? BigInteger.ZERO : end.negate();
    this.maxMagnitude = WideInteger.of(max);
    this.maxNegativeMagnitude = WideInteger.of(min.negate());
  }

  @Override
  String range() {
    return min + ".." + max;
  }

  @Override
  int maxDigits() {
    return max.toString().length();
  }

  @Override
  void ofLong(long value) {
    if (unsigned && value < 0) {
      throw outOfRange(range());
    }
    append(value, value >> Long.SIZE - 1);
  }

  /** Of a number whose upper limbs are all the same. */
  private void append(long low, long upper) {
    if (column.widthBytes() == 2 * Long.BYTES) {
      column.append128(low, upper);
    } else {
      column.append256(low, upper, upper, upper);
    }
  }

  @Override
  void ofUpperHalf(long bits) {
    append(bits, 0);
  }

  @Override
  void ofBeyond64Bits(double value) {
    if (Double.isInfinite(value)) {
      throw outOfRange(range());
    }
    ofBigInteger(new BigDecimal(value).toBigInteger());
  }

  @Override
  void ofBigInteger(BigInteger value) {
    if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
      throw outOfRange(range());
    }
    column.append(value);
  }

  @Override
  void ofBoolean(boolean value) {
    ofLong(value ? 1 : 0);
  }

  /** A logical date is the number of its schema's definition. */
  @Override
  void ofDay(long epochDay) {
    ofLong(epochDay);
  }

  /** A logical timestamp is the number of its schema's definition, in that unit. */
  @Override
  void ofInstant(long ticks, int scale) {
    ofLong(ticks);
  }

  @Override
  void ofTimeOfDay(long ticks, int scale) {
    ofLong(ticks);
  }

  /** An optional sign and ASCII digits, nothing else. */
  @Override
  void ofText(String value) {
    read(value);
  }

  @Override
  void ofChars(char[] text, int offset, int length) {
    read(span.of(text, offset, length));
  }

  private void read(CharSequence value) {
    int length = value.length();
    boolean negative = length > 0 && value.charAt(0) == '-';
    int index = negative || length > 0 && value.charAt(0) == '+' ? 1 : 0;
    if (index == length) {
      throw notInteger();
    }
    wide.set(0);
    long chunk = 0;
    int digits = 0;
    for (; index < length; index++) {
      int digit = value.charAt(index) - '0';
      if (digit < 0 || digit > 9) {
        throw notInteger();
      }
      chunk = chunk * 10 + digit;
      if (++digits == WideInteger.CHUNK_DIGITS) {
        wide.append(digits, chunk);
        chunk = 0;
        digits = 0;
      }
    }
    wide.append(digits, chunk);
    appendWide(negative);
  }

  private void appendWide(boolean negative) {
    if (wide.isAbove(negative ? maxNegativeMagnitude : maxMagnitude)) {
      throw outOfRange(range());
    }
    if (negative) {
      wide.negate();
    }
    if (column.widthBytes() == 2 * Long.BYTES) {
      column.append128(wide.limb0(), wide.limb1());
    } else {
      column.append256(wide.limb0(), wide.limb1(), wide.limb2(), wide.limb3());
    }
  }
}
