// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.blockhouse.wire.block.Block;
import io.blockhouse.wire.error.ConnectionException;
import io.blockhouse.wire.error.ProtocolException;
import io.blockhouse.wire.error.ServerException;
import io.blockhouse.wire.fuzz.MemoryLink;
import io.blockhouse.wire.internal.frame.FrameWriter;
import io.blockhouse.wire.internal.frame.Lz4ChunkCompressor;
import io.blockhouse.wire.internal.io.OutputBuffer;
import io.blockhouse.wire.internal.io.Transport;
import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that take their time, speak out of turn or state what they do not send. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class HostileServerTest {
  private static final String INFO = "01 00 01 00 02 ffffffff 00";
  private static final String TWO_GIGABYTES = "ffffffff07";
  private static final long MAX_ALLOCATED_BYTES = 24L << 20;

  private static Deadline soon() {
    return Deadline.afterMs(10_000);
  }

  private static NativeConnection connect(ScriptedServer server) {
    return NativeConnection.connect(server.options().build(), soon());
  }

  private interface Step {
    void run() throws Exception;
  }

  private static void within(long ms, Step step) throws Exception {
    long start = System.nanoTime();
    step.run();
    long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    assertThat(took).isBetween(ms - 10, ms + 1_500);
  }

  @Test
  void oneByteASecondCannotDrawOutTheHandshake() throws Exception {
    try (ScriptedServer server =
        new ScriptedServer(
            peer -> {
              peer.readHello();
              peer.trickle(ScriptedPeer.HELLO, 1_000);
            })) {
      ConnectionOptions options = server.options().connectTimeoutMs(1_500).build();
      within(
          1_500,
          () ->
              assertThatThrownBy(() -> NativeConnection.connect(options, soon()))
                  .isInstanceOf(ConnectionException.class)
                  .hasMessageContaining("deadline passed while shaking hands"));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ScriptedPeer.HEADER,
        "02 f1000000 7f 7f 7f 7f 7f 7f 7f 7f 7f 7f 7f 7f 7f 7f 7f 7f 7f 7f 7f 7f 7f 7f 7f 7f"
      })
  void aTrickleCannotDrawOutTheHeaderNorAnException(String answer) throws Exception {
    try (ScriptedServer server =
        new ScriptedServer(
            peer -> {
              peer.shakeHands();
              peer.readQuery();
              peer.readData();
              peer.trickle(answer, 100);
            })) {
      NativeConnection connection = connect(server);
      within(
          800,
          () ->
              assertThatThrownBy(
                      () -> connection.insert(ExampleBlocks.REQUEST, Deadline.afterMs(800)))
                  .isInstanceOf(ConnectionException.class)
                  .hasMessageContaining("deadline passed"));
    }
  }

  @Test
  void anAnswerThatBeginsInTimeAndTricklesIsCutOffSoonAfter() throws Exception {
    try (ScriptedServer server =
        new ScriptedServer(
            peer -> {
              peer.shakeHands();
              peer.acceptInsert();
              peer.readBlocks();
              peer.trickle("02 f1000000" + "00".repeat(100), 200);
            })) {
      InsertStream insert = connect(server).insert(ExampleBlocks.REQUEST, soon());
      insert.write(ExampleBlocks.twoRows(), soon());
      insert.end(soon());
      long start = System.nanoTime();
      assertThatThrownBy(() -> insert.await(Deadline.afterMs(500)))
          .isInstanceOf(RuntimeException.class);
      assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start)).isLessThan(3_500);
    }
  }

  @Test
  void anExceptionInsideABlockIsThrownWhenTheBlockIsSent() throws Exception {
    Block large = ExampleBlocks.rows(32, 1024 * 1024);
    try (ScriptedServer server =
        new ScriptedServer(
            peer -> {
              peer.shakeHands();
              peer.acceptInsert();
              peer.skip(1_000);
              peer.sendException(241, "Memory limit exceeded");
              peer.readToEnd(); // a server that still swallows the rest
            })) {
      InsertStream insert = connect(server).insert(ExampleBlocks.REQUEST, soon());
      assertThatThrownBy(() -> insert.write(large, soon()))
          .isInstanceOfSatisfying(ServerException.class, e -> assertThat(e.code()).isEqualTo(241));
    }
  }

  /** What the client does, and what of the server's answer it takes for a lie. */
  private static void liesTo(
      Consumer<NativeConnection> client, byte[] answer, boolean compressed, long maxBytes) {
    com.sun.management.ThreadMXBean threads =
        (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    long self = Thread.currentThread().getId();
    MemoryLink link = new MemoryLink(false, Integer.MAX_VALUE);
    link.release(hex(ScriptedPeer.HELLO));
    ConnectionOptions options =
        ConnectionOptions.builder()
            .host("memory")
            .compression(compressed ? Compression.LZ4 : Compression.NONE)
            .build();
    NativeConnection connection =
        NativeConnection.over(new Transport(link, "memory:1", soon()), options, soon());
    link.release(answer);
    long before = threads.getThreadAllocatedBytes(self);
    assertThatThrownBy(() -> client.accept(connection))
        .isInstanceOfAny(ProtocolException.class, ConnectionException.class);
    assertThat(threads.getThreadAllocatedBytes(self) - before).isLessThan(maxBytes);
  }

  private static byte[] hex(String text) {
    return HexFormat.of().parseHex(text.replace(" ", ""));
  }

  private static final Consumer<NativeConnection> INSERT =
      connection -> connection.insert(ExampleBlocks.REQUEST, soon());
  private static final Consumer<NativeConnection> QUERY =
      connection -> connection.query("SELECT 1", soon());

  @ParameterizedTest
  @ValueSource(
      strings = {
        "02 01000000" + TWO_GIGABYTES, // name of an exception
        "02 01000000 00" + TWO_GIGABYTES, // its message
        "02 01000000 00 ffffff1f", // the longest message that is passed over, and then no more
        "0b" + TWO_GIGABYTES, // table name
        "0b 00" + TWO_GIGABYTES, // description of a table
        "01" + TWO_GIGABYTES, // table name of a block
        INFO + TWO_GIGABYTES, // columns
        INFO + "ffffffffffffffffff01", // columns
        INFO + "01" + TWO_GIGABYTES, // rows
        INFO + "01 00" + TWO_GIGABYTES, // a column's name
        INFO + "01 00 00" + TWO_GIGABYTES // a column's type
      })
  void lengthsInAHeaderAreBoundedBeforeAnythingIsAllocated(String lie) {
    liesTo(INSERT, hex(lie), false, MAX_ALLOCATED_BYTES);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        INFO + TWO_GIGABYTES,
        INFO + "01" + TWO_GIGABYTES,
        INFO + "01 01 00 06 537472696e67" + TWO_GIGABYTES, // a value
        INFO + "01 01 00 06 537472696e67 ffffff07", // a value of 16 MiB - 1 that never comes
      })
  void lengthsInAResultAreBoundedBeforeAnythingIsAllocated(String lie) {
    liesTo(QUERY, hex(lie), false, MAX_ALLOCATED_BYTES);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "82 ffffff7f 01000000", // compressed bytes
        "82 12000000 ffffff7f", // raw bytes
        "82 09000000 01000000", // no payload
        "82 12000000 00004000", // more than so few bytes can hold
        "02 00004000 00004000", // as large as is believed, and never sent
        "90 12000000 01000000", // ZSTD
        "55 12000000 01000000" // nothing known
      })
  void sizesOfAFrameAreBoundedBeforeAnythingIsAllocated(String header) {
    liesTo(
        INSERT,
        hex("01 00" + "00".repeat(16) + header + "00".repeat(9)),
        true,
        MAX_ALLOCATED_BYTES);
  }

  /** Few bytes on the wire that stand for a million values. */
  @Test
  void aFrameOfZerosCannotFillTheHeap() {
    byte[] zeros = new byte[1024 * 1024];
    byte[] head = hex("01 00 02 ffffffff 00 0b a08d06");
    byte[] column = hex("00 06 537472696e67");
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    answer.writeBytes(hex("01 00"));
    Lz4ChunkCompressor lz4 = Lz4ChunkCompressor.shared();
    OutputBuffer out = new OutputBuffer(FrameWriter.frameBytes(lz4, zeros.length), answer::write);
    FrameWriter frames = new FrameWriter(out, lz4, zeros.length);
    frames.write(head, 0, head.length);
    for (int i = 0; i < 11; i++) {
      frames.write(column, 0, column.length);
      frames.write(zeros, 0, 100_000);
    }
    frames.endBlock();
    out.flush();
    assertThat(answer.size()).isLessThan(10_000);
    liesTo(QUERY, answer.toByteArray(), true, 64L << 20);
  }
}
