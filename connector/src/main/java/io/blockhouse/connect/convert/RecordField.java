// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;

/**
 * A field of a record, to choose a column for.
 *
 * @param name as it stands in the record
 * @param schema null for records without one
 * @param value may be null
 */
public record RecordField(String name, Schema schema, Object value) {
  /** Whether the field shows what type it is: a null and a list of nothing do not. */
  public boolean showsType() {
    return schema != null || showsType(value);
  }

  static boolean showsType(Object value) {
    return value instanceof List<?> list
        ? list.stream().anyMatch(RecordField::showsType)
        : value != null;
  }

  static List<RecordField> of(Map<?, ?> map) {
    return map.entrySet().stream()
        .filter(entry -> entry.getKey() instanceof String)
        .map(entry -> new RecordField((String) entry.getKey(), null, entry.getValue()))
        .toList();
  }
}
