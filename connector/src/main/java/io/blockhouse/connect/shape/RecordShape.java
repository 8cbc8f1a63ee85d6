// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.shape;

import io.blockhouse.connect.convert.RowSource;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * How records say what row they mean: the step before conversion. One object serves one task, and
 * not several threads.
 */
@FunctionalInterface
public interface RecordShape {
  /**
   * The row that a record means, or null when by a documented rule it means none. The answer is
   * valid until the next call.
   *
   * @throws io.blockhouse.connect.error.ConversionException when the record has not this shape
   */
  RowSource read(SinkRecord record);
}
