// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import com.fasterxml.jackson.core.JsonParser;
import io.blockhouse.wire.block.FixedColumn;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * BFloat16: the nearest Float32, cut to its upper half as the server itself does. Integers must be
 * exact, and what was finite must stay finite, as for the other floats.
 */
final class BFloat16Conversion extends TypeConversion {
  /** The hidden one included. */
  private static final int SIGNIFICANT_BITS = 8;

  private final FixedColumn column;

  BFloat16Conversion(FixedColumn column, boolean nullAsDefault) {
    super(column, nullAsDefault);
    this.column = column;
  }

  @Override
  void ofLong(long value) {
    long magnitude = Math.abs(value); // Long.MIN_VALUE stays itself: as unsigned bits it is 2^63
    int bits = Long.SIZE - Long.numberOfLeadingZeros(magnitude);
    if (bits - Long.numberOfTrailingZeros(magnitude) > SIGNIFICANT_BITS) {
      throw inexact();
    }
    column.appendBfloat16(value);
  }

  @Override
  void ofBigInteger(BigInteger value) {
    BigInteger magnitude = value.abs();
    if (magnitude.bitLength() - Math.max(0, magnitude.getLowestSetBit()) > SIGNIFICANT_BITS) {
      throw inexact();
    }
    append(value.floatValue(), true);
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
    append((float) value, Double.isFinite(value));
  }

  /** What JSON says is finite, so an infinity here is an overflow. */
  @Override
  void ofJsonFraction(JsonParser json) throws IOException {
    append(json.getFloatValue(), true);
  }

  @Override
  void ofDecimal(BigDecimal value) {
    append(value.floatValue(), true);
  }

  @Override
  void ofText(String value) {
    if (!NumberText.isNumber(value)) {
      throw reject("the text is not a number", "Send a number as JSON writes it, without blanks.");
    }
    boolean finite = !NumberText.isInfinity(value) && !value.equals("NaN");
    append(Float.parseFloat(value), finite);
  }

  private void append(float value, boolean mustBeFinite) {
    if (mustBeFinite && Float.isInfinite(value)) {
      throw outOfRange("of BFloat16");
    }
    column.appendBfloat16(value);
  }

  private Rejection inexact() {
    return reject(
        "the integer has more than the type's " + SIGNIFICANT_BITS + " significant bits",
        "Use an integer column.");
  }
}
