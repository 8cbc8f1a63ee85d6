// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.wire.block.FixedColumn;

/** Int8 to Int64 and UInt8 to UInt64: every integer that fits, booleans as 1 and 0, exact text. */
class IntegerConversion extends IntegralConversion {
  /** 2^64 - 1 = 10 * this + 5. */
  private static final long MAX_UNSIGNED_TENTH = 1844674407370955161L;

  private final FixedColumn column;
  private final int widthBytes;
  private final boolean unsigned;
  private final long min;
  private final long max;

  IntegerConversion(FixedColumn column, boolean unsigned, boolean nullAsDefault) {
    super(column, nullAsDefault);
    this.column = column;
    this.widthBytes = column.widthBytes();
    this.unsigned = unsigned;
    int bits = widthBytes * Byte.SIZE;
    this.min = unsigned ? 0 : Long.MIN_VALUE >> Long.SIZE - bits;
    // UInt64 has its upper half in ofUpperHalf.
    this.max = unsigned && bits < Long.SIZE ? -1L >>> Long.SIZE - bits : ~Long.MIN_VALUE >> shift();
  }

  /** How far Int64's largest value is above this signed type's; 0 for UInt64. */
  private int shift() {
    return Long.SIZE - widthBytes * Byte.SIZE;
  }

  @Override
  String range() {
    return min + ".." + (unsigned && widthBytes == Long.BYTES ? Long.toUnsignedString(-1) : max);
  }

  @Override
  void ofLong(long value) {
    if (value < min || value > max) {
      throw outOfRange(range());
    }
    switch (widthBytes) {
      case 1 -> column.appendByte((int) value);
      case 2 -> column.appendShort((int) value);
      case 4 -> column.appendInt((int) value);
      default -> column.appendLong(value);
    }
  }

  @Override
  void ofUpperHalf(long bits) {
    if (!unsigned || widthBytes != Long.BYTES) {
      throw outOfRange(range());
    }
    column.appendLong(bits);
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
    int length = value.length();
    boolean negative = length > 0 && value.charAt(0) == '-';
    int index = negative || length > 0 && value.charAt(0) == '+' ? 1 : 0;
    if (index == length) {
      throw notInteger();
    }
    long magnitude = 0;
    boolean overflow = false;
    for (; index < length; index++) {
      int digit = value.charAt(index) - '0';
      if (digit < 0 || digit > 9) {
        throw notInteger();
      }
      int order = Long.compareUnsigned(magnitude, MAX_UNSIGNED_TENTH);
      overflow |= order > 0 || order == 0 && digit > 5;
      magnitude = magnitude * 10 + digit;
    }
    if (overflow || negative && Long.compareUnsigned(magnitude, Long.MIN_VALUE) > 0) {
      throw outOfRange(range());
    }
    if (negative) {
      ofLong(-magnitude);
    } else if (magnitude >= 0) {
      ofLong(magnitude);
    } else {
      ofUpperHalf(magnitude);
    }
  }
}
