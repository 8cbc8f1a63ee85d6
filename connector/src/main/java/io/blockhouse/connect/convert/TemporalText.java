// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;

/** Dates and times as ISO-8601 text, for columns of text. */
final class TemporalText {
  private static final long SECONDS_PER_DAY = TemporalConversion.SECONDS_PER_DAY;

  private TemporalText() {}

  /** Such as 2024-04-02. */
  static String ofDay(long epochDay) {
    return LocalDate.ofEpochDay(epochDay).toString();
  }

  /** Such as 2024-04-02T03:59:00.123Z, with 0, 3, 6 or 9 fraction digits as needed. */
  static String ofInstant(long ticks, int scale) {
    long ticksPerSecond = TemporalConversion.powerOfTen(scale);
    long nanos = Math.floorMod(ticks, ticksPerSecond) * TemporalConversion.powerOfTen(9 - scale);
    return Instant.ofEpochSecond(Math.floorDiv(ticks, ticksPerSecond), nanos).toString();
  }

  /** Such as 03:59:00.123; null when it is not within a day. */
  static String ofTimeOfDay(long ticks, int scale) {
    if (ticks < 0 || ticks >= SECONDS_PER_DAY * TemporalConversion.powerOfTen(scale)) {
      return null;
    }
    long nanos = ticks * TemporalConversion.powerOfTen(9 - scale);
    return LocalTime.ofNanoOfDay(nanos).format(DateTimeFormatter.ISO_LOCAL_TIME);
  }
}
