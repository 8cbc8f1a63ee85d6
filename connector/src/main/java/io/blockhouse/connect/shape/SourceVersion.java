// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.shape;

import io.blockhouse.connect.convert.ObjectFields;
import io.blockhouse.connect.error.ConversionException;
import java.util.function.ToLongFunction;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * The version of a change: its position in the source's log, from {@code source} of the envelope,
 * in 64 unsigned bits that sort as the changes of a row do. Which fields {@code source} has says
 * which database it is; there it must not be null, because versions of different kinds would not
 * compare.
 */
final class SourceVersion implements ToLongFunction<SinkRecord> {
  private Schema lastSchema;
  private SourcePosition lastPosition;

  @Override
  public long applyAsLong(SinkRecord record) {
    Object source = ObjectFields.get(record.value(), "source");
    SourcePosition position = positionOf(source);
    if (position == null) {
      throw new ConversionException(
          "The Debezium event lacks the position from which its version is taken: `source` has none"
              + " of "
              + SourcePosition.ALL_FIELDS
              + ". Set cdc.version=offset to take the offset in the topic instead.");
    }
    return position.read(source);
  }

  private SourcePosition positionOf(Object source) {
    if (!(source instanceof Struct struct)) {
      return SourcePosition.of(source);
    }
    if (struct.schema() != lastSchema) {
      lastPosition = SourcePosition.of(source);
      lastSchema = struct.schema();
    }
    return lastPosition;
  }
}
