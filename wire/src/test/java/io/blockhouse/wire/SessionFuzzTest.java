// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A short run of what {@code evidence.sh fuzz} does at length; the seeds are 0, 1, 2 and so on. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class SessionFuzzTest {
  private static final long MAX_ALLOCATED_BYTES = 32L << 20;

  @Test
  void damagedSessionsEndInTypedExceptionsWithinBounds() {
    SessionFuzzer fuzzer = new SessionFuzzer();
    TreeMap<String, Integer> ends = new TreeMap<>();
    for (long seed = 0; seed < 5_000; seed++) {
      boolean loopback = seed % 100 == 99;
      SessionFuzzer.Outcome outcome =
          loopback ? fuzzer.playOnLoopback(seed) : fuzzer.playInMemory(seed);
      assertThat(outcome.isTyped()).as("seed %d: %s", seed, outcome.failure()).isTrue();
      assertThat(outcome.millis()).as("seed %d", seed).isLessThan(SessionFuzzer.limitMs(loopback));
      assertThat(outcome.allocatedBytes()).as("seed %d", seed).isLessThan(MAX_ALLOCATED_BYTES);
      Throwable failure = outcome.failure();
      ends.merge(failure == null ? "none" : failure.getClass().getSimpleName(), 1, Integer::sum);
    }
    // Else the damage would never reach one of the layers.
    assertThat(ends)
        .containsOnlyKeys(
            "none",
            "ConnectionException",
            "ProtocolException",
            "ServerException",
            "UnsupportedTypeException");
    assertThat(ends.values()).allMatch(n -> n > 20);
  }
}
