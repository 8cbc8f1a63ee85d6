// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.quickstart;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** One of the example configurations, with the real addresses put in. */
final class ExampleConfig {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String PASSWORD = "clickhouse.password";

  private final ObjectNode document;
  private final Map<String, String> replaced = new LinkedHashMap<>();

  ExampleConfig(Path file) {
    try {
      document = (ObjectNode) JSON.readTree(file.toFile());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
    if (!document.path("name").isTextual() || !document.path("config").isObject()) {
      throw new IllegalArgumentException(file + " needs a name and a config");
    }
  }

  String name() {
    return document.path("name").asText();
  }

  String get(String key, String otherwise) {
    return document.path("config").path(key).asText(otherwise);
  }

  /** Puts a value in. */
  void override(String key, String value) {
    ((ObjectNode) document.path("config")).put(key, value);
    replaced.put(key, key.equals(PASSWORD) ? "(hidden)" : value);
  }

  /** What was put in, without the password. */
  Map<String, String> overridden() {
    return replaced;
  }

  /** The document to post. */
  String json() {
    return document.toString();
  }

  /** The document to show: indented, without the password. */
  String shown() {
    ObjectNode copy = document.deepCopy();
    ((ObjectNode) copy.path("config")).put(PASSWORD, "(hidden)");
    try {
      return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(copy);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
