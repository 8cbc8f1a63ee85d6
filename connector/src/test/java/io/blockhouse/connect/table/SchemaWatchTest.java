// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SchemaWatchTest {
  private long nowMs = -5;
  private final SchemaWatch watch = new SchemaWatch(() -> TimeUnit.MILLISECONDS.toNanos(nowMs));

  @Test
  void isDueAtOnceAndAfterEachNewDescription() {
    assertThat(watch.isDue()).isTrue();
    watch.lookedInVain();
    assertThat(watch.isDue()).isFalse();
    watch.reset();
    assertThat(watch.isDue()).isTrue();
  }

  @Test
  void looksEverMoreRarelyButOnceAMinute() {
    int looks = 0;
    for (long end = nowMs + 3_600_000; nowMs < end; nowMs += 10) {
      if (watch.isDue()) {
        watch.lookedInVain();
        looks++;
      }
    }
    assertThat(looks).isBetween(60, 75);
    nowMs += SchemaWatch.LONGEST_WAIT_MS;
    assertThat(watch.isDue()).isTrue();
  }
}
