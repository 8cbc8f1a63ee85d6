// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence;

/** The command line: {@code [--iterations N] [--seed S]}; sessions have the seeds S, S + 1, ... */
record FuzzOptions(int iterations, long seed) {
  static final String USAGE = "usage: evidence.sh fuzz [--iterations N] [--seed S]";
  private static final int DEFAULT_ITERATIONS = 200_000;

  static FuzzOptions parse(String... args) {
    int iterations = DEFAULT_ITERATIONS;
    long seed = System.currentTimeMillis();
    for (int i = 0; i < args.length; i++) {
      String value = i + 1 < args.length ? args[i + 1] : "";
      switch (args[i]) {
        case "--iterations" -> iterations = (int) number(args[i], value, 1, Integer.MAX_VALUE);
        case "--seed" -> seed = number(args[i], value, 0, Long.MAX_VALUE / 2);
        default -> throw new IllegalArgumentException("unknown argument " + args[i] + "; " + USAGE);
      }
      i++;
    }
    return new FuzzOptions(iterations, seed);
  }

  private static long number(String name, String text, long least, long most) {
    long value = text.matches("\\d{1,18}") ? Long.parseLong(text) : -1;
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name
              + " takes a number from "
              + least
              + " to "
              + most
              + ", not '"
              + text
              + "'; "
              + USAGE);
    }
    return value;
  }
}
