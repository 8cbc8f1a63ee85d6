// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;

/** JSON text as the Maps, Lists and Longs that Connect's JsonConverter makes of it. */
final class JsonValues {
  private static final ObjectMapper MAPPER =
      new ObjectMapper()
          .enable(com.fasterxml.jackson.databind.DeserializationFeature.USE_LONG_FOR_INTS);

  private JsonValues() {}

  static Object read(String json) {
    try {
      return MAPPER.readValue(json, Object.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
