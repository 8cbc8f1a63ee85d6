// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.config;

import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/**
 * Accepts what a parser can read; the parser says in an IllegalArgumentException what it cannot.
 */
record Syntax(String description, Consumer<Object> parser) implements ConfigDef.Validator {
  static Syntax ofText(String description, Consumer<String> parser) {
    return new Syntax(description, value -> parser.accept((String) value));
  }

  static Syntax ofList(String description, Consumer<List<String>> parser) {
    return new Syntax(
        description,
        value -> parser.accept(((List<?>) value).stream().map(String.class::cast).toList()));
  }

  @Override
  public void ensureValid(String name, Object value) {
    if (value == null) {
      return; // ConfigDef has already said that the key is missing
    }
    try {
      parser.accept(value);
    } catch (IllegalArgumentException e) {
      throw new ConfigException(name + ": " + e.getMessage());
    }
  }

  @Override
  public String toString() {
    return description;
  }
}
