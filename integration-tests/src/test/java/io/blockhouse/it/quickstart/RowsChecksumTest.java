// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class RowsChecksumTest {
  private static final Click FIRST = click(1, null, List.of("a", "b"));
  private static final Click SECOND = click(2, "x", List.of());

  @Test
  void doesNotDependOnTheOrderOfRows() {
    assertThat(RowsChecksum.NONE.plus(FIRST).plus(SECOND))
        .isEqualTo(RowsChecksum.NONE.plus(SECOND).plus(FIRST));
  }

  @Test
  void tellsNullFromTextAndListsFromTheirText() {
    RowsChecksum sum = RowsChecksum.NONE.plus(FIRST);
    assertThat(RowsChecksum.NONE.plus(click(1, "null", List.of("a", "b")))).isNotEqualTo(sum);
    assertThat(RowsChecksum.NONE.plus(click(1, "", List.of("a", "b")))).isNotEqualTo(sum);
    assertThat(RowsChecksum.NONE.plus(click(1, null, List.of("a,b")))).isNotEqualTo(sum);
  }

  @Test
  void readsWhatClickHouseAnswers() {
    assertThat(RowsChecksum.parse("3\t500\t60")).isEqualTo(new RowsChecksum(3, 500, 60));
  }

  private static Click click(long id, String referrer, List<String> tags) {
    return new Click(
        id, "2026-01-02 03:04:05.678", 7, new UUID(1, 2), "u", referrer, "DE", 9, 0.5, tags);
  }
}
