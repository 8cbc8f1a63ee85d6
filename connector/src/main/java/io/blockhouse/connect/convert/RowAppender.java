// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import org.apache.kafka.connect.sink.SinkRecord;

/** Appends whole records to one block. Not thread-safe. */
@FunctionalInterface
public interface RowAppender {
  /**
   * Appends one value to every column of the block; the caller ends the row. The record must be of
   * the group the appender was made for. After a {@link
   * io.blockhouse.connect.error.ConversionException} the row is half appended: the caller rolls it
   * back.
   */
  void append(SinkRecord record);
}
