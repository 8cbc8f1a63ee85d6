// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.config;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/** Accepts one of a few words, and recommends them. */
record Choice(List<String> words) implements ConfigDef.Validator, ConfigDef.Recommender {
  static Choice of(String... words) {
    return new Choice(List.of(words));
  }

  @Override
  public void ensureValid(String name, Object value) {
    if (value != null && !words.contains(value)) {
      throw new ConfigException(name + ": '" + value + "' is not one of " + this);
    }
  }

  @Override
  public List<Object> validValues(String name, Map<String, Object> parsed) {
    return List.copyOf(words);
  }

  @Override
  public boolean visible(String name, Map<String, Object> parsed) {
    return true;
  }

  @Override
  public String toString() {
    return String.join(", ", words);
  }
}
