// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.table;

import io.blockhouse.connect.error.ConversionException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.connect.sink.SinkRecord;

/** A part of a table's name that records bring along. */
abstract class RecordText {
  /** As the configuration names it: {@code ${header:tenant}}. */
  private final String placeholder;

  RecordText(String placeholder) {
    this.placeholder = placeholder;
  }

  /** The value as the record has it; null when it has none. */
  abstract Object find(SinkRecord record);

  /** What to do when there is none. */
  abstract String advice();

  /**
   * The value: its {@code toString} is the text, and equal ones have equal text. Mostly the
   * record's own object, so that a name met before is found without making one.
   *
   * @throws ConversionException when the record has none, or none that can be part of a name
   */
  final Object value(SinkRecord record) {
    Object value = find(record);
    if (value instanceof byte[] bytes) {
      value = new String(bytes, StandardCharsets.UTF_8);
    } else if (value instanceof ByteBuffer buffer) {
      value = StandardCharsets.UTF_8.decode(buffer.duplicate()).toString();
    }
    if (value == null || value instanceof String text && text.isEmpty()) {
      throw new ConversionException(
          "The table's name needs "
              + placeholder
              + ", which the record lacks"
              + (value == null ? "" : " (it is empty)")
              + ". "
              + advice());
    }
    if (!isName(value)) {
      throw new ConversionException(
          "The table's name needs "
              + placeholder
              + ", which is neither text nor an integer nor a boolean but a "
              + value.getClass().getSimpleName()
              + ". "
              + advice());
    }
    return value;
  }

  private static boolean isName(Object value) {
    return value instanceof String
        || value instanceof Integer
        || value instanceof Long
        || value instanceof Short
        || value instanceof Byte
        || value instanceof Boolean;
  }

  @Override
  public final boolean equals(Object other) {
    return other instanceof RecordText text && placeholder.equals(text.placeholder);
  }

  @Override
  public final int hashCode() {
    return placeholder.hashCode();
  }
}
