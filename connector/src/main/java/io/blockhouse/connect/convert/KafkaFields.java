// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.sink.SinkRecord;

/** Reads what a record is besides its value. */
final class KafkaFields {
  private KafkaFields() {}

  /** Whether the record has it; a record always has headers, maybe none of them. */
  static boolean isPresent(KafkaField field, SinkRecord kafka) {
    return switch (field) {
      case TIMESTAMP -> kafka.timestamp() != null;
      case KEY -> kafka.key() != null;
      case TOPIC, PARTITION, OFFSET, HEADERS -> true;
    };
  }

  /** The headers as an object; a name that is there several times has the list of its values. */
  static Map<String, Object> headers(SinkRecord kafka) {
    if (kafka.headers().isEmpty()) {
      return Map.of();
    }
    Map<String, Object> values = new LinkedHashMap<>();
    Map<String, List<Object>> repeated = new LinkedHashMap<>();
    for (Header header : kafka.headers()) {
      String name = header.key();
      Object value = value(header);
      if (!values.containsKey(name)) {
        values.put(name, value);
      } else {
        List<Object> list = repeated.get(name);
        if (list == null) {
          list = new ArrayList<>();
          list.add(values.get(name));
          repeated.put(name, list);
          values.put(name, list);
        }
        list.add(value);
      }
    }
    return values;
  }

  /** Days and times of day are known by their schema alone, so they are told as text. */
  private static Object value(Header header) {
    if (header.value() == null || header.schema() == null) {
      return header.value();
    }
    return switch (SourceKind.of(header.schema())) {
      case DATE -> TemporalText.ofDay(SourceAppenders.days(header.value()));
      case TIME_OF_DAY -> TemporalText.ofTimeOfDay(SourceAppenders.millis(header.value()), 3);
      default -> header.value();
    };
  }

  /** What error messages call the source of a field. */
  static String describe(KafkaField field, SinkRecord kafka) {
    return switch (field) {
      case TOPIC -> "STRING (the record's topic)";
      case PARTITION -> "INT32 (the record's partition)";
      case OFFSET -> "INT64 (the record's offset)";
      case TIMESTAMP -> "INT64 (the record's timestamp)";
      case KEY -> SourceKind.describe(kafka.key(), kafka.keySchema()) + " (the record's key)";
      case HEADERS -> "MAP (the record's headers)";
    };
  }
}
