// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.blockhouse.it.BuildLayout;
import io.blockhouse.it.SharedServers;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A short run of what {@code evidence.sh chaos} does at length. */
class ChaosIT {
  private static final Duration LENGTH = Duration.ofSeconds(35);

  private static ChaosRun.Result play(Guarantee guarantee, long seed) throws InterruptedException {
    return new ChaosRun(new ChaosOptions(guarantee, seed, LENGTH, 2_000))
        .play(
            SharedServers.kafka().bootstrapServers(),
            SharedServers.pluginPath(),
            BuildLayout.data().resolve("chaos-" + guarantee.word()),
            BuildLayout.logs("chaos-" + guarantee.word()));
  }

  /** Rows are doubled only where the task said so, or was killed. */
  @Test
  void atLeastOnceLosesNothing() throws InterruptedException {
    ChaosRun.Result result = play(Guarantee.AT_LEAST_ONCE, 3);
    assertThat(result.holds()).as(result.line()).isTrue();
  }

  @Test
  void exactlyOnceLosesNothingAndDoublesNothing() throws InterruptedException {
    ChaosRun.Result result = play(Guarantee.EXACTLY_ONCE, 4);
    assertThat(result.holds()).as(result.line()).isTrue();
  }
}
