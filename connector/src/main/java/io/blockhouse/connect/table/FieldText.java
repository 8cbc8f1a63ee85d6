// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.table;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import io.blockhouse.connect.convert.ObjectFields;
import java.io.IOException;
import java.util.Map;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * A field of the record's value, down a path of names parted by dots. A field whose name is the
 * rest of the path, dots included, goes before a deeper one.
 */
final class FieldText extends RecordText {
  private static final ObjectReader JSON = new ObjectMapper().readerFor(Map.class);

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
    Object value = fields(record.value());
    for (int depth = 0; depth < names.length && value != null; depth++) {
      Object whole = ObjectFields.get(value, rests[depth]);
      if (whole != null) {
        return whole;
      }
      value = depth == names.length - 1 ? null : ObjectFields.get(value, names[depth]);
    }
    return null;
  }

  /** Text that is a JSON object has fields too; any other value has none. */
  private static Object fields(Object value) {
    try {
      if (value instanceof String text) {
        return JSON.readValue(text);
      }
      return value instanceof byte[] bytes ? JSON.readValue(bytes) : value;
    } catch (IOException e) {
      return null; // the row itself will be refused, with the place where it is malformed
    }
  }

  @Override
  String advice() {
    return "Send the field with every record, or drop records without it with a transform";
  }
}
