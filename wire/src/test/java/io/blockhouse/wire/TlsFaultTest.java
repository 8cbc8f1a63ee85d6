// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.blockhouse.wire.block.Block;
import io.blockhouse.wire.error.ConnectionException;
import io.blockhouse.wire.error.ProtocolException;
import io.blockhouse.wire.error.ServerException;
import io.blockhouse.wire.error.WireException;
import io.blockhouse.wire.tls.TestIdentity;
import io.blockhouse.wire.tls.TlsRelay;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What {@link ConnectionFaultTest} shows of plain connections, with TLS around them. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class TlsFaultTest {
  private static final TestIdentity CA = TestIdentity.authority("Test CA");
  private static final TestIdentity SERVER = CA.issue("server", "127.0.0.1");
  private static final TlsOptions TLS = TlsOptions.builder().ca(CA.certificatePem()).build();

  private static Deadline soon() {
    return Deadline.afterMs(10_000);
  }

  private static TlsRelay before(ScriptedServer server) throws IOException {
    return new TlsRelay(SERVER.serverContext(null), false, "127.0.0.1", server.port());
  }

  private static ConnectionOptions.Builder options(int port) {
    return ConnectionOptions.builder()
        .host("127.0.0.1")
        .port(port)
        .compression(Compression.NONE)
        .tls(TLS);
  }

  private static NativeConnection connect(TlsRelay relay) {
    return NativeConnection.connect(options(relay.port()).build(), soon());
  }

  private static void insertAndAwait(NativeConnection connection) {
    InsertStream insert = connection.insert(ExampleBlocks.REQUEST, soon());
    insert.write(ExampleBlocks.twoRows(), soon());
    insert.end(soon());
    if (!insert.await(soon())) {
      throw new AssertionError("no answer, and no exception either");
    }
  }

  private static void play(ScriptedPeer peer) {
    peer.shakeHands();
    peer.acceptInsert();
    peer.readBlocks();
    peer.send(ScriptedPeer.END_OF_STREAM);
  }

  @Test
  void failsWhereverTheServersBytesEnd() throws Exception {
    for (long n = 0; n < 80; n += 3) {
      for (boolean reset : new boolean[] {false, true}) {
        long cut = n;
        try (ScriptedServer server =
                new ScriptedServer(
                    peer -> {
                      peer.cutAfterSending(cut);
                      if (reset) {
                        peer.closeWithReset();
                      }
                      play(peer);
                    });
            TlsRelay relay = before(server)) {
          long start = System.nanoTime();
          assertThatThrownBy(() -> insertAndAwait(connect(relay)))
              .as("after %d, reset %b", n, reset)
              .isInstanceOf(WireException.class)
              .isNotInstanceOf(ProtocolException.class)
              .hasMessageContaining("127.0.0.1:" + relay.port());
          assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start)).isLessThan(8_000);
        }
      }
    }
  }

  @Test
  void tlsHandshakeHonoursItsDeadline() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      within(
          300,
          () ->
              assertThatThrownBy(
                      () ->
                          NativeConnection.connect(
                              options(silent.getLocalPort()).build(), Deadline.afterMs(300)))
                  .isInstanceOf(ConnectionException.class)
                  .hasMessageContaining("the deadline passed during the TLS handshake")
                  .hasMessageContaining("9440"));
    }
  }

  @Test
  void aServerThatTricklesItsHandshakeCannotDrawItOut() throws Exception {
    try (ScriptedServer server = new ScriptedServer(TlsFaultTest::play);
        TlsRelay relay = before(server).trickle(1, 20)) {
      within(
          600,
          () ->
              assertThatThrownBy(
                      () ->
                          NativeConnection.connect(
                              options(relay.port()).build(), Deadline.afterMs(600)))
                  .isInstanceOf(ConnectionException.class)
                  .hasMessageContaining("the deadline passed during the TLS handshake"));
    }
  }

  @Test
  void readsRecordsThatArriveInPartsWhilePollingBetweenBlocks() throws Exception {
    try (ScriptedServer server =
            new ScriptedServer(
                peer -> {
                  peer.shakeHands();
                  peer.acceptInsert();
                  // Polls meet these in the middle of their records.
                  for (int i = 0; i < 20; i++) {
                    peer.send("03 01 02 00 03 04");
                  }
                  peer.readBlocks();
                  peer.send(ScriptedPeer.END_OF_STREAM);
                });
        TlsRelay relay = before(server).trickle(7, 1)) {
      NativeConnection connection = connect(relay);
      InsertStream insert = connection.insert(ExampleBlocks.REQUEST, soon());
      for (int i = 0; i < 300; i++) {
        insert.write(ExampleBlocks.twoRows(), soon());
        Thread.sleep(1);
      }
      insert.end(soon());
      assertThat(insert.await(soon())).isTrue();
      connection.close();
    }
  }

  @Test
  void awaitGivesUpAtTheDeadlineAndMayBeAskedAgain() throws Exception {
    CountDownLatch answer = new CountDownLatch(1);
    try (ScriptedServer server =
            new ScriptedServer(
                peer -> {
                  peer.shakeHands();
                  peer.acceptInsert();
                  peer.readBlocks();
                  answer.await();
                  peer.send(ScriptedPeer.END_OF_STREAM);
                });
        TlsRelay relay = before(server)) {
      NativeConnection connection = connect(relay);
      InsertStream insert = connection.insert(ExampleBlocks.REQUEST, soon());
      insert.write(ExampleBlocks.twoRows(), soon());
      insert.end(soon());
      within(100, () -> assertThat(insert.await(Deadline.afterMs(100))).isFalse());
      assertThat(insert.await(Deadline.afterMs(0))).isFalse();
      answer.countDown();
      assertThat(insert.await(soon())).isTrue();
      assertThat(connection.isIdle()).isTrue();
      connection.close();
    }
  }

  @Test
  void aServerThatStopsReadingMeetsTheWriteDeadline() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    try (ScriptedServer server =
            new ScriptedServer(
                peer -> {
                  peer.shakeHands();
                  peer.acceptInsert();
                  peer.skip(1000);
                  end.await();
                });
        TlsRelay relay = before(server)) {
      NativeConnection connection = connect(relay);
      InsertStream insert = connection.insert(ExampleBlocks.REQUEST, soon());
      Block noise = NoiseBlock.ofMegabytes(48);
      within(
          1_000,
          () ->
              assertThatThrownBy(() -> insert.write(noise, Deadline.afterMs(1_000)))
                  .isInstanceOf(ConnectionException.class)
                  .hasMessageContaining("the deadline passed while sending a block")
                  .hasMessageContaining("reads too slowly or not at all"));
      assertThat(connection.isOpen()).isFalse();
      end.countDown();
    }
  }

  @Test
  void abortEndsAStuckWriteFromAnotherThread() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    try (ScriptedServer server =
            new ScriptedServer(
                peer -> {
                  peer.shakeHands();
                  peer.acceptInsert();
                  end.await();
                });
        TlsRelay relay = before(server)) {
      NativeConnection connection = connect(relay);
      InsertStream insert = connection.insert(ExampleBlocks.REQUEST, soon());
      Block noise = NoiseBlock.ofMegabytes(48);
      AtomicReference<Throwable> thrown = new AtomicReference<>();
      Thread writer =
          new Thread(
              () -> {
                try {
                  insert.write(noise, soon());
                } catch (RuntimeException e) {
                  thrown.set(e);
                }
              });
      writer.start();
      Thread.sleep(500); // long enough to fill the buffers in between
      within(0, connection::abort);
      writer.join(5_000);
      assertThat(thrown.get())
          .isInstanceOf(ConnectionException.class)
          .hasMessageContaining("aborted by this side");
      end.countDown();
    }
  }

  @Test
  void abandoningAnInsertResetsTheConnectionAndAnIdleOneEndsInOrder() throws Exception {
    AtomicReference<Throwable> seen = new AtomicReference<>();
    try (ScriptedServer server =
            new ScriptedServer(
                peer -> {
                  peer.shakeHands();
                  peer.acceptInsert();
                  try {
                    peer.readToEnd();
                  } catch (IOException e) {
                    seen.set(e);
                  }
                });
        TlsRelay relay = before(server)) {
      NativeConnection connection = connect(relay);
      connection.insert(ExampleBlocks.REQUEST, soon());
      connection.abort();
      server.awaitEnd();
      assertThat(seen.get()).isInstanceOf(IOException.class).hasMessageContaining("reset");
    }
    seen.set(null);
    try (ScriptedServer server =
            new ScriptedServer(
                peer -> {
                  peer.shakeHands();
                  peer.readToEnd(); // fails the test with an exception
                  seen.set(new AssertionError("an end in order"));
                });
        TlsRelay relay = before(server)) {
      connect(relay).close();
      server.awaitEnd();
      assertThat(seen.get()).hasMessage("an end in order");
    }
  }

  @Test
  void noticesAnExceptionBetweenBlocks() throws Exception {
    CountDownLatch thrown = new CountDownLatch(1);
    try (ScriptedServer server =
            new ScriptedServer(
                peer -> {
                  peer.shakeHands();
                  peer.acceptInsert();
                  peer.readData();
                  peer.sendException(252, "Too many parts");
                  thrown.countDown();
                  peer.readToEnd();
                });
        TlsRelay relay = before(server)) {
      InsertStream insert = connect(relay).insert(ExampleBlocks.REQUEST, soon());
      assertThatThrownBy(
              () -> {
                insert.write(ExampleBlocks.twoRows(), soon());
                thrown.await();
                for (int i = 0; i < 10_000; i++) {
                  insert.write(ExampleBlocks.twoRows(), soon());
                }
              })
          .isInstanceOfSatisfying(ServerException.class, e -> assertThat(e.code()).isEqualTo(252));
      assertThat(insert.finalBlockSent()).isFalse();
      assertThat(insert.rows()).isLessThan(2 * 10_000L);
    }
  }

  @Test
  void prefersTheServersReasonToAFailedWrite() throws Exception {
    Block large = ExampleBlocks.rows(32, 1024 * 1024);
    try (ScriptedServer server =
            new ScriptedServer(
                peer -> {
                  peer.shakeHands();
                  peer.acceptInsert();
                  peer.skip(1000);
                  peer.sendException(241, "Memory limit exceeded");
                });
        TlsRelay relay = before(server)) {
      InsertStream insert = connect(relay).insert(ExampleBlocks.REQUEST, soon());
      assertThatThrownBy(() -> insert.write(large, soon()))
          .isInstanceOfSatisfying(ServerException.class, e -> assertThat(e.code()).isEqualTo(241));
    }
  }

  @Test
  void aConnectionCutOffWithoutAGoodbyeIsLost() throws Exception {
    try (ServerSocket listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      Thread server =
          new Thread(
              () -> {
                try (Socket raw = listener.accept()) {
                  raw.getInputStream().read();
                } catch (IOException e) {
                  throw new IllegalStateException(e);
                }
              });
      server.start();
      assertThatThrownBy(
              () -> NativeConnection.connect(options(listener.getLocalPort()).build(), soon()))
          .isInstanceOf(ConnectionException.class)
          .hasMessageContaining("the TLS handshake failed; the connection ended");
      server.join();
    }
  }

  private interface Step {
    void run() throws Exception;
  }

  private static void within(long ms, Step step) throws Exception {
    long start = System.nanoTime();
    step.run();
    long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    assertThat(took).isBetween(ms - 10, ms + 3_000);
  }
}
