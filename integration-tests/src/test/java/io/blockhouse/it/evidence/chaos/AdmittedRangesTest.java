// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.chaos;

import static io.blockhouse.it.evidence.chaos.AdmittedRanges.Reason.CANCELLED;
import static io.blockhouse.it.evidence.chaos.AdmittedRanges.Reason.KILLED;
import static io.blockhouse.it.evidence.chaos.AdmittedRanges.Reason.TOLD;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class AdmittedRangesTest {
  private final AdmittedRanges admitted = new AdmittedRanges();

  @Test
  void readsWhatTasksTellOfLostAnswersAndRevokedRows() {
    admitted.addTold(
        List.of(
            "12:00 WARN TableDelivery - An INSERT of 30 rows into d.t got no answer: it may have"
                + " been stored and is sent again (numbered-1 offsets 10..29, numbered-0 offsets"
                + " 5..14). Without a deduplication window on the table its rows may be doubled.",
            "12:01 WARN RevokedRows - numbered-2 offsets 1..3 are written to d.t in part or whole"
                + " and could not be committed before the partition was revoked: its next owner"
                + " writes them again.",
            "12:02 INFO Another - numbered-3 offsets 0..100"));
    assertThat(admitted.moreCopiesOf(1, 10)).containsOnlyKeys(TOLD);
    assertThat(admitted.moreCopiesOf(1, 30)).isEmpty();
    assertThat(admitted.moreCopiesOf(0, 14)).containsEntry(TOLD, 1);
    assertThat(admitted.moreCopiesOf(2, 2)).containsEntry(TOLD, 1);
    assertThat(admitted.moreCopiesOf(3, 2)).isEmpty();
  }

  @Test
  void everyCopyBeyondTheFirstNeedsAnExcuseOfItsOwn() {
    admitted.add(KILLED, 0, 10, 20);
    admitted.add(CANCELLED, 0, 15, 30);
    Duplicates duplicates = new Duplicates();
    duplicates.add(0, 15, 3, admitted);
    assertThat(duplicates.unexcused()).isZero();
    duplicates.add(0, 16, 4, admitted);
    duplicates.add(0, 21, 3, admitted);
    duplicates.add(0, 9, 2, admitted);
    assertThat(duplicates.unexcused()).isEqualTo(3);
    assertThat(duplicates.details()).hasSize(3);
  }
}
