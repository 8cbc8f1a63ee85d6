// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import java.math.BigInteger;

/**
 * An unsigned integer of up to 256 bits that is put together from decimal digits. One is reused for
 * all values of a column, so that a value costs no object.
 */
final class WideInteger {
  /** 10^18 is the largest power of ten whose multiples by a digit still fit a long. */
  static final int CHUNK_DIGITS = 18;

  private static final long[] POWERS = new long[CHUNK_DIGITS + 1];

  static {
    POWERS[0] = 1;
    for (int i = 1; i < POWERS.length; i++) {
      POWERS[i] = POWERS[i - 1] * 10;
    }
  }

  /** Limbs of 64 bits, the lowest first. */
  private long limb0;

  private long limb1;
  private long limb2;
  private long limb3;
  private boolean overflown;

  /** Copies a number that is not negative and has at most 256 bits. */
  static WideInteger of(BigInteger value) {
    WideInteger wide = new WideInteger();
    wide.limb0 = value.longValue();
    wide.limb1 = value.shiftRight(Long.SIZE).longValue();
    wide.limb2 = value.shiftRight(2 * Long.SIZE).longValue();
    wide.limb3 = value.shiftRight(3 * Long.SIZE).longValue();
    return wide;
  }

  /** Becomes the number whose bits these are, unsigned. */
  void set(long bits) {
    limb0 = bits;
    limb1 = 0;
    limb2 = 0;
    limb3 = 0;
    overflown = false;
  }

  /** Becomes 10^digits times itself plus {@code addend}; at most CHUNK_DIGITS digits. */
  void append(int digits, long addend) {
    long factor = POWERS[digits];
    long carry = addend;
    long low = limb0 * factor + carry;
    carry = high(limb0, factor) + carried(low, carry);
    limb0 = low;
    low = limb1 * factor + carry;
    carry = high(limb1, factor) + carried(low, carry);
    limb1 = low;
    low = limb2 * factor + carry;
    carry = high(limb2, factor) + carried(low, carry);
    limb2 = low;
    low = limb3 * factor + carry;
    carry = high(limb3, factor) + carried(low, carry);
    limb3 = low;
    overflown |= carry != 0;
  }

  /** The upper half of the unsigned product; the factor is not negative. */
  private static long high(long limb, long factor) {
    return Math.multiplyHigh(limb, factor) + (limb >> Long.SIZE - 1 & factor);
  }

  private static long carried(long sum, long addend) {
    return Long.compareUnsigned(sum, addend) < 0 ? 1 : 0;
  }

  void multiplyByPowerOfTen(int exponent) {
    int rest = exponent;
    while (rest > 0 && !isZero()) {
      int digits = Math.min(rest, CHUNK_DIGITS);
      append(digits, 0);
      rest -= digits;
    }
  }

  boolean isZero() {
    return (limb0 | limb1 | limb2 | limb3) == 0 && !overflown;
  }

  /** Whether it is greater than the limit; always when it did not fit 256 bits. */
  boolean isAbove(WideInteger limit) {
    if (overflown) {
      return true;
    }
    int order = Long.compareUnsigned(limb3, limit.limb3);
    order = order != 0 ? order : Long.compareUnsigned(limb2, limit.limb2);
    order = order != 0 ? order : Long.compareUnsigned(limb1, limit.limb1);
    order = order != 0 ? order : Long.compareUnsigned(limb0, limit.limb0);
    return order > 0;
  }

  /** Becomes its two's complement in 256 bits. */
  void negate() {
    limb0 = -limb0;
    boolean carry = limb0 == 0;
    limb1 = carry ? -limb1 : ~limb1;
    carry &= limb1 == 0;
    limb2 = carry ? -limb2 : ~limb2;
    carry &= limb2 == 0;
    limb3 = carry ? -limb3 : ~limb3;
  }

  long limb0() {
    return limb0;
  }

  long limb1() {
    return limb1;
  }

  long limb2() {
    return limb2;
  }

  long limb3() {
    return limb3;
  }
}
