// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.blockhouse.wire.block.Block;
import io.blockhouse.wire.block.ColumnDefinition;
import io.blockhouse.wire.error.ConnectionException;
import io.blockhouse.wire.error.ProtocolException;
import io.blockhouse.wire.error.ServerException;
import io.blockhouse.wire.error.UnsupportedTypeException;
import io.blockhouse.wire.internal.frame.FrameReader;
import io.blockhouse.wire.internal.frame.Lz4ChunkCompressor;
import io.blockhouse.wire.type.ClickHouseType;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class InsertStreamTest {
  private static Deadline soon() {
    return Deadline.afterMs(10_000);
  }

  private static NativeConnection connect(ScriptedServer server) {
    return NativeConnection.connect(server.options().build(), soon());
  }

  @Test
  void insertsBlocksAndIsIdleAfterTheAnswer() throws Exception {
    AtomicLong rows = new AtomicLong();
    List<String> queries = new ArrayList<>();
    try (ScriptedServer server =
            new ScriptedServer(
                peer -> {
                  peer.shakeHands();
                  for (int i = 0; i < 2; i++) {
                    queries.add(peer.acceptInsert());
                    rows.addAndGet(peer.readBlocks());
                    peer.send("03 01 02 00 03 04"); // Progress at 54429
                    peer.send(ScriptedPeer.END_OF_STREAM);
                  }
                });
        NativeConnection connection = connect(server)) {
      assertThat(connection.server().revision()).isEqualTo(54429);
      assertThat(connection.server().displayName()).isEqualTo("ch");
      Block block = ExampleBlocks.twoRows();
      for (int i = 0; i < 2; i++) {
        InsertStream insert = connection.insert(ExampleBlocks.REQUEST, soon());
        assertThat(insert.header()).isEqualTo(ExampleBlocks.COLUMNS);
        assertThat(connection.isIdle()).isFalse();
        insert.write(block, soon());
        insert.write(block, soon());
        assertThat(insert.finalBlockSent()).isFalse();
        insert.end(soon());
        assertThat(insert.finalBlockSent()).isTrue();
        assertThat(insert.await(soon())).isTrue();
        assertThat(insert.rows()).isEqualTo(4);
        assertThat(insert.rawBytes()).isEqualTo(2 * 63L);
        assertThat(connection.isIdle()).isTrue();
      }
      server.awaitEnd();
    }
    assertThat(rows).hasValue(8);
    assertThat(queries)
        .containsExactly(
            "INSERT INTO `ex` (`id`, `name`) FORMAT Native",
            "INSERT INTO `ex` (`id`, `name`) FORMAT Native");
  }

  @Test
  void sendsSettingsWithFlags() throws Exception {
    List<String> settings = new ArrayList<>();
    InsertRequest request =
        new InsertRequest(
            "db",
            "t",
            List.of(),
            List.of(Setting.required("async_insert", "0"), Setting.optional("other", "1.5")),
            "q");
    try (ScriptedServer server =
            new ScriptedServer(
                peer -> {
                  peer.shakeHands();
                  assertThat(peer.readQuery(settings))
                      .isEqualTo("INSERT INTO `db`.`t` FORMAT Native");
                  peer.readData();
                  peer.send(ScriptedPeer.HEADER);
                });
        NativeConnection connection = connect(server)) {
      connection.insert(request, soon());
      server.awaitEnd();
    }
    assertThat(settings).containsExactly("async_insert=0/1", "other=1.5/0");
  }

  @Test
  void insertsThroughFrames() throws Exception {
    AtomicLong rows = new AtomicLong();
    try (ScriptedServer server =
            new ScriptedServer(
                peer -> {
                  peer.shakeHands();
                  peer.readQuery();
                  FrameReader frames = new FrameReader(peer, Lz4ChunkCompressor.shared());
                  int n = -1;
                  for (int packet = 0; n != 0; packet++) {
                    assertThat(peer.readVarInt()).isEqualTo(2);
                    assertThat(peer.readVarInt()).isZero();
                    n = ScriptedPeer.readBlock(frames);
                    frames.endBlock();
                    rows.addAndGet(n);
                    if (packet == 0) {
                      // Frame from a real server would do as well; method NONE needs only the hash.
                      peer.sendBytes(FramedHeader.packet());
                      n = -1;
                    }
                  }
                  peer.send(ScriptedPeer.END_OF_STREAM);
                });
        NativeConnection connection =
            NativeConnection.connect(
                server.options().compression(Compression.LZ4).chunkBytes(4096).build(), soon())) {
      InsertStream insert = connection.insert(ExampleBlocks.REQUEST, soon());
      Block block = ExampleBlocks.rows(1000, 20);
      insert.write(block, soon());
      insert.write(block, soon());
      insert.end(soon());
      assertThat(insert.await(soon())).isTrue();
      assertThat(insert.wireBytes()).isLessThan(insert.rawBytes());
      server.awaitEnd();
    }
    assertThat(rows).hasValue(2000);
  }

  @Test
  void throwsTheExceptionThatComesInPlaceOfTheHeader() throws Exception {
    try (ScriptedServer server =
            new ScriptedServer(
                peer -> {
                  peer.shakeHands();
                  peer.readQuery();
                  peer.readData();
                  peer.sendException(60, "Table default.ex doesn't exist");
                  peer.readToEnd();
                });
        NativeConnection connection = connect(server)) {
      assertThatThrownBy(() -> connection.insert(ExampleBlocks.REQUEST, soon()))
          .isInstanceOfSatisfying(
              ServerException.class,
              e -> {
                assertThat(e.code()).isEqualTo(60);
                assertThat(e.serverText()).isEqualTo("Table default.ex doesn't exist");
              });
      assertThat(connection.isOpen()).isFalse();
      assertThat(connection.isIdle()).isFalse();
      server.awaitEnd();
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
        NativeConnection connection = connect(server)) {
      InsertStream insert = connection.insert(ExampleBlocks.REQUEST, soon());
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
  void throwsTheExceptionThatComesAfterTheFinalBlock() throws Exception {
    try (ScriptedServer server =
            new ScriptedServer(
                peer -> {
                  peer.shakeHands();
                  peer.acceptInsert();
                  peer.readBlocks();
                  peer.sendException(469, "Constraint is violated");
                  peer.readToEnd();
                });
        NativeConnection connection = connect(server)) {
      InsertStream insert = connection.insert(ExampleBlocks.REQUEST, soon());
      insert.write(ExampleBlocks.twoRows(), soon());
      insert.end(soon());
      assertThatThrownBy(() -> insert.await(soon()))
          .isInstanceOfSatisfying(ServerException.class, e -> assertThat(e.code()).isEqualTo(469));
      assertThat(insert.finalBlockSent()).isTrue();
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
                  peer.closeWithReset();
                });
        NativeConnection connection = connect(server)) {
      InsertStream insert = connection.insert(ExampleBlocks.REQUEST, soon());
      assertThatThrownBy(() -> insert.write(large, soon()))
          .isInstanceOfSatisfying(
              ServerException.class,
              e -> {
                assertThat(e.code()).isEqualTo(241);
                assertThat(e.getSuppressed()).hasAtLeastOneElementOfType(ConnectionException.class);
              });
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
        NativeConnection connection = connect(server)) {
      InsertStream insert = connection.insert(ExampleBlocks.REQUEST, soon());
      insert.write(ExampleBlocks.twoRows(), soon());
      insert.end(soon());
      long start = System.nanoTime();
      assertThat(insert.await(Deadline.afterMs(100))).isFalse();
      long waitedMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
      assertThat(waitedMs).isBetween(95L, 5_000L);
      assertThat(insert.await(Deadline.afterMs(0))).isFalse();
      assertThat(connection.isOpen()).isTrue();
      answer.countDown();
      assertThat(insert.await(soon())).isTrue();
      assertThat(insert.await(soon())).isTrue();
    }
  }

  @Test
  void refusesABlockThatDoesNotFitBeforeAnythingIsSent() throws Exception {
    try (ScriptedServer server =
            new ScriptedServer(
                peer -> {
                  peer.shakeHands();
                  peer.acceptInsert();
                  assertThat(peer.readBlocks()).isEqualTo(2);
                  peer.send(ScriptedPeer.END_OF_STREAM);
                });
        NativeConnection connection = connect(server)) {
      InsertStream insert = connection.insert(ExampleBlocks.REQUEST, soon());
      assertThatThrownBy(() -> insert.write(other("name", "String"), soon()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "Column 2 of the block is `name` String, the INSERT expects `name`"
                  + " Nullable(String).");
      assertThatThrownBy(() -> insert.write(new Block(ExampleBlocks.COLUMNS), soon()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("no rows");
      Block unsealed = new Block(ExampleBlocks.COLUMNS);
      unsealed.column(0).appendDefault();
      unsealed.column(1).appendDefault();
      unsealed.endRow();
      assertThatThrownBy(() -> insert.write(unsealed, soon()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("seal()");
      insert.write(ExampleBlocks.twoRows(), soon());
      insert.end(soon());
      assertThat(insert.await(soon())).isTrue();
      server.awaitEnd();
    }
  }

  private static Block other(String name, String type) {
    Block block =
        new Block(
            List.of(
                ExampleBlocks.COLUMNS.get(0),
                new ColumnDefinition(name, ClickHouseType.parse(type))));
    block.column(0).appendDefault();
    block.column(1).appendDefault();
    block.endRow();
    block.seal();
    return block;
  }

  @Test
  void refusesUseOutOfOrder() throws Exception {
    try (ScriptedServer server =
            new ScriptedServer(
                peer -> {
                  peer.shakeHands();
                  peer.acceptInsert();
                  peer.readToEnd();
                });
        NativeConnection connection = connect(server)) {
      InsertStream insert = connection.insert(ExampleBlocks.REQUEST, soon());
      assertThatThrownBy(() -> insert.await(soon())).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(() -> connection.query("SELECT 1", soon()))
          .isInstanceOf(IllegalStateException.class);
      insert.end(soon());
      assertThatThrownBy(() -> insert.end(soon())).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(() -> insert.write(ExampleBlocks.twoRows(), soon()))
          .isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void refusesAColumnTypeThatCannotBeWritten() throws Exception {
    try (ScriptedServer server =
            new ScriptedServer(
                peer -> {
                  peer.shakeHands();
                  peer.readQuery();
                  peer.readData();
                  peer.send(
                      "01 00 01 00 02 ffffffff 00 01 00"
                          + ScriptedPeer.hexString("state")
                          + ScriptedPeer.hexString("AggregateFunction(sum, UInt64)"));
                  peer.readToEnd();
                });
        NativeConnection connection = connect(server)) {
      assertThatThrownBy(() -> connection.insert(ExampleBlocks.REQUEST, soon()))
          .isInstanceOf(UnsupportedTypeException.class)
          .hasMessageContaining("`state`");
      assertThat(connection.isOpen()).isFalse();
    }
  }

  @Test
  void refusesUnexpectedPackets() throws Exception {
    for (String garbage : List.of("09", "0a", "12", "7f", "04", "05", "ffffffffffffffffff01")) {
      try (ScriptedServer server =
              new ScriptedServer(
                  peer -> {
                    peer.shakeHands();
                    peer.readQuery();
                    peer.readData();
                    peer.send(garbage);
                    peer.readToEnd();
                  });
          NativeConnection connection = connect(server)) {
        assertThatThrownBy(() -> connection.insert(ExampleBlocks.REQUEST, soon()))
            .as(garbage)
            .isInstanceOf(ProtocolException.class);
        assertThat(connection.isOpen()).isFalse();
      }
    }
  }

  @Test
  void abortsFromAnotherThread() throws Exception {
    try (ScriptedServer server =
            new ScriptedServer(
                peer -> {
                  peer.shakeHands();
                  peer.acceptInsert();
                  peer.readToEnd();
                });
        NativeConnection connection = connect(server)) {
      InsertStream insert = connection.insert(ExampleBlocks.REQUEST, soon());
      insert.end(soon());
      Thread aborter = new Thread(insert::abort);
      aborter.start();
      assertThatThrownBy(
              () -> {
                insert.await(soon());
              })
          .isInstanceOf(ConnectionException.class);
      aborter.join();
      assertThat(connection.isOpen()).isFalse();
      insert.abort();
      connection.abort();
    }
  }
}
