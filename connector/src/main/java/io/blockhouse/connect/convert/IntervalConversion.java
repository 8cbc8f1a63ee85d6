// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.wire.block.FixedColumn;

/** The Interval types: a whole number of the type's unit. Instants and days are no spans. */
final class IntervalConversion extends IntegerConversion {
  IntervalConversion(FixedColumn column, boolean nullAsDefault) {
    super(column, false, nullAsDefault);
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
