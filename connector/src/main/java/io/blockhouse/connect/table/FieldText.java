// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.table;

import io.blockhouse.connect.convert.ObjectFields;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * A field of the record's value, down a path of names parted by dots. A field whose name is the
 * rest of the path, dots included, goes before a deeper one.
 */
final class FieldText extends RecordText {
  /** At each depth what is left of the path. */
  private final String[] rests;

  private final String[] names;

  FieldText(String path) {
    super("${field:" + path + "}");
    this.names = path.split("\\.", -1);
    this.rests = new String[names.length];
    int start = 0;
    for (int i = 0; i < names.length; i++) {
      rests[i] = path.substring(start);
      start += names[i].length() + 1;
    }
  }

  @Override
  Object find(SinkRecord record) {
    Object value = record.value();
    for (int depth = 0; depth < names.length && value != null; depth++) {
      Object whole = ObjectFields.get(value, rests[depth]);
      if (whole != null) {
        return whole;
      }
      value = depth == names.length - 1 ? null : ObjectFields.get(value, names[depth]);
    }
    return null;
  }

  @Override
  String advice() {
    return "Send the field with every record, or drop records without it with a transform";
  }
}
