// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.wire.block.FixedColumn;

/** DateTime: Unix seconds as an unsigned 32-bit number; days are their midnight in UTC. */
final class DateTimeConversion extends TemporalConversion {
  private static final long MAX_SECOND = 0xFFFF_FFFFL;

  DateTimeConversion(FixedColumn column, boolean nullAsDefault) {
    super(column, nullAsDefault);
  }

  @Override
  String range() {
    return "1970-01-01T00:00:00Z..2106-02-07T06:28:15Z (seconds 0..4294967295)";
  }

  @Override
  void ofLong(long seconds) {
    if (seconds < 0 || seconds > MAX_SECOND) {
      throw outOfRange(range());
    }
    column.appendInt((int) seconds);
  }

  @Override
  void ofDay(long epochDay) {
    ofLong(epochDay * SECONDS_PER_DAY); // at most milliseconds / 86,400,000: no overflow
  }

  @Override
  void ofInstant(long ticks, int scale) {
    ofLong(Math.floorDiv(ticks, powerOfTen(scale)));
  }

  @Override
  void ofSecond(long epochSecond, int nano) {
    ofLong(epochSecond);
  }
}
