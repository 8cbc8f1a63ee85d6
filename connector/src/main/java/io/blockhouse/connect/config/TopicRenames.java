// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.config;

import java.util.Map;

/** Judges from the configured transforms whether a record's topic is still the one it came from. */
final class TopicRenames {
  private static final String PREFIX = "transforms.";
  private static final String TYPE_SUFFIX = ".type";

  /** Kafka's own transforms leave the topic alone, except those whose name ends in Router. */
  private static final String KAFKAS_OWN = "org.apache.kafka.connect.transforms.";

  private static final String ROUTER = "Router";

  private TopicRenames() {}

  static boolean possible(Map<String, ?> properties) {
    return properties.entrySet().stream()
        .filter(entry -> entry.getKey().startsWith(PREFIX))
        .filter(entry -> entry.getKey().endsWith(TYPE_SUFFIX))
        .map(entry -> String.valueOf(entry.getValue()).strip())
        .anyMatch(type -> !type.startsWith(KAFKAS_OWN) || type.endsWith(ROUTER));
  }
}
