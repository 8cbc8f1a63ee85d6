// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.wire.type.ClickHouseType;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;

/**
 * Hands values on unless they are Debezium's placeholder for one that is not available: PostgreSQL
 * leaves a large value (TOAST) that an UPDATE did not touch out of its log. The forms of the
 * placeholder are those of Debezium's UnchangedToastedPlaceholder, and base64 where bytes came as
 * JSON.
 */
final class AvailableAppender extends ValueAppender {
  private static final String TEXT = "__debezium_unavailable_value";
  private static final byte[] BYTES = TEXT.getBytes(StandardCharsets.US_ASCII);
  private static final String BASE64 = Base64.getEncoder().encodeToString(BYTES);

  private final ClickHouseType type;
  private final ValueAppender to;

  /** Whether the placeholder is as null; else it is refused. */
  private final boolean asNull;

  private AvailableAppender(ClickHouseType type, ValueAppender to, boolean asNull) {
    this.type = type;
    this.to = to;
    this.asNull = asNull;
  }

  /** Just {@code to} where no placeholder can come, or nothing is to be made of it. */
  static ValueAppender of(
      ClickHouseType type, Schema schema, UnavailableValue rule, ValueAppender to) {
    return rule == UnavailableValue.STORE || !mayCome(schema)
        ? to
        : new AvailableAppender(type, to, rule == UnavailableValue.NULL);
  }

  private static boolean mayCome(Schema schema) {
    if (schema == null) {
      return true;
    }
    return switch (SourceKind.of(schema)) {
      case STRING, BYTES, LIST, MAP, UNION, OTHER -> true;
      default -> false;
    };
  }

  @Override
  void append(Object value) {
    if (!isPlaceholder(value)) {
      to.append(value);
    } else if (asNull) {
      to.appendNull();
    } else {
      throw new Rejection(
          type.name(),
          "it is Debezium's placeholder for a value that the source database did not send, because"
              + " the change left it alone",
          "Set REPLICA IDENTITY FULL for the source table, or cdc.unavailable.value=store to store"
              + " the placeholder instead of the value.");
    }
  }

  private static boolean isPlaceholder(Object value) {
    if (value instanceof String text) {
      return text.equals(TEXT) || text.equals(BASE64);
    } else if (value instanceof byte[] bytes) {
      return Arrays.equals(bytes, BYTES);
    } else if (value instanceof ByteBuffer bytes) {
      return bytes.remaining() == BYTES.length && bytes.equals(ByteBuffer.wrap(BYTES));
    } else if (value instanceof List<?> list) {
      return list.size() == 1 && isPlaceholder(list.get(0)) || isSpeltOut(list);
    }
    return value instanceof Map<?, ?> map && map.size() == 1 && map.containsKey(TEXT);
  }

  /** In arrays of integers each byte is an element. */
  private static boolean isSpeltOut(List<?> list) {
    if (list.size() != BYTES.length) {
      return false;
    }
    for (int i = 0; i < BYTES.length; i++) {
      if (!(list.get(i) instanceof Number number) || number.longValue() != BYTES[i]) {
        return false;
      }
    }
    return true;
  }

  @Override
  void appendNull() {
    to.appendNull();
  }
}
