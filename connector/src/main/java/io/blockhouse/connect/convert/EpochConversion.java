// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import com.fasterxml.jackson.core.JsonParser;
import io.blockhouse.wire.block.ColumnWriter;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import org.apache.kafka.connect.data.Schema;

/**
 * A temporal conversion for which bare numbers are times in a configured unit, fractions included,
 * rather than the column's own. Everything else passes through.
 */
final class EpochConversion extends TypeConversion {
  private static final int NANO_SCALE = 9;

  /** Digits of the seconds before the point: far beyond every column's range, within a long. */
  private static final int MAX_SECOND_DIGITS = 18;

  /** Digits behind the point: more than any producer means. */
  private static final int MAX_FRACTION_DIGITS = 2_000;

  private final TemporalConversion to;
  private final int scale;

  /** The column is the one {@code to} writes. */
  EpochConversion(
      ColumnWriter column, TemporalConversion to, TimestampUnit unit, boolean nullAsDefault) {
    super(column, nullAsDefault);
    this.to = to;
    this.scale = unit.scale();
  }

  @Override
  void ofLong(long value) {
    to.ofInstant(value, scale);
  }

  @Override
  void ofDouble(double value) {
    if (value == Math.rint(value) && Math.abs(value) < 0x1p63) {
      to.ofInstant((long) value, scale);
    } else if (Double.isFinite(value)) {
      ofDecimal(BigDecimal.valueOf(value));
    } else {
      throw reject("NaN and infinities are no times", "Correct the producer.");
    }
  }

  @Override
  void ofBigInteger(BigInteger value) {
    ofDecimal(new BigDecimal(value));
  }

  @Override
  void ofDecimal(BigDecimal value) {
    BigDecimal seconds = value.scaleByPowerOfTen(-scale);
    // Looked at first: 1E+1000000000 is tiny to send and huge to expand.
    if ((long) seconds.precision() - seconds.scale() > MAX_SECOND_DIGITS) {
      throw outOfRange(to.range());
    }
    if (seconds.scale() > MAX_FRACTION_DIGITS) {
      throw reject("the number has too many digits", "Correct the producer.");
    }
    BigDecimal nanos = seconds.setScale(NANO_SCALE, RoundingMode.FLOOR);
    long second = nanos.setScale(0, RoundingMode.FLOOR).longValueExact();
    long nano = nanos.subtract(BigDecimal.valueOf(second)).unscaledValue().longValueExact();
    to.ofSecond(second, (int) nano);
  }

  @Override
  void ofJsonFraction(JsonParser json) throws IOException {
    ofDecimal(json.getDecimalValue());
  }

  @Override
  void ofBoolean(boolean value) {
    to.ofBoolean(value);
  }

  @Override
  void ofText(String value) {
    to.ofText(value);
  }

  @Override
  void ofChars(char[] text, int offset, int length) {
    to.ofChars(text, offset, length);
  }

  @Override
  void ofBytes(byte[] value) {
    to.ofBytes(value);
  }

  @Override
  void ofBytes(ByteBuffer value) {
    to.ofBytes(value);
  }

  @Override
  void ofDay(long epochDay) {
    to.ofDay(epochDay);
  }

  @Override
  void ofInstant(long ticks, int tickScale) {
    to.ofInstant(ticks, tickScale);
  }

  @Override
  void ofTimeOfDay(long ticks, int tickScale) {
    to.ofTimeOfDay(ticks, tickScale);
  }

  @Override
  void ofDuration(long ticks, int tickScale) {
    to.ofDuration(ticks, tickScale);
  }

  @Override
  void ofComposite(Object value, Schema schema) {
    to.ofComposite(value, schema);
  }

  @Override
  void ofJson(JsonParser json) throws IOException {
    to.ofJson(json);
  }
}
