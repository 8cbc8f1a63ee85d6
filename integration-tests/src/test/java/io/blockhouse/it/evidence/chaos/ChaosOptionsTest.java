// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ChaosOptionsTest {
  @Test
  void takesGuaranteeSeedAndMinutes() {
    assertThat(
            ChaosOptions.parse("--guarantee", "exactly-once", "--seed", "42", "--minutes", "0.5"))
        .isEqualTo(
            new ChaosOptions(
                Guarantee.EXACTLY_ONCE, 42, Duration.ofSeconds(30), ChaosOptions.DEFAULT_RATE));
  }

  @Test
  void refusesWhatItDoesNotKnow() {
    assertThatThrownBy(() -> ChaosOptions.parse("--guarantee", "at-most-once"))
        .hasMessageContaining("at-least-once or exactly-once");
    assertThatThrownBy(() -> ChaosOptions.parse("--minutes", "no"))
        .hasMessageContaining("--minutes takes a number");
    assertThatThrownBy(() -> ChaosOptions.parse("--hours", "1")).hasMessageContaining("usage:");
  }
}
