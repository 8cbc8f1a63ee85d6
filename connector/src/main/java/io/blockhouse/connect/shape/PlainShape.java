// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.shape;

import io.blockhouse.connect.convert.RowSource;
import io.blockhouse.connect.error.ConversionException;
import java.util.function.ToLongFunction;
import org.apache.kafka.connect.sink.SinkRecord;

/** The record's value is the row. Versions are offsets: all changes of a key have one partition. */
public final class PlainShape implements RecordShape {
  private static final ToLongFunction<SinkRecord> OFFSET = SinkRecord::originalKafkaOffset;

  private final Tombstones tombstones;
  private final KeyRow keyRow;
  private final RowSource row = new RowSource();

  /** {@code keyColumn} takes the keys of tombstones that are no objects; empty for none. */
  public PlainShape(Tombstones tombstones, String keyColumn) {
    this.tombstones = tombstones;
    this.keyRow = new KeyRow(keyColumn);
  }

  @Override
  public RowSource read(SinkRecord record) {
    if (record.value() != null) {
      return row.row(record, record.value(), OFFSET);
    }
    return switch (tombstones) {
      case IGNORE -> null;
      case FAIL -> throw refused();
      case DELETE -> row.delete(record, keyRow.of(record), OFFSET);
    };
  }

  static ConversionException refused() {
    return new ConversionException(
        "The record has no value (a tombstone), which tombstones=fail refuses; tombstones=ignore"
            + " skips such records");
  }
}
