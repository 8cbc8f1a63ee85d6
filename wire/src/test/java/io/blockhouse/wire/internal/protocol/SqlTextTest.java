// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SqlTextTest {
  @Test
  void escapesIdentifiers() {
    assertThat(SqlText.identifier("plain")).isEqualTo("`plain`");
    assertThat(SqlText.identifier("a`b\\c'd\"e.f")).isEqualTo("`a\\`b\\\\c'd\"e.f`");
    assertThat(SqlText.identifier("a\0b")).isEqualTo("`a\\0b`");
  }

  @Test
  void escapesLiterals() {
    assertThat(SqlText.literal("it's a \\ and a `")).isEqualTo("'it\\'s a \\\\ and a `'");
    assertThat(SqlText.literal("")).isEqualTo("''");
  }

  @Test
  void writesInserts() {
    assertThat(SqlText.insert("d.b", "t.x", List.of("a", "b`c")))
        .isEqualTo("INSERT INTO `d.b`.`t.x` (`a`, `b\\`c`) FORMAT Native");
    assertThat(SqlText.insert("", "t", List.of())).isEqualTo("INSERT INTO `t` FORMAT Native");
  }

  @Test
  void describesInTheCurrentDatabaseUnlessOneIsGiven() {
    assertThat(SqlText.describe("", "t'"))
        .endsWith("WHERE database = currentDatabase() AND table = 't\\''");
    assertThat(SqlText.describe("db", "t")).endsWith("WHERE database = 'db' AND table = 't'");
  }
}
