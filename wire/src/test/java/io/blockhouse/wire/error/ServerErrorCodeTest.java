// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.error;

import static org.assertj.core.api.Assertions.assertThat;

import io.blockhouse.wire.error.ServerErrorCode.Disposition;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerErrorCodeTest {
  private static final String PARTITIONS =
      "Too many partitions for single INSERT block (more than 100). The limit is controlled by"
          + " 'max_partitions_per_insert_block' setting.";

  private static final String PARTS =
      "Too many parts (3000 with average size of 1.00 KiB) in table 'default.t'. Merges are"
          + " processing significantly slower than inserts";

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "SCHEMA | 10 15 16 20 44 53 70 349",
        "ROW | 6 26 27 32 33 38 41 72 117 441",
        "ROW | 69 128 131 190 321 407 691 395 469",
        "FAIL | 43 47 48 49 50 39 40 89 99 101 102 271 432 161 565",
        "SIZE | 158 307 396",
        "CONFIGURATION | 36 62 73 80 115 60 81 164 192 193 194 516 195 497 452 620 702 764 774",
        "RETRY | 3 95 96 209 210 107 159 160 173 241 776 777 778 198 203 279 519 265 201",
        "RETRY | 202 700 745 749 763 216 218 733 236 243 252 319 373 384 473 738 394 677 735",
        "RETRY | 225 242 244 254 285 286 369 415 416 529 571 659 667 709 999",
        "RETRY | 425 439 499 574 710 734 1000 1001 1002",
        "SUCCESS | 389"
      })
  void knowsWhatEachCodeAsksFor(Disposition disposition, String codes) {
    for (String code : codes.trim().split(" ")) {
      ServerErrorCode error = ServerErrorCode.of(Integer.parseInt(code), "");
      assertThat(error.code()).isEqualTo(Integer.parseInt(code));
      assertThat(error.disposition()).as(code).isEqualTo(disposition);
    }
  }

  @Test
  void tellsTooManyPartitionsFromTooManyPartsByTheText() {
    assertThat(ServerErrorCode.of(252, PARTS)).isEqualTo(ServerErrorCode.TOO_MANY_PARTS);
    ServerErrorCode partitions = ServerErrorCode.of(252, PARTITIONS);
    assertThat(partitions).isEqualTo(ServerErrorCode.TOO_MANY_PARTITIONS_IN_INSERT);
    assertThat(partitions.disposition()).isEqualTo(Disposition.SIZE);
    assertThat(ServerErrorCode.of(252, null)).isEqualTo(ServerErrorCode.TOO_MANY_PARTS);
  }

  @Test
  void looksAtTheTextOfNoOtherCode() {
    assertThat(ServerErrorCode.of(241, PARTITIONS))
        .isEqualTo(ServerErrorCode.MEMORY_LIMIT_EXCEEDED);
  }

  @Test
  void failsOnCodesItDoesNotKnow() {
    assertThat(ServerErrorCode.of(987_654, "x")).isEqualTo(ServerErrorCode.UNKNOWN);
    assertThat(ServerErrorCode.UNKNOWN.disposition()).isEqualTo(Disposition.FAIL);
    assertThat(ServerErrorCode.nameOf(987_654)).isEqualTo("UNKNOWN");
    assertThat(ServerErrorCode.nameOf(252)).isEqualTo("TOO_MANY_PARTS");
  }

  @Test
  void listsEveryCodeOnceButTheOneWithTwoMeanings() {
    Set<Integer> codes = new HashSet<>();
    assertThat(Arrays.stream(ServerErrorCode.values()).filter(error -> !codes.add(error.code())))
        .containsExactly(ServerErrorCode.TOO_MANY_PARTITIONS_IN_INSERT);
    assertThat(codes).as("codes and UNKNOWN").hasSize(128);
  }

  @Test
  void keepsTheServersTextOutOfTheMessage() {
    ServerException e = new ServerException(469, "Constraint `c` is violated at row 1 (secret)");
    assertThat(e).hasMessage("ClickHouse error 469 (VIOLATED_CONSTRAINT)");
    assertThat(e.serverText()).contains("secret");
    assertThat(e.errorCode()).isEqualTo(ServerErrorCode.VIOLATED_CONSTRAINT);
  }
}
