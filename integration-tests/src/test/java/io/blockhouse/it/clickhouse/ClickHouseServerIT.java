// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.blockhouse.it.BuildLayout;
import io.blockhouse.it.SharedServers;
import io.blockhouse.it.process.ServerFailedException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClickHouseServerIT {
  private final ClickHouseServer server = SharedServers.clickHouse();

  @Test
  void answersWithItsVersion() {
    assertThat(server.query("SELECT version()")).matches("\\d+\\.\\d+.*");
    assertThat(server.isAlive()).isTrue();
  }

  @Test
  void refusesAWrongPassword() {
    ClickHouseHttp intruder =
        new ClickHouseHttp(server.host(), server.httpPort(), server.user(), "wrong");
    assertThatThrownBy(() -> intruder.query("SELECT 1"))
        .isInstanceOfSatisfying(
            ClickHouseQueryException.class, e -> assertThat(e.code()).isEqualTo(516));
  }

  @Test
  void keepsDataAndAddressOverAKill() {
    assumeTrue(server.isOurs());
    server.query("CREATE DATABASE kill_it");
    server.query("CREATE TABLE kill_it.t (n UInt64) ENGINE = MergeTree ORDER BY n");
    server.query("INSERT INTO kill_it.t SELECT number FROM numbers(100000)");

    server.kill();
    assertThat(server.isAlive()).isFalse();
    server.start();

    assertThat(server.query("SELECT count(), sum(n) FROM kill_it.t"))
        .isEqualTo("100000\t4999950000");
    server.query("DROP DATABASE kill_it SYNC");
  }

  @Test
  void isStartedAgainAfterAnOrderlyStop(@TempDir Path data) {
    assumeTrue(server instanceof LocalClickHouse);
    LocalClickHouse other = new LocalClickHouse(data, BuildLayout.logs("stop"), "");
    other.start();
    other.stop();
    other.start();
    assertThat(other.query("SELECT 1")).isEqualTo("1");
    other.kill();
  }

  @Test
  void showsItsLastOutputWhenItEndsByItself(@TempDir Path data) {
    assumeTrue(server instanceof LocalClickHouse);
    LocalClickHouse broken = new LocalClickHouse(data, BuildLayout.logs("broken"), "<not closed");
    assertThatThrownBy(broken::start)
        .isInstanceOf(ServerFailedException.class)
        .hasMessageContaining("ClickHouse ended by itself")
        .hasMessageContaining("config.xml");
  }
}
