// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.shape;

import io.blockhouse.connect.convert.ObjectFields;
import io.blockhouse.connect.error.ConversionException;
import java.util.Collections;
import org.apache.kafka.connect.sink.SinkRecord;

/** Takes the record's key for the row: all that is known of a row that is gone. */
final class KeyRow {
  private final String column;

  /** {@code column} takes keys that are no objects; empty when there is none. */
  KeyRow(String column) {
    this.column = column;
  }

  /** A Struct or Map with the key's fields. */
  Object of(SinkRecord record) {
    Object key = record.key();
    if (ObjectFields.isObject(key)) {
      return key;
    }
    if (key == null) {
      throw new ConversionException(
          "The record is a delete and has no key, so nothing says which row is gone. Send the key,"
              + " or set tombstones=ignore for records without a value.");
    }
    if (column.isEmpty()) {
      throw new ConversionException(
          "The record is a delete whose key has no fields but is one "
              + key.getClass().getSimpleName()
              + ". Name the column that holds the key in delete.key.column, or set key.converter to"
              + " one that makes objects, such as org.apache.kafka.connect.json.JsonConverter.");
    }
    return Collections.singletonMap(column, key);
  }
}
