// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.type;

/** What the number of an Interval column counts. */
public enum IntervalUnit {
  NANOSECOND("IntervalNanosecond"),
  MICROSECOND("IntervalMicrosecond"),
  MILLISECOND("IntervalMillisecond"),
  SECOND("IntervalSecond"),
  MINUTE("IntervalMinute"),
  HOUR("IntervalHour"),
  DAY("IntervalDay"),
  WEEK("IntervalWeek"),
  MONTH("IntervalMonth"),
  QUARTER("IntervalQuarter"),
  YEAR("IntervalYear");

  private final String typeName;

  IntervalUnit(String typeName) {
    this.typeName = typeName;
  }

  /** The ClickHouse type that counts in this unit. */
  public String typeName() {
    return typeName;
  }
}
