// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import java.util.function.ToLongFunction;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * What conversion reads of one record: which object holds the row's fields, whether the row is a
 * delete, and its version. A view onto the record, filled anew for each one so that none is made
 * per row; whoever is given it must not keep it.
 */
public final class RowSource {
  private SinkRecord record;
  private Object value;
  private boolean delete;
  private ToLongFunction<SinkRecord> version;

  /** The record as it is: its value is the row, its offset the version. */
  public static RowSource of(SinkRecord record) {
    return new RowSource().row(record, record.value(), SinkRecord::originalKafkaOffset);
  }

  /**
   * Points at a row that is to exist. {@code version} is asked only where a table has a column for
   * it, and may throw a ConversionException; it gives unsigned bits.
   */
  public RowSource row(SinkRecord of, Object rowValue, ToLongFunction<SinkRecord> rowVersion) {
    record = of;
    value = rowValue;
    delete = false;
    version = rowVersion;
    return this;
  }

  /** Points at a row that says that an earlier one is gone: {@code rowValue} holds its key. */
  public RowSource delete(SinkRecord of, Object rowValue, ToLongFunction<SinkRecord> rowVersion) {
    row(of, rowValue, rowVersion);
    delete = true;
    return this;
  }

  /** The record as Connect delivered it. */
  public SinkRecord record() {
    return record;
  }

  /** The Struct, Map or other value that holds the row's fields. */
  public Object value() {
    return value;
  }

  /** Whether the row marks a delete. */
  public boolean isDelete() {
    return delete;
  }

  /**
   * A number that grows with every change of a row, as unsigned bits.
   *
   * @throws io.blockhouse.connect.error.ConversionException when the record lacks it
   */
  public long version() {
    return version.applyAsLong(record);
  }
}
