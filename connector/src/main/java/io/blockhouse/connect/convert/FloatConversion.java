// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import com.fasterxml.jackson.core.JsonParser;
import io.blockhouse.wire.block.FixedColumn;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Float32 and Float64. Integers must be exact in the type: an identifier that lost its last digits
 * is a wrong identifier. Decimals, doubles and text are fractions by nature and become the nearest
 * value; but what was finite must stay finite.
 */
final class FloatConversion extends TypeConversion {
  /** Significant bits of a float and of a double, the hidden one included. */
  private static final int FLOAT_BITS = 24;

  private static final int DOUBLE_BITS = 53;

  private final FixedColumn column;
  private final boolean single;
  private final int significantBits;

  FloatConversion(FixedColumn column, boolean single, boolean nullAsDefault) {
    super(column, nullAsDefault);
    this.column = column;
    this.single = single;
    this.significantBits = single ? FLOAT_BITS : DOUBLE_BITS;
  }

  @Override
  void ofLong(long value) {
    long magnitude = Math.abs(value); // Long.MIN_VALUE stays itself: as unsigned bits it is 2^63
    int bits = Long.SIZE - Long.numberOfLeadingZeros(magnitude);
    if (bits > significantBits && bits - Long.numberOfTrailingZeros(magnitude) > significantBits) {
      throw inexact();
    }
    if (single) {
      column.appendFloat(value);
    } else {
      column.appendDouble(value);
    }
  }

  @Override
  void ofBigInteger(BigInteger value) {
    BigInteger magnitude = value.abs();
    if (magnitude.bitLength() - Math.max(0, magnitude.getLowestSetBit()) > significantBits) {
      throw inexact();
    }
    append(single ? value.floatValue() : value.doubleValue(), true);
  }

  @Override
  void ofBoolean(boolean value) {
    ofLong(value ? 1 : 0);
  }

  @Override
  void ofFloat(float value) {
    append(value, false);
  }

  @Override
  void ofDouble(double value) {
    append(value, Double.isFinite(value));
  }

  /** What JSON says is finite, so an infinity here is an overflow. */
  @Override
  void ofJsonFraction(JsonParser json) throws IOException {
    append(json.getDoubleValue(), true);
  }

  @Override
  void ofDecimal(BigDecimal value) {
    append(single ? value.floatValue() : value.doubleValue(), true);
  }

  @Override
  void ofText(String value) {
    if (!NumberText.isNumber(value)) {
      throw reject("the text is not a number", "Send a number as JSON writes it, without blanks.");
    }
    boolean finite = !NumberText.isInfinity(value) && !value.equals("NaN");
    append(single ? Float.parseFloat(value) : Double.parseDouble(value), finite);
  }

  private void append(double value, boolean mustBeFinite) {
    if (single) {
      float rounded = (float) value;
      if (mustBeFinite && Float.isInfinite(rounded)) {
        throw outOfRange("of Float32");
      }
      column.appendFloat(rounded);
    } else {
      if (mustBeFinite && Double.isInfinite(value)) {
        throw outOfRange("of Float64");
      }
      column.appendDouble(value);
    }
  }

  private Rejection inexact() {
    return reject(
        "the integer has more than the type's " + significantBits + " significant bits",
        "Use an Int64 or UInt64 column.");
  }
}
