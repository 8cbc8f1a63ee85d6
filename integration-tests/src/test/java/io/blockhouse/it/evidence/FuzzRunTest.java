// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.blockhouse.wire.SessionFuzzer.Outcome;
import io.blockhouse.wire.error.ProtocolException;
import org.junit.jupiter.api.Test;

class FuzzRunTest {
  @Test
  void countsWhatBreaksTheLaw() {
    FuzzRun run = new FuzzRun();
    run.begin(7);
    run.end(new Outcome(null, 0, 100), 10);
    run.end(new Outcome(new ProtocolException("typed"), 10, 300), 10);
    run.end(new Outcome(new IllegalStateException("untyped"), 0, 200), 10);
    run.end(new Outcome(null, 11, 0), 10);
    assertThat(run.sessions()).isEqualTo(4);
    assertThat(run.untyped()).isEqualTo(1);
    assertThat(run.slow()).isEqualTo(1);
    assertThat(run.maxAllocatedBytes()).isEqualTo(300);
    assertThat(run.seed()).isEqualTo(7);
    assertThat(run.ends()).isEqualTo("{IllegalStateException=1, ProtocolException=1, none=2}");
  }

  @Test
  void readsTheCommandLine() {
    assertThat(FuzzOptions.parse().iterations()).isEqualTo(200_000);
    assertThat(FuzzOptions.parse("--iterations", "3", "--seed", "4"))
        .isEqualTo(new FuzzOptions(3, 4));
    for (String[] wrong : new String[][] {{"--iterations"}, {"--iterations", "0"}, {"-n", "3"}}) {
      assertThatThrownBy(() -> FuzzOptions.parse(wrong))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(FuzzOptions.USAGE);
    }
  }
}
