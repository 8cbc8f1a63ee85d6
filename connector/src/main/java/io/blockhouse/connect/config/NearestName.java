// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.config;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Finds what a misspelt name was probably meant to be. */
final class NearestName {
  private NearestName() {}

  /**
   * The candidate with the fewest single-character edits, unless too much of it differs: then a
   * suggestion would mislead. Leading parts that both have, up to a dot, do not make them alike:
   * clickhouse.tls is not clickhouse.user.
   */
  static Optional<String> of(String name, Collection<String> candidates) {
    String nearest = null;
    int fewest = Integer.MAX_VALUE;
    for (String candidate : candidates) {
      int edits = edits(name, candidate);
      if (edits < fewest && edits <= mostEdits(name, candidate)) {
        fewest = edits;
        nearest = candidate;
      }
    }
    return Optional.ofNullable(nearest);
  }

  /** A third of what follows the last shared dot; two slips in a short name. */
  private static int mostEdits(String name, String candidate) {
    int shared = 0;
    int shorter = Math.min(name.length(), candidate.length());
    for (int i = 0; i < shorter && name.charAt(i) == candidate.charAt(i); i++) {
      if (name.charAt(i) == '.') {
        shared = i + 1;
      }
    }
    return Math.max(2, (Math.max(name.length(), candidate.length()) - shared) / 3);
  }

  /** Levenshtein's distance, letter case ignored; one row of the table at a time. */
  static int edits(String from, String to) {
    String a = from.toLowerCase(Locale.ROOT);
    String b = to.toLowerCase(Locale.ROOT);
    int[] row = new int[b.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int replace = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replace, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
