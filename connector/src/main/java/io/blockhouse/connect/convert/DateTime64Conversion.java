// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.wire.block.FixedColumn;

/**
 * DateTime64(p): ticks of 10^-p seconds, signed. The server stores any 64 bits and shows what is
 * out of its documented range as something else, so the range is checked here; at p = 9 the 64 bits
 * end first, in 2262.
 */
final class DateTime64Conversion extends TemporalConversion {
  /** 1900-01-01T00:00:00Z. */
  private static final long MIN_SECOND = -2_208_988_800L;

  /** 2299-12-31T23:59:59Z. */
  private static final long MAX_SECOND = 10_413_791_999L;

  private static final int NANO_SCALE = 9;

  private final int scale;
  private final long ticksPerSecond;
  private final long nanosPerTick;
  private final long minTicks;
  private final long maxTicks;

  DateTime64Conversion(FixedColumn column, boolean nullAsDefault) {
    super(column, nullAsDefault);
    this.scale = column.type().scale();
    this.ticksPerSecond = powerOfTen(scale);
    this.nanosPerTick = powerOfTen(NANO_SCALE - scale);
    this.minTicks = MIN_SECOND * ticksPerSecond;
    this.maxTicks =
        MAX_SECOND > Long.MAX_VALUE / ticksPerSecond - 1
            ? Long.MAX_VALUE
            : (MAX_SECOND + 1) * ticksPerSecond - 1;
  }

  @Override
  String range() {
    return (scale == NANO_SCALE ? "1900-01-01..2262-04-11" : "1900-01-01..2299-12-31")
        + " (ticks "
        + minTicks
        + ".."
        + maxTicks
        + ")";
  }

  @Override
  void ofLong(long ticks) {
    if (ticks < minTicks || ticks > maxTicks) {
      throw outOfRange(range());
    }
    column.appendLong(ticks);
  }

  @Override
  void ofDay(long epochDay) {
    ofSecond(epochDay * SECONDS_PER_DAY, 0); // at most milliseconds / 86,400,000: no overflow
  }

  @Override
  void ofInstant(long ticks, int sourceScale) {
    if (sourceScale >= scale) {
      ofLong(Math.floorDiv(ticks, powerOfTen(sourceScale - scale)));
      return;
    }
    long factor = powerOfTen(scale - sourceScale);
    if (ticks < minTicks / factor || ticks > maxTicks / factor) {
      throw outOfRange(range());
    }
    ofLong(ticks * factor);
  }

  @Override
  void ofSecond(long epochSecond, int nano) {
    if (epochSecond < MIN_SECOND || epochSecond > maxTicks / ticksPerSecond) {
      throw outOfRange(range());
    }
    long fraction = nano / nanosPerTick;
    long whole = epochSecond * ticksPerSecond;
    if (whole > maxTicks - fraction) {
      throw outOfRange(range());
    }
    column.appendLong(whole + fraction);
  }
}
