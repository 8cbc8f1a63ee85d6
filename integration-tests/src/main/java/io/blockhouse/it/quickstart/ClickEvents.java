// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.quickstart;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;

/** A stream of click events that looks like a shop's: the same seed gives the same events. */
final class ClickEvents {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS").withZone(ZoneOffset.UTC);
  private static final long START_MS = Instant.parse("2026-01-02T00:00:00Z").toEpochMilli();

  /** A snowflake: milliseconds above, a sequence number below. Stays under 2^63, as JSON needs. */
  private static final int SEQUENCE_BITS = 21;

  /** So many users, with ids spread over all 32 bits. */
  private static final int USERS = 50_000;

  private static final long USER_STEP = (1L << 32) / USERS;

  private static final List<String> COUNTRIES =
      List.of("US", "DE", "FR", "GB", "BR", "IN", "JP", "NL", "SE", "CA", "PL", "ES");
  private static final List<String> SECTIONS =
      List.of("shoes", "books", "garden", "kitchen", "bikes", "größen", "music");
  private static final List<String> REFERRERS =
      List.of(
          "https://search.example/?q=blue+shoes",
          "https://news.example/2026/01/02/deals",
          "https://social.example/p/8f3a");
  private static final List<String> TAGS =
      List.of("new", "sale", "mobile", "logged-in", "returning", "test-b");

  private final SplittableRandom random;
  private long timeMs = START_MS;
  private long sequence;

  ClickEvents(long seed) {
    random = new SplittableRandom(seed);
  }

  Click next() {
    timeMs += random.nextInt(0, 4);
    long eventId = (timeMs << SEQUENCE_BITS) | (sequence++ & ((1L << SEQUENCE_BITS) - 1));
    boolean bought = random.nextInt(20) == 0;
    return new Click(
        eventId,
        TIME.format(Instant.ofEpochMilli(timeMs)),
        1 + random.nextInt(USERS) * USER_STEP,
        new UUID(random.nextLong(), random.nextLong()),
        "https://shop.example/" + pick(SECTIONS) + "/" + random.nextInt(100_000),
        random.nextInt(3) == 0 ? null : pick(REFERRERS),
        pick(COUNTRIES),
        random.nextInt(40, 120_000),
        bought ? random.nextInt(199, 49_999) / 100.0 : 0.0,
        tags());
  }

  private List<String> tags() {
    int count = random.nextInt(4);
    List<String> tags = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      tags.add(pick(TAGS));
    }
    return tags;
  }

  private String pick(List<String> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
