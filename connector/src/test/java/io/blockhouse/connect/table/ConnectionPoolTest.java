// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.blockhouse.wire.ConnectionOptions;
import io.blockhouse.wire.Deadline;
import io.blockhouse.wire.ScriptedPeer;
import io.blockhouse.wire.ScriptedServer;
import io.blockhouse.wire.error.ConnectionException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ConnectionPoolTest {
  private final AtomicLong clockMs = new AtomicLong();

  private static Deadline soon() {
    return Deadline.afterMs(10_000);
  }

  private ConnectionPool pool(long seed, ConnectionOptions... hosts) {
    // Seeds near each other begin with the same bits: spread them.
    return new ConnectionPool(
        List.of(hosts), 2, new Random(seed * 0x9E3779B97F4A7C15L), clockMs::get);
  }

  private static ConnectionOptions host(int port) {
    return ConnectionOptions.builder().host("127.0.0.1").port(port).connectTimeoutMs(5_000).build();
  }

  private static int closedPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static void greet(ScriptedPeer peer) throws IOException {
    peer.shakeHands();
    peer.readToEnd();
  }

  @Test
  void failsOverToTheHostThatLivesWhicheverComesFirst() throws IOException {
    int dead = closedPort();
    for (long seed = 0; seed < 8; seed++) {
      try (ScriptedServer live = new ScriptedServer(ConnectionPoolTest::greet)) {
        ConnectionPool pool = pool(seed, host(dead), host(live.port()));
        pool.check(soon());
        pool.close();
      }
    }
  }

  @Test
  void tasksStartAtDifferentHosts() throws Exception {
    int first = 0;
    for (long seed = 0; seed < 20; seed++) {
      try (ScriptedServer one = new ScriptedServer(ConnectionPoolTest::greet);
          ScriptedServer other = new ScriptedServer(ConnectionPoolTest::greet)) {
        ConnectionPool pool = pool(seed, host(one.port()), host(other.port()));
        pool.check(soon());
        pool.close();
        first += one.accepted() ? 1 : 0;
      }
    }
    assertThat(first).isBetween(3, 17);
  }

  @Test
  void namesEveryHostWhenAllAreDead() throws IOException {
    int one = closedPort();
    ConnectionPool pool = pool(1, host(one), host(closedPort()));
    assertThatThrownBy(() -> pool.check(soon()))
        .isInstanceOfSatisfying(
            ConnectionException.class,
            e ->
                assertThat(e.getMessage() + e.getSuppressed()[0].getMessage())
                    .contains("127.0.0.1:" + one));
  }

  @Test
  void aHostThatNeverAnswersDoesNotComeFirstAgain() throws IOException {
    // Its connect timeout is longer than the whole deadline, so that no time is left for others.
    for (long seed = 0; seed < 4; seed++) {
      try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
          ScriptedServer live = new ScriptedServer(ConnectionPoolTest::greet)) {
        ConnectionPool pool = pool(seed, host(silent.getLocalPort()), host(live.port()));
        try {
          pool.check(Deadline.afterMs(300));
        } catch (ConnectionException e) {
          assertThat(live.accepted()).isFalse(); // the silent one came first
          clockMs.addAndGet(1_000); // past the time in which a failure is repeated to others
          pool.check(Deadline.afterMs(5_000));
        }
        assertThat(live.accepted()).isTrue();
        pool.close();
      }
    }
  }
}
