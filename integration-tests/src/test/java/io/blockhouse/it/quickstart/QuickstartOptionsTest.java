// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuickstartOptionsTest {
  @Test
  void sendsHalfAMillionRowsUnlessTold() {
    assertThat(QuickstartOptions.parse()).isEqualTo(new QuickstartOptions(500_000, false));
  }

  @Test
  void takesRowsAndKeepInAnyOrder() {
    QuickstartOptions expected = new QuickstartOptions(7, true);
    assertThat(QuickstartOptions.parse("--rows", "7", "--keep")).isEqualTo(expected);
    assertThat(QuickstartOptions.parse("--keep", "--rows", "7")).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--rows", "--rows 0", "--rows -1", "--rows x", "--rows 9999999999", "-k"})
  void refusesAnythingElseAndShowsTheUsage(String line) {
    assertThatThrownBy(() -> QuickstartOptions.parse(line.split(" ")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("usage: quickstart.sh [--rows N] [--keep]");
  }
}
