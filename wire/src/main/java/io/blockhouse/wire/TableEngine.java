// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The engine of a table as {@code system.tables} describes it.
 *
 * @param name such as {@code MergeTree}
 * @param full with its parameters, keys and SETTINGS
 * @param deduplicationWindow how many stored blocks the table remembers tokens of; 0 when a token
 *     does nothing there
 */
public record TableEngine(String name, String full, long deduplicationWindow) {
  private static final Pattern WINDOW =
      Pattern.compile("\\b(non_)?replicated_deduplication_window = (\\d+)");

  /** Replicated tables remember 10,000 blocks unless they say otherwise (MergeTreeSettings.cpp). */
  private static final long REPLICATED_WINDOW = 10_000;

  /** {@code serverWindow} is what a table that is not replicated has unless it says otherwise. */
  static TableEngine of(String name, String full, long serverWindow) {
    boolean replicated = name.startsWith("Replicated") || name.startsWith("Shared");
    if (!replicated && !name.endsWith("MergeTree")) {
      return new TableEngine(name, full, 0);
    }
    Matcher own = WINDOW.matcher(full);
    while (own.find()) {
      if ((own.group(1) == null) == replicated) {
        return new TableEngine(name, full, Long.parseLong(own.group(2)));
      }
    }
    return new TableEngine(name, full, replicated ? REPLICATED_WINDOW : serverWindow);
  }
}
