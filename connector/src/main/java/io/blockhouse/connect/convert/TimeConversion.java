// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.wire.block.FixedColumn;

/**
 * Time and Time64(p): times of day and spans, from logical times and from text; a bare number is in
 * the column's own ticks. Digits finer than the column's are cut. The server stores any number and
 * shows one that is out of range as something else, so the range is checked here.
 */
final class TimeConversion extends IntegralConversion {
  /** 999:59:59. */
  private static final long MAX_SECONDS = 3_599_999;

  private static final int NANO_SCALE = 9;

  private final FixedColumn column;
  private final int scale;
  private final long ticksPerSecond;
  private final long nanosPerTick;
  private final long maxTicks;
  private final TimeText text = new TimeText();
  private final CharSpan span = new CharSpan();

  TimeConversion(FixedColumn column, boolean nullAsDefault) {
    super(column, nullAsDefault);
    this.column = column;
    this.scale = column.type().scale();
    this.ticksPerSecond = TemporalConversion.powerOfTen(scale);
    this.nanosPerTick = TemporalConversion.powerOfTen(NANO_SCALE - scale);
    this.maxTicks = (MAX_SECONDS + 1) * ticksPerSecond - 1;
  }

  @Override
  String range() {
    return "-999:59:59..999:59:59 (ticks " + -maxTicks + ".." + maxTicks + ")";
  }

  @Override
  void ofLong(long ticks) {
    if (ticks < -maxTicks || ticks > maxTicks) {
      throw outOfRange(range());
    }
    if (column.widthBytes() == Integer.BYTES) {
      column.appendInt((int) ticks);
    } else {
      column.appendLong(ticks);
    }
  }

  @Override
  void ofTimeOfDay(long ticks, int sourceScale) {
    if (sourceScale >= scale) {
      ofLong(ticks / TemporalConversion.powerOfTen(sourceScale - scale));
      return;
    }
    long factor = TemporalConversion.powerOfTen(scale - sourceScale);
    if (ticks < -maxTicks / factor || ticks > maxTicks / factor) {
      throw outOfRange(range());
    }
    ofLong(ticks * factor);
  }

  @Override
  void ofDuration(long ticks, int sourceScale) {
    ofTimeOfDay(ticks, sourceScale);
  }

  @Override
  void ofText(String value) {
    read(value);
  }

  @Override
  void ofChars(char[] chars, int offset, int length) {
    read(span.of(chars, offset, length));
  }

  private void read(CharSequence value) {
    if (!text.read(value)) {
      throw reject("the text is not a time", TimeText.ADVICE);
    }
    long ticks = text.seconds() * ticksPerSecond + text.nanos() / nanosPerTick;
    ofLong(text.isNegative() ? -ticks : ticks);
  }
}
