// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.config;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Finds keys that look like this connector's and are none, so that they have no effect. */
final class UnknownKeys {
  private static final List<String> OUR_PREFIXES =
      List.of(
          "clickhouse.",
          "batch.",
          "block.",
          "buffer.",
          "connections.",
          "table.",
          "topic.to.",
          "null.as.",
          "unknown.",
          "tombstone",
          "kafka.columns.",
          "timestamp.",
          "value.format",
          "value.column",
          "cdc.",
          "delete.",
          "delivery.",
          "ledger.",
          "retry.");

  /** So near to a known key, whatever it begins with, that it is a slip: {@code batch_max_rows}. */
  private static final int SLIP_EDITS = 2;

  private UnknownKeys() {}

  /**
   * Each such key with a suggestion. Keys of Connect itself, of transforms, converters and clients
   * are not among them.
   */
  static Map<String, String> among(Collection<String> keys) {
    Map<String, String> unknown = new TreeMap<>();
    find(keys)
        .forEach(
            (key, meant) ->
                unknown.put(
                    key,
                    meant
                        .map(name -> "did you mean " + name + "?")
                        .orElse("it has no effect; see the connector's configuration reference")));
    return unknown;
  }

  /** Those among them that were clearly meant to be another key, with that key. */
  static Map<String, String> misspelt(Collection<String> keys) {
    Map<String, String> misspelt = new TreeMap<>();
    find(keys).forEach((key, meant) -> meant.ifPresent(name -> misspelt.put(key, name)));
    return misspelt;
  }

  private static Map<String, Optional<String>> find(Collection<String> keys) {
    Collection<String> known = SinkConfigDef.definition().names();
    Map<String, Optional<String>> unknown = new TreeMap<>();
    for (String key : keys) {
      if (!known.contains(key) && !key.startsWith(UserSettings.PREFIX) && looksOurs(key, known)) {
        unknown.put(key, nearest(key, known));
      }
    }
    return unknown;
  }

  private static boolean looksOurs(String key, Collection<String> known) {
    return OUR_PREFIXES.stream().anyMatch(key::startsWith)
        || known.stream().anyMatch(other -> NearestName.edits(key, other) <= SLIP_EDITS);
  }

  private static Optional<String> nearest(String key, Collection<String> known) {
    int settingName = key.lastIndexOf('.') + 1;
    String prefix = key.substring(0, settingName);
    if (NearestName.edits(prefix, UserSettings.PREFIX) <= SLIP_EDITS) {
      return Optional.of(UserSettings.PREFIX + key.substring(settingName));
    }
    return NearestName.of(key, known);
  }
}
