// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import com.fasterxml.jackson.core.JsonParser;
import io.blockhouse.wire.block.FixedColumn;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Decimal(P, S): exactly the number that was sent, or a refusal. A double or float stands for its
 * shortest decimal form: 0.1 is a tenth.
 */
final class DecimalConversion extends TypeConversion {
  /** Powers of ten up to this one are exact as doubles. */
  private static final int MAX_EXACT_POWER = 22;

  /** Two different numbers of up to 15 digits are never the same double. */
  private static final double MAX_EXACT_DIGITS = 1e15;

  /** Larger exponents are read as this one: all are out of range, or too fine. */
  private static final long MAX_EXPONENT = 1_000_000_000_000L;

  /** 10^78 has more than 256 bits. */
  private static final int MAX_POWER = 78;

  private final FixedColumn column;
  private final int scale;
  private final int wholeDigits;

  /** 10^P - 1. */
  private final WideInteger limit;

  /** The unscaled magnitude being read. */
  private final WideInteger wide = new WideInteger();

  private final CharSpan span = new CharSpan();

  DecimalConversion(FixedColumn column, boolean nullAsDefault) {
    super(column, nullAsDefault);
    this.column = column;
    this.scale = column.type().scale();
    this.wholeDigits = column.type().precision() - scale;
    this.limit =
        WideInteger.of(BigInteger.TEN.pow(column.type().precision()).subtract(BigInteger.ONE));
  }

  @Override
  void ofLong(long value) {
    wide.set(Math.abs(value)); // Long.MIN_VALUE stays itself: as unsigned bits it is 2^63
    wide.multiplyByPowerOfTen(scale);
    append(value < 0);
  }

  @Override
  void ofBoolean(boolean value) {
    ofLong(value ? 1 : 0);
  }

  @Override
  void ofDouble(double value) {
    requireFinite(value);
    double power = 1;
    for (int digits = 0; digits <= Math.min(scale, MAX_EXACT_POWER); digits++) {
      double whole = Math.rint(value * power);
      if (Math.abs(whole) >= MAX_EXACT_DIGITS) {
        break;
      }
      if (whole / power == value) {
        wide.set(Math.abs((long) whole));
        wide.multiplyByPowerOfTen(scale - digits);
        append(value < 0);
        return;
      }
      power *= 10;
    }
    ofNumberText(NumberText.shortest(value));
  }

  @Override
  void ofFloat(float value) {
    requireFinite(value);
    ofNumberText(Float.toString(value)); // its own shortest form, not that of the double
  }

  private void requireFinite(double value) {
    if (!Double.isFinite(value)) {
      throw reject("NaN and infinities are no decimals", "Use a Float column.");
    }
  }

  @Override
  void ofBigInteger(BigInteger value) {
    ofDecimal(new BigDecimal(value));
  }

  @Override
  void ofDecimal(BigDecimal value) {
    if (value.signum() == 0) {
      ofLong(0);
      return;
    }
    // Digits before the point. Looked at first: 1E+1000000000 is tiny to send and huge to expand.
    long digits = (long) value.precision() - value.scale();
    if (digits > wholeDigits) {
      throw outOfRange();
    }
    if (digits <= -scale) {
      throw inexact();
    }
    BigDecimal exact = value.scale() > scale ? value.stripTrailingZeros() : value;
    if (exact.scale() > scale) {
      throw inexact();
    }
    BigInteger unscaled = exact.setScale(scale).unscaledValue();
    switch (column.widthBytes()) {
      case Integer.BYTES -> column.appendInt(unscaled.intValue());
      case Long.BYTES -> column.appendLong(unscaled.longValue());
      default -> column.append(unscaled);
    }
  }

  /** A number as JSON writes it. */
  @Override
  void ofText(String value) {
    readText(value);
  }

  @Override
  void ofChars(char[] text, int offset, int length) {
    readText(span.of(text, offset, length));
  }

  @Override
  void ofJsonFraction(JsonParser json) throws IOException {
    ofNumberText(span.of(json.getTextCharacters(), json.getTextOffset(), json.getTextLength()));
  }

  private void readText(CharSequence value) {
    boolean number = NumberText.isNumber(value);
    // NaN and the infinities are the only ones that end otherwise.
    if (!number || !isDigit(value.charAt(value.length() - 1))) {
      throw reject("the text is not a number", "Send a number as JSON writes it, without blanks.");
    }
    ofNumberText(value);
  }

  private void ofNumberText(CharSequence value) {
    boolean negative = value.charAt(0) == '-';
    int start = negative || value.charAt(0) == '+' ? 1 : 0;
    int point = -1;
    int end = start;
    while (end < value.length() && (value.charAt(end) | 0x20) != 'e') {
      point = value.charAt(end) == '.' ? end : point;
      end++;
    }
    int digits = end - start - (point < 0 ? 0 : 1);
    int fraction = point < 0 ? 0 : end - point - 1;
    // By how many places the digits, read as one integer, are off the unscaled value.
    long shift = (long) scale + exponent(value, end) - fraction;
    read(value, start, end, shift < 0 ? digits + shift : digits);
    if (shift > 0) {
      // What is out of range stays so; nothing that is not zero fits after this many.
      wide.multiplyByPowerOfTen((int) Math.min(shift, MAX_POWER));
    }
    append(negative);
  }

  private static long exponent(CharSequence value, int end) {
    if (end == value.length()) {
      return 0;
    }
    int index = isDigit(value.charAt(end + 1)) ? end + 1 : end + 2;
    long exponent = 0;
    for (; index < value.length(); index++) {
      exponent = Math.min(exponent * 10 + value.charAt(index) - '0', MAX_EXPONENT);
    }
    return value.charAt(end + 1) == '-' ? -exponent : exponent;
  }

  /** Reads the first {@code kept} digits; the others must be zeros. */
  private void read(CharSequence value, int start, int end, long kept) {
    wide.set(0);
    long chunk = 0;
    int chunkDigits = 0;
    int ordinal = 0;
    for (int index = start; index < end; index++) {
      char c = value.charAt(index);
      if (c == '.') {
        continue;
      }
      if (ordinal++ >= kept) {
        if (c != '0') {
          throw inexact();
        }
        continue;
      }
      chunk = chunk * 10 + c - '0';
      if (++chunkDigits == WideInteger.CHUNK_DIGITS) {
        wide.append(chunkDigits, chunk);
        chunk = 0;
        chunkDigits = 0;
      }
    }
    wide.append(chunkDigits, chunk);
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private void append(boolean negative) {
    if (wide.isAbove(limit)) {
      throw outOfRange();
    }
    if (negative) {
      wide.negate();
    }
    switch (column.widthBytes()) {
      case Integer.BYTES -> column.appendInt((int) wide.limb0());
      case Long.BYTES -> column.appendLong(wide.limb0());
      case 2 * Long.BYTES -> column.append128(wide.limb0(), wide.limb1());
      default -> column.append256(wide.limb0(), wide.limb1(), wide.limb2(), wide.limb3());
    }
  }

  private Rejection outOfRange() {
    return outOfRange("of " + wholeDigits + " digits before the point");
  }

  private Rejection inexact() {
    return reject(
        "it has more digits after the point than the type's " + scale,
        "Use a Decimal with a larger scale, or round in the producer.");
  }
}
