// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.wire.block.FixedColumn;
import io.blockhouse.wire.type.IntervalUnit;

/**
 * The Interval types: a whole number of the type's unit, also of a duration in another. Instants
 * and days are no spans.
 */
final class IntervalConversion extends IntegerConversion {
  private static final int NANO_SCALE = 9;
  private static final long SECOND_NANOS = 1_000_000_000;

  /** 0 for units of the calendar, which differ in length. */
  private final long unitNanos;

  IntervalConversion(FixedColumn column, boolean nullAsDefault) {
    super(column, false, nullAsDefault);
    this.unitNanos = nanos(column.type().intervalUnit());
  }

  private static long nanos(IntervalUnit unit) {
    return switch (unit) {
      case NANOSECOND -> 1;
      case MICROSECOND -> 1_000;
      case MILLISECOND -> 1_000_000;
      case SECOND -> SECOND_NANOS;
      case MINUTE -> 60 * SECOND_NANOS;
      case HOUR -> 3_600 * SECOND_NANOS;
      case DAY, WEEK, MONTH, QUARTER, YEAR -> 0;
    };
  }

  @Override
  void ofDuration(long ticks, int scale) {
    if (unitNanos == 0) {
      throw reject(
          "days and what is longer have no fixed length in seconds",
          "Use IntervalSecond or a finer one, or Int64 for the number as it is.");
    }
    long tickNanos = TemporalConversion.powerOfTen(NANO_SCALE - scale);
    if (unitNanos < tickNanos) {
      long factor = tickNanos / unitNanos;
      if (ticks > Long.MAX_VALUE / factor || ticks < Long.MIN_VALUE / factor) {
        throw outOfRange(range());
      }
      ofLong(ticks * factor);
      return;
    }
    long ticksPerUnit = unitNanos / tickNanos;
    if (ticks % ticksPerUnit != 0) {
      throw reject(
          "not a whole number of the type's unit",
          "Use a finer Interval, or Int64 for the number as it is.");
    }
    ofLong(ticks / ticksPerUnit);
  }

  @Override
  void ofBoolean(boolean value) {
    throw unsupported();
  }

  @Override
  void ofDay(long epochDay) {
    throw unsupported();
  }

  @Override
  void ofInstant(long ticks, int scale) {
    throw unsupported();
  }

  @Override
  void ofTimeOfDay(long ticks, int scale) {
    throw unsupported();
  }
}
