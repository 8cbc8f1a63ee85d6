// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.chaos;

import java.util.Locale;

/** What the connector is asked to hold. */
enum Guarantee {
  AT_LEAST_ONCE,
  EXACTLY_ONCE;

  /** The value of {@code delivery.guarantee}. */
  String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static Guarantee of(String word) {
    for (Guarantee guarantee : values()) {
      if (guarantee.word().equals(word)) {
        return guarantee;
      }
    }
    throw new IllegalArgumentException(
        "--guarantee takes at-least-once or exactly-once, not '" + word + "'");
  }
}
