// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.wire.block.ColumnWriter;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Families whose values are whole numbers on the wire. Whatever number is integral and in range is
 * one of them, in whatever form it arrives; fractions are never rounded away.
 */
abstract class IntegralConversion extends TypeConversion {
  private static final double TWO_63 = 0x1p63;
  private static final double TWO_64 = 0x1p64;

  /** Decimal digits of 2^64 - 1. */
  private static final int MAX_DIGITS = 20;

  IntegralConversion(ColumnWriter column, boolean nullAsDefault) {
    super(column, nullAsDefault);
  }

  @Override
  abstract void ofLong(long value);

  /** Digits of the longest number in range; one with more is not expanded. */
  int maxDigits() {
    return MAX_DIGITS;
  }

  /** A whole number, or an infinity, outside Int64 and UInt64. */
  void ofBeyond64Bits(double value) {
    throw outOfRange(range());
  }

  /** The column's range, for error messages. */
  abstract String range();

  /** A number in 2^63 .. 2^64 - 1, as unsigned bits. */
  void ofUpperHalf(long bits) {
    throw outOfRange(range());
  }

  @Override
  void ofDouble(double value) {
    if (value != Math.rint(value)) { // also NaN
      throw fraction();
    }
    if (value >= -TWO_63 && value < TWO_63) {
      ofLong((long) value);
    } else if (value >= TWO_63 && value < TWO_64) {
      ofUpperHalf((long) (value - TWO_63) ^ Long.MIN_VALUE);
    } else {
      ofBeyond64Bits(value);
    }
  }

  @Override
  void ofBigInteger(BigInteger value) {
    if (value.bitLength() < Long.SIZE) {
      ofLong(value.longValue());
    } else if (value.bitLength() == Long.SIZE && value.signum() > 0) {
      ofUpperHalf(value.longValue());
    } else {
      throw outOfRange(range());
    }
  }

  @Override
  void ofDecimal(BigDecimal value) {
    if (value.signum() == 0) {
      ofLong(0);
      return;
    }
    // Digits before the point. Looked at first: 1E+1000000000 is tiny to send and huge to expand.
    long digits = (long) value.precision() - value.scale();
    if (digits > maxDigits()) {
      throw outOfRange(range());
    }
    if (digits <= 0 || value.scale() > 0 && value.stripTrailingZeros().scale() > 0) {
      throw fraction();
    }
    ofBigInteger(value.toBigInteger());
  }

  final Rejection notInteger() {
    return reject(
        "the text is not a whole number", "Send digits with an optional sign, without blanks.");
  }

  private Rejection fraction() {
    return reject("not a whole number", "Use a Float or Decimal column, or round in the producer.");
  }
}
