// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.chaos;

import java.time.Duration;

/** The command line of {@code evidence.sh chaos}, and what a run is made from. */
public record ChaosOptions(Guarantee guarantee, long seed, Duration length, int recordsPerSecond) {
  private static final String USAGE =
      "usage: evidence.sh chaos [--guarantee at-least-once|exactly-once] [--seed S] [--minutes M]"
          + " [--rate RECORDS_PER_SECOND]";
  static final int DEFAULT_RATE = 3_000;

  /** Refuses what it does not know, in words for the user. */
  public static ChaosOptions parse(String... args) {
    Guarantee guarantee = Guarantee.AT_LEAST_ONCE;
    long seed = System.currentTimeMillis();
    double minutes = 2;
    int rate = DEFAULT_RATE;
    for (int i = 0; i < args.length; i += 2) {
      String value = i + 1 < args.length ? args[i + 1] : "";
      switch (args[i]) {
        case "--guarantee" -> guarantee = Guarantee.of(value);
        case "--seed" -> seed = (long) number(args[i], value, 0, Long.MAX_VALUE);
        case "--minutes" -> minutes = number(args[i], value, 0.1, 1_440);
        case "--rate" -> rate = (int) number(args[i], value, 1, 1_000_000);
        default -> throw new IllegalArgumentException("unknown argument " + args[i] + "; " + USAGE);
      }
    }
    return new ChaosOptions(guarantee, seed, Duration.ofMillis((long) (minutes * 60_000)), rate);
  }

  private static double number(String name, String text, double least, double most) {
    double value = text.matches("\\d{1,15}(\\.\\d{1,6})?") ? Double.parseDouble(text) : -1;
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " takes a number, at least " + least + ", not '" + text + "'; " + USAGE);
    }
    return value;
  }
}
