// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.wire.block.FixedColumn;

/**
 * Dates and date-times. An instant stays that instant whatever unit it came in; digits finer than
 * the column's are cut towards the past, on both sides of 1970, so that order is kept. A number
 * that no schema says to be a time is in the column's own unit.
 */
abstract class TemporalConversion extends IntegralConversion {
  static final long SECONDS_PER_DAY = 86_400;

  final FixedColumn column;
  private final DateTimeText text;

  TemporalConversion(FixedColumn column, boolean nullAsDefault) {
    super(column, nullAsDefault);
    this.column = column;
    this.text = new DateTimeText(column.type().zone().orElse("UTC"));
  }

  /** An instant; {@code nano} counts forward from the second. */
  abstract void ofSecond(long epochSecond, int nano);

  /** A span is no point in time. */
  @Override
  final void ofDuration(long ticks, int scale) {
    throw unsupported();
  }

  @Override
  final void ofText(String value) {
    append(text.read(value));
  }

  @Override
  final void ofChars(char[] source, int offset, int length) {
    append(text.read(source, offset, length));
  }

  private void append(String problem) {
    if (problem != null) {
      throw reject(problem, DateTimeText.ADVICE);
    }
    ofSecond(text.epochSecond(), text.nano());
  }

  static long powerOfTen(int exponent) {
    long power = 1;
    for (int i = 0; i < exponent; i++) {
      power *= 10;
    }
    return power;
  }
}
