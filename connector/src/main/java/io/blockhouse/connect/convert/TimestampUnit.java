// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

/** What a number that no schema says to be a time counts since 1970 ({@code timestamp.unit}). */
public enum TimestampUnit {
  /** The column's own unit: days for Date, seconds for DateTime, ticks for DateTime64. */
  COLUMN(-1),
  SECONDS(0),
  MILLIS(3),
  MICROS(6),
  NANOS(9);

  private final int scale;

  TimestampUnit(int scale) {
    this.scale = scale;
  }

  /** The unit is 10^-scale seconds. */
  int scale() {
    return scale;
  }
}
