// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.cases;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.apache.kafka.common.config.Config;

/** The options of the packaged plugin, as it tells them itself when it validates. */
final class PluginOptions {
  private static final String SETTINGS = "clickhouse.settings.";

  /** The words that an option takes; empty when it takes more than a few words. */
  private final Map<String, List<String>> words;

  private PluginOptions(Map<String, List<String>> words) {
    this.words = words;
  }

  /** From the answer to a REST validation. */
  static PluginOptions of(JsonNode validation) {
    Map<String, List<String>> words = new HashMap<>();
    for (JsonNode config : validation.path("configs")) {
      JsonNode value = config.path("value");
      words.put(
          value.path("name").asText(),
          StreamSupport.stream(value.path("recommended_values").spliterator(), false)
              .map(JsonNode::asText)
              .toList());
    }
    return new PluginOptions(words);
  }

  /** From the plugin's own answer. */
  static PluginOptions of(Config validation) {
    Map<String, List<String>> words = new HashMap<>();
    validation
        .configValues()
        .forEach(
            value ->
                words.put(
                    value.name(),
                    value.recommendedValues().stream().map(String::valueOf).toList()));
    return new PluginOptions(words);
  }

  boolean has(String option) {
    return words.containsKey(option) || option.startsWith(SETTINGS);
  }

  /** What of these options the plugin does not have, in words. */
  Optional<String> lacks(Map<String, String> options) {
    for (Map.Entry<String, String> option : options.entrySet()) {
      if (!has(option.getKey())) {
        return Optional.of("option " + option.getKey() + " is not there yet");
      }
      List<String> taken = words.getOrDefault(option.getKey(), List.of());
      if (!taken.isEmpty() && !taken.contains(option.getValue())) {
        return Optional.of(option.getKey() + "=" + option.getValue() + " is not there yet");
      }
    }
    return Optional.empty();
  }
}
