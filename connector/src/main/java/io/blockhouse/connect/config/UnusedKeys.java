// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Options that have no effect as another is: more likely that one was forgotten than they meant.
 */
final class UnusedKeys {
  private UnusedKeys() {}

  /**
   * Each key that has another value than its default; {@code needed} is what would give them an
   * effect.
   */
  static List<Problem> problems(Map<String, ?> values, Map<String, ?> defaults, String needed) {
    List<Problem> problems = new ArrayList<>();
    defaults.forEach(
        (key, ifAbsent) -> {
          Object value = values.get(key);
          if (value != null && !value.equals(ifAbsent)) {
            problems.add(
                new Problem(
                    key, "has no effect without " + needed + ". Set that, or leave this out"));
          }
        });
    return problems;
  }
}
