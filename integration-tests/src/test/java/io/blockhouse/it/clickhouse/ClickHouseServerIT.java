// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.blockhouse.it.BuildLayout;
import io.blockhouse.it.SharedServers;
import io.blockhouse.it.process.ServerFailedException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
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

  /** The embedded engine ends then; a packaged server stays. */
  @Test
  void isStartedAgainWhenTheResetOfAConnectionEndsIt(@TempDir Path data) throws IOException {
    assumeTrue(server instanceof LocalClickHouse);
    LocalClickHouse other = new LocalClickHouse(data, BuildLayout.logs("reset"), "");
    other.start();
    try {
      other.query("CREATE TABLE t (n UInt8) ENGINE = MergeTree ORDER BY n");
      other.query("INSERT INTO t VALUES (7)");
      reset(other);
      await().atMost(Duration.ofSeconds(60)).until(() -> other.endsByReset() == 1);
      assertThat(other.query("SELECT n FROM t")).isEqualTo("7");
    } finally {
      other.kill();
    }
  }

  /** Logs in, and ends the connection with RST instead of FIN while no query runs. */
  private static void reset(ClickHouseServer server) throws IOException {
    try (Socket socket = new Socket(server.host(), server.nativePort())) {
      ByteArrayOutputStream hello = new ByteArrayOutputStream();
      hello.write(0);
      text(hello, "reset");
      hello.writeBytes(new byte[] {1, 1, (byte) 0xAA, (byte) 0xA6, 3}); // 1.1, revision 54058
      text(hello, "");
      text(hello, server.user());
      text(hello, server.password());
      socket.getOutputStream().write(hello.toByteArray());
      assertThat(socket.getInputStream().read()).isZero(); // its hello
      socket.setSoLinger(true, 0);
    }
  }

  private static void text(ByteArrayOutputStream out, String value) {
    out.write(value.length());
    out.writeBytes(value.getBytes(StandardCharsets.US_ASCII));
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
