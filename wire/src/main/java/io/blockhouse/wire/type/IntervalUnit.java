// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.type;

/** What the number of an Interval column counts. */
public enum IntervalUnit {
  /** 10<sup>-9</sup> seconds. */
  NANOSECOND("IntervalNanosecond"),
  /** 10<sup>-6</sup> seconds. */
  MICROSECOND("IntervalMicrosecond"),
  /** 10<sup>-3</sup> seconds. */
  MILLISECOND("IntervalMillisecond"),
  /** Seconds. */
  SECOND("IntervalSecond"),
  /** 60 seconds. */
  MINUTE("IntervalMinute"),
  /** 3,600 seconds. */
  HOUR("IntervalHour"),
  /** Days of the calendar, whatever their length. */
  DAY("IntervalDay"),
  /** Seven days. */
  WEEK("IntervalWeek"),
  /** Months of the calendar. */
  MONTH("IntervalMonth"),
  /** Three months. */
  QUARTER("IntervalQuarter"),
  /** Twelve months. */
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
