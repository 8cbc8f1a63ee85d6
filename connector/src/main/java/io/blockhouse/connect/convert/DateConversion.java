// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.wire.block.FixedColumn;

/** Date: days as an unsigned 16-bit number; of an instant the day in UTC, Date having no zone. */
final class DateConversion extends TemporalConversion {
  private static final int MAX_DAY = 0xFFFF;

  DateConversion(FixedColumn column, boolean nullAsDefault) {
    super(column, nullAsDefault);
  }

  @Override
  String range() {
    return "1970-01-01..2149-06-06 (days 0..65535)";
  }

  @Override
  void ofLong(long days) {
    if (days < 0 || days > MAX_DAY) {
      throw outOfRange(range());
    }
    column.appendShort((int) days);
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
