// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.config;

import io.blockhouse.wire.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The server settings that a user adds to every INSERT, and those that are refused. */
final class UserSettings {
  static final String PREFIX = "clickhouse.settings.";
  static final String DOC =
      "A ClickHouse setting that is sent with every INSERT: the rest of the key is the setting's"
          + " name, as in system.settings. A server that does not know the setting refuses the"
          + " INSERT. Some settings are refused because delivery rests on the values that the"
          + " connector sends itself; the list below gives the reason for each.";

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_]+");

  /** Reasons by setting name; a name that ends in '*' stands for all that begin so. */
  static final Map<String, String> REFUSED = refused();

  private UserSettings() {}

  private static Map<String, String> refused() {
    Map<String, String> reasons = new TreeMap<>();
    String acknowledged =
        "an INSERT must be answered only when its rows are in the table, or a restart of the server"
            + " could lose rows whose offsets are committed";
    String atomic =
        "the server must gather all blocks of a batch into one part, or a batch that breaks off"
            + " leaves rows behind and its repetition doubles them";
    String deduplicated =
        "the repetition of a batch whose answer was lost must be recognised by its token, and equal"
            + " batches must not be dropped";
    reasons.put("async_insert", acknowledged);
    reasons.put("wait_for_async_insert", acknowledged);
    reasons.put("min_insert_block_size_*", atomic);
    reasons.put("use_strict_insert_block_limits", atomic);
    reasons.put("insert_dedup*", deduplicated);
    reasons.put("deduplicate_*", deduplicated);
    reasons.put(
        "keeper_map_strict_mode",
        "it changes what a statement on a KeeperMap table means, and is the connector's to set");
    return reasons;
  }

  /** What is wrong with the settings among these properties. */
  static List<Problem> problems(Map<String, ?> properties) {
    List<Problem> problems = new ArrayList<>();
    for (String key : new TreeMap<>(properties).keySet()) {
      if (!key.startsWith(PREFIX)) {
        continue;
      }
      String name = key.substring(PREFIX.length());
      if (!NAME.matcher(name).matches()) {
        problems.add(
            new Problem(
                key,
                "'" + name + "' is not the name of a setting; write letters, digits and '_' only"));
      }
      REFUSED.forEach(
          (refused, reason) -> {
            if (matches(refused, name)) {
              problems.add(
                  new Problem(
                      key, "the connector sets this itself: " + reason + "; remove the key"));
            }
          });
    }
    return problems;
  }

  private static boolean matches(String refused, String name) {
    return refused.endsWith("*")
        ? name.startsWith(refused.substring(0, refused.length() - 1))
        : name.equals(refused);
  }

  /** The settings in the order of their names, so that every INSERT's are the same. */
  static List<Setting> of(Map<String, ?> properties) {
    List<Setting> settings = new ArrayList<>();
    new TreeMap<>(properties)
        .forEach(
            (key, value) -> {
              if (key.startsWith(PREFIX)) {
                settings.add(
                    Setting.required(
                        key.substring(PREFIX.length()), String.valueOf(value).strip()));
              }
            });
    return settings;
  }
}
