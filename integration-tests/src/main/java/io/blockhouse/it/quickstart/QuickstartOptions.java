// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.quickstart;

/** The command line: {@code [--rows N] [--keep]}. */
record QuickstartOptions(long rows, boolean keep) {
  static final String USAGE = "usage: quickstart.sh [--rows N] [--keep]";
  private static final long DEFAULT_ROWS = 500_000;
  private static final long MOST_ROWS = 1_000_000_000;

  static QuickstartOptions parse(String... args) {
    long rows = DEFAULT_ROWS;
    boolean keep = false;
    for (int i = 0; i < args.length; i++) {
      switch (args[i]) {
        case "--keep" -> keep = true;
        case "--rows" -> rows = rows(++i < args.length ? args[i] : "");
        default -> throw new IllegalArgumentException("unknown argument " + args[i] + "; " + USAGE);
      }
    }
    return new QuickstartOptions(rows, keep);
  }

  private static long rows(String text) {
    long rows = text.matches("\\d{1,10}") ? Long.parseLong(text) : 0;
    if (rows < 1 || rows > MOST_ROWS) {
      throw new IllegalArgumentException(
          "--rows takes a number from 1 to " + MOST_ROWS + ", not '" + text + "'; " + USAGE);
    }
    return rows;
  }
}
