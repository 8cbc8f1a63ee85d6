// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.blockhouse.wire.block.Block;
import io.blockhouse.wire.error.ConnectionException;
import io.blockhouse.wire.error.ProtocolException;
import io.blockhouse.wire.error.ServerException;
import io.blockhouse.wire.error.WireException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A connection that is cut, stalls or lies: always a typed exception, never a hang. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class ConnectionFaultTest {
  private static Deadline soon() {
    return Deadline.afterMs(10_000);
  }

  private static void wholeSession(ScriptedServer server) {
    try (NativeConnection connection = NativeConnection.connect(server.options().build(), soon())) {
      InsertStream insert = connection.insert(ExampleBlocks.REQUEST, soon());
      insert.write(ExampleBlocks.twoRows(), soon());
      insert.end(soon());
      if (!insert.await(soon())) {
        throw new AssertionError("no answer, and no exception either");
      }
    }
  }

  private static void play(ScriptedPeer peer) {
    peer.shakeHands();
    peer.acceptInsert();
    peer.readBlocks();
    peer.send(ScriptedPeer.END_OF_STREAM);
  }

  /** Bytes the server sends and receives in a session that goes well. */
  private static long[] lengths() throws Exception {
    AtomicLong sent = new AtomicLong();
    AtomicLong received = new AtomicLong();
    try (ScriptedServer server =
        new ScriptedServer(
            peer -> {
              play(peer);
              sent.set(peer.sent());
              received.set(peer.received());
            })) {
      wholeSession(server);
      server.awaitEnd();
    }
    return new long[] {sent.get(), received.get()};
  }

  @Test
  void failsWhereverTheServersBytesEnd() throws Exception {
    long total = lengths()[0];
    assertThat(total).isEqualTo(80);
    for (long n = 0; n < total; n++) {
      for (boolean reset : new boolean[] {false, true}) {
        long cut = n;
        expectFailure(
            peer -> {
              peer.cutAfterSending(cut);
              if (reset) {
                peer.closeWithReset();
              }
              play(peer);
            },
            "after sending " + n + ", reset " + reset);
      }
    }
  }

  @Test
  void failsWhereverTheServerStopsToRead() throws Exception {
    long total = lengths()[1];
    assertThat(total).isGreaterThan(200);
    for (long n = 0; n < total; n++) {
      for (boolean reset : new boolean[] {false, true}) {
        long cut = n;
        expectFailure(
            peer -> {
              peer.cutAfterReading(cut);
              if (reset) {
                peer.closeWithReset();
              }
              play(peer);
            },
            "after reading " + n + ", reset " + reset);
      }
    }
  }

  private static void expectFailure(ScriptedServer.Script script, String where) throws Exception {
    long start = System.nanoTime();
    try (ScriptedServer server = new ScriptedServer(script)) {
      assertThatThrownBy(() -> wholeSession(server))
          .as(where)
          .isInstanceOf(WireException.class)
          .isNotInstanceOf(ProtocolException.class)
          .hasMessageContaining("127.0.0.1:" + server.port());
    }
    assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start))
        .as(where)
        .isLessThan(8_000);
  }

  @Test
  void knowsTheReasonEvenIfTheStackTraceIsCutOff() throws Exception {
    try (ScriptedServer server =
        new ScriptedServer(
            peer -> {
              peer.shakeHands();
              peer.readQuery();
              peer.readData();
              String head = ScriptedPeer.hexString("DB::Exception");
              String text = ScriptedPeer.hexString("DB::Exception: Out of memory");
              peer.send("02 f1000000" + head + text + "7f 00");
            })) {
      NativeConnection connection = NativeConnection.connect(server.options().build(), soon());
      assertThatThrownBy(() -> connection.insert(ExampleBlocks.REQUEST, soon()))
          .isInstanceOfSatisfying(
              ServerException.class,
              e -> {
                assertThat(e.code()).isEqualTo(241);
                assertThat(e.serverText()).isEqualTo("Out of memory");
              });
    }
  }

  @Test
  void handshakeHonoursItsDeadline() throws Exception {
    // Never accepted: the kernel completes the TCP connection, nobody answers.
    try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      ConnectionOptions options =
          ConnectionOptions.builder()
              .host("127.0.0.1")
              .port(silent.getLocalPort())
              .connectTimeoutMs(200)
              .build();
      within(
          200,
          () ->
              assertThatThrownBy(() -> NativeConnection.connect(options, soon()))
                  .isInstanceOf(ConnectionException.class)
                  .hasMessageContaining("deadline passed while shaking hands"));
      assertThatThrownBy(() -> NativeConnection.connect(options, Deadline.afterMs(0)))
          .isInstanceOf(ConnectionException.class)
          .hasMessageContaining("deadline");
    }
  }

  @Test
  void headerAndQueryHonourTheirDeadlines() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    for (boolean insert : new boolean[] {true, false}) {
      try (ScriptedServer server =
          new ScriptedServer(
              peer -> {
                peer.shakeHands();
                end.await();
              })) {
        NativeConnection connection = NativeConnection.connect(server.options().build(), soon());
        Deadline deadline = Deadline.afterMs(200);
        within(
            200,
            () ->
                assertThatThrownBy(
                        () -> {
                          if (insert) {
                            connection.insert(ExampleBlocks.REQUEST, deadline);
                          } else {
                            connection.query("SELECT 1", deadline);
                          }
                        })
                    .isInstanceOf(ConnectionException.class)
                    .hasMessageContaining("deadline passed while waiting"));
        assertThat(connection.isOpen()).isFalse();
      }
    }
    end.countDown();
  }

  @Test
  void aServerThatKeepsSendingProgressCannotDrawOutAQuery() throws Exception {
    try (ScriptedServer server =
        new ScriptedServer(
            peer -> {
              peer.shakeHands();
              while (true) {
                peer.send("03 01 02 00 03 04");
                Thread.sleep(5);
              }
            })) {
      NativeConnection connection = NativeConnection.connect(server.options().build(), soon());
      within(
          300,
          () ->
              assertThatThrownBy(() -> connection.query("SELECT 1", Deadline.afterMs(300)))
                  .isInstanceOf(ConnectionException.class)
                  .hasMessageContaining("deadline"));
    }
  }

  @Test
  void aServerThatStopsReadingMeetsTheWriteDeadline() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    for (Compression compression : Compression.values()) {
      try (ScriptedServer server =
          new ScriptedServer(
              peer -> {
                peer.shakeHands();
                peer.readQuery();
                if (compression == Compression.NONE) {
                  peer.readData();
                  peer.send(ScriptedPeer.HEADER);
                  peer.skip(1_000); // the rest of the block never
                } else {
                  peer.sendBytes(FramedHeader.packet());
                }
                end.await();
              })) {
        NativeConnection connection =
            NativeConnection.connect(server.options().compression(compression).build(), soon());
        InsertStream insert = connection.insert(ExampleBlocks.REQUEST, soon());
        Block noise = NoiseBlock.ofMegabytes(48);
        within(
            1_500,
            () ->
                assertThatThrownBy(() -> insert.write(noise, Deadline.afterMs(1_500)))
                    .isInstanceOf(ConnectionException.class)
                    .hasMessageContaining("the deadline passed while sending a block")
                    .hasMessageContaining("reads too slowly or not at all"));
        assertThat(connection.isOpen()).isFalse();
        assertThat(insert.finalBlockSent()).isFalse();
      }
    }
    end.countDown();
  }

  @Test
  void refusesAServerThatIsTooOldOrNotClickHouse() throws Exception {
    try (ScriptedServer server =
        new ScriptedServer(
            peer -> {
              peer.readHello();
              peer.send("00 0a 436c69636b486f757365 01 01 d0a603 00 00 00"); // revision 54096
            })) {
      assertThatThrownBy(() -> NativeConnection.connect(server.options().build(), soon()))
          .isInstanceOf(ProtocolException.class)
          .hasMessageContaining("too old");
    }
    try (ScriptedServer server =
        new ScriptedServer(
            peer -> {
              peer.readHello();
              peer.sendBytes("HTTP/1.0 400 Bad Request\r\n\r\n".getBytes("US-ASCII"));
            })) {
      assertThatThrownBy(() -> NativeConnection.connect(server.options().build(), soon()))
          .isInstanceOf(ProtocolException.class)
          .hasMessageContaining("8123");
    }
  }

  @Test
  void neverAllocatesByALengthTheServerStates() throws Exception {
    String huge = "ffffffff07"; // 2 GiB - 1
    for (String lie :
        new String[] {
          "02 01000000" + huge, // name of an exception
          "0b" + huge, // table name
          "01 00 01 00 02 ffffffff 00" + huge, // columns
          "01 00 01 00 02 ffffffff 00 01 00" + huge, // a column's name
          "01 00 01 00 02 ffffffff 00 01 00 00" + huge, // a column's type
          "01 00 07", // unknown field of BlockInfo
        }) {
      try (ScriptedServer server =
          new ScriptedServer(
              peer -> {
                peer.shakeHands();
                peer.readQuery();
                peer.readData();
                peer.send(lie);
                peer.readToEnd();
              })) {
        NativeConnection connection = NativeConnection.connect(server.options().build(), soon());
        assertThatThrownBy(() -> connection.insert(ExampleBlocks.REQUEST, soon()))
            .as(lie)
            .isInstanceOf(ProtocolException.class);
      }
    }
  }

  private interface Step {
    void run() throws Exception;
  }

  private static void within(long ms, Step step) throws Exception {
    long start = System.nanoTime();
    step.run();
    long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    assertThat(took).isBetween(ms - 10, ms + 5_000);
  }
}
