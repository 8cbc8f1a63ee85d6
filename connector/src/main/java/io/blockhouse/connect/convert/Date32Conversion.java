// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.wire.block.FixedColumn;

/**
 * Date32: days as a signed 32-bit number, in the range that every server with the type shows; of an
 * instant the day in UTC.
 */
final class Date32Conversion extends TemporalConversion {
  /** 1900-01-01. */
  private static final int MIN_DAY = -25_567;

  /** 2299-12-31. */
  private static final int MAX_DAY = 120_529;

  Date32Conversion(FixedColumn column, boolean nullAsDefault) {
    super(column, nullAsDefault);
  }

  @Override
  String range() {
    return "1900-01-01..2299-12-31 (days " + MIN_DAY + ".." + MAX_DAY + ")";
  }

  @Override
  void ofLong(long days) {
    if (days < MIN_DAY || days > MAX_DAY) {
      throw outOfRange(range());
    }
    column.appendInt((int) days);
  }

  @Override
  void ofDay(long epochDay) {
    ofLong(epochDay);
  }

  @Override
  void ofInstant(long ticks, int scale) {
    ofLong(Math.floorDiv(ticks, SECONDS_PER_DAY * powerOfTen(scale)));
  }

  @Override
  void ofSecond(long epochSecond, int nano) {
    ofLong(Math.floorDiv(epochSecond, SECONDS_PER_DAY));
  }
}
