// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FaultScheduleTest {
  private static final long TWO_MINUTES_MS = 120_000;

  @Test
  void theSameSeedGivesTheSameFaults() {
    assertThat(FaultSchedule.of(7, TWO_MINUTES_MS)).isEqualTo(FaultSchedule.of(7, TWO_MINUTES_MS));
    assertThat(FaultSchedule.of(7, TWO_MINUTES_MS))
        .isNotEqualTo(FaultSchedule.of(8, TWO_MINUTES_MS));
  }

  @Test
  void aLongerRunBeginsLikeAShorterOne() {
    List<Fault> shorter = FaultSchedule.of(7, TWO_MINUTES_MS);
    List<Fault> longer = FaultSchedule.of(7, 2 * TWO_MINUTES_MS);
    assertThat(longer).containsAll(shorter).hasSizeGreaterThan(shorter.size());
  }

  @Test
  void meetsEveryKindOfFaultInFiveMinutes() {
    for (long seed = 0; seed < 100; seed++) {
      assertThat(FaultSchedule.of(seed, 300_000))
          .as("seed %d", seed)
          .extracting(Fault::kind)
          .contains(FaultKind.values());
    }
  }

  @Test
  void faultsOfOneTargetNeverOverlapAndAllEndInTime() {
    for (long seed = 0; seed < 100; seed++) {
      List<Fault> faults = FaultSchedule.of(seed, TWO_MINUTES_MS);
      for (Target target : Target.values()) {
        long free = 0;
        for (Fault fault : faults) {
          if (fault.kind().target() == target) {
            assertThat(fault.atMs()).as("seed %d", seed).isGreaterThan(free);
            free = fault.atMs() + fault.lastsMs();
          }
        }
        assertThat(free).as("seed %d", seed).isBetween(1L, TWO_MINUTES_MS);
      }
    }
  }

  @Test
  void comesInTheOrderOfTime() {
    assertThat(FaultSchedule.of(7, TWO_MINUTES_MS))
        .isSortedAccordingTo((a, b) -> Long.compare(a.atMs(), b.atMs()));
  }
}
