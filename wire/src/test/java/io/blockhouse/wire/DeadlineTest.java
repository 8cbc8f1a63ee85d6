// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DeadlineTest {
  @Test
  void isOverAtOnceForZeroAndLess() {
    assertThat(Deadline.afterMs(0).expired()).isTrue();
    assertThat(Deadline.afterMs(-5).expired()).isTrue();
    assertThat(Deadline.afterMs(0).remainingMs()).isZero();
  }

  @Test
  void survivesTheLargestTimes() {
    Deadline never = Deadline.afterMs(Long.MAX_VALUE);
    assertThat(never.expired()).isFalse();
    assertThat(never.remainingMs()).isGreaterThan(1_000_000_000L);
  }

  @Test
  void takesTheEarlierOfTwo() {
    Deadline near = Deadline.afterMs(50_000);
    assertThat(near.atMostMs(1_000_000)).isSameAs(near);
    assertThat(near.atMostMs(1000).remainingMs()).isBetween(1L, 1000L);
  }
}
