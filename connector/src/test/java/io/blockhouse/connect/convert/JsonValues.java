// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/** JSON text as the Maps, Lists and Longs that Connect's JsonConverter makes of it. */
final class JsonValues {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private JsonValues() {}

  static Object read(String json) {
    try {
      return widened(MAPPER.readValue(json, Object.class));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @SuppressWarnings("unchecked") // what Jackson makes of an object
  private static Object widened(Object value) {
    if (value instanceof Map<?, ?> map) {
      ((Map<String, Object>) map).replaceAll((name, part) -> widened(part));
    } else if (value instanceof List<?> list) {
      ((List<Object>) list).replaceAll(JsonValues::widened);
    } else if (value instanceof Integer number) {
      return number.longValue();
    }
    return value;
  }
}
