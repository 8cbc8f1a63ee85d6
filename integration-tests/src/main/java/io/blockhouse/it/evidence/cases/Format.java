// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.cases;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.kafka.connect.storage.Converter;
import org.apache.kafka.connect.storage.StringConverter;

/** How a key or a value stands in its topic, and the converter that reads it from there. */
enum Format {
  /** Text as it is. */
  STRING("string"),
  /** JSON without a schema. */
  JSON("json"),
  /** JSON of the form {@code {"schema": …, "payload": …}}. */
  JSON_SCHEMA("json-schema");

  private final String word;

  Format(String word) {
    this.word = word;
  }

  static Format of(String word) {
    for (Format format : values()) {
      if (format.word.equals(word)) {
        return format;
      }
    }
    throw new IllegalArgumentException("valueFormat " + word + " is not known");
  }

  /** The bytes of a topic's record. */
  byte[] bytes(JsonNode node) {
    String text = this == STRING && node.isTextual() ? node.textValue() : node.toString();
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** What a connector's configuration says of it; {@code role} is key or value. */
  Map<String, String> config(String role) {
    Map<String, String> config = new HashMap<>();
    Class<?> converter = this == STRING ? StringConverter.class : JsonConverter.class;
    config.put(role + ".converter", converter.getName());
    if (this != STRING) {
      config.put(role + ".converter.schemas.enable", Boolean.toString(this == JSON_SCHEMA));
    }
    return config;
  }

  /** The same converter, to be called. */
  Converter converter(boolean isKey) {
    Converter converter = this == STRING ? new StringConverter() : new JsonConverter();
    converter.configure(Map.of("schemas.enable", Boolean.toString(this == JSON_SCHEMA)), isKey);
    return converter;
  }
}
