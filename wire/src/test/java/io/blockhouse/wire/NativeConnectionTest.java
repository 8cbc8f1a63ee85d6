// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.blockhouse.wire.TableColumn.DefaultKind;
import io.blockhouse.wire.block.Block;
import io.blockhouse.wire.error.ConnectionException;
import io.blockhouse.wire.error.ProtocolException;
import io.blockhouse.wire.error.ServerException;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class NativeConnectionTest {
  private static final String INFO = "01 00 01 00 02 ffffffff 00";

  private static Deadline soon() {
    return Deadline.afterMs(10_000);
  }

  private static String column(String name, String type, String... values) {
    StringBuilder hex =
        new StringBuilder(ScriptedPeer.hexString(name)).append(ScriptedPeer.hexString(type));
    for (String value : values) {
      hex.append(ScriptedPeer.hexString(value));
    }
    return hex.toString();
  }

  private static ScriptedServer answering(String... packets) throws Exception {
    return new ScriptedServer(
        peer -> {
          peer.shakeHands();
          peer.readQuery();
          peer.readData();
          for (String packet : packets) {
            peer.send(packet);
          }
          peer.readToEnd();
        });
  }

  @Test
  void describesATableInItsOrder() throws Exception {
    String header =
        INFO + "03 00" + column("n", "String") + column("t", "String") + column("k", "String");
    String rows =
        INFO
            + "03 03"
            + column("n", "String", "id", "day", "raw")
            + column("t", "String", "UInt64", "Date", "String")
            + column("k", "String", "", "MATERIALIZED", "EPHEMERAL");
    try (ScriptedServer server =
            answering(
                header, "03 01 02 00 03 04", rows, "06 03 01 20 00 00 00", INFO + "00 00", "05");
        NativeConnection connection = NativeConnection.connect(server.options().build(), soon())) {
      assertThat(connection.describe("db", "t", soon()))
          .containsExactly(
              new TableColumn("id", "UInt64", DefaultKind.NONE),
              new TableColumn("day", "Date", DefaultKind.MATERIALIZED),
              new TableColumn("raw", "String", DefaultKind.EPHEMERAL));
      assertThat(connection.isIdle()).isTrue();
    }
  }

  @Test
  void ddlHasAnEmptyResult() throws Exception {
    try (ScriptedServer server = answering("05");
        NativeConnection connection = NativeConnection.connect(server.options().build(), soon())) {
      assertThat(connection.query("DROP TABLE t", soon())).isEmpty();
    }
  }

  @Test
  void refusesAResultThatIsNotText() throws Exception {
    try (ScriptedServer server = answering(INFO + "01 00" + column("1", "UInt8"));
        NativeConnection connection = NativeConnection.connect(server.options().build(), soon())) {
      assertThatThrownBy(() -> connection.query("SELECT 1", soon()))
          .isInstanceOf(ProtocolException.class)
          .hasMessageContaining("toString()");
    }
  }

  @Test
  void boundsAResult() throws Exception {
    for (String block :
        List.of(
            INFO + "01 a18d06" + column("c", "String"), // 100,001 rows
            INFO + "01 01" + column("c", "String") + "81808008")) { // a value of 16 MiB + 1
      try (ScriptedServer server = answering(block);
          NativeConnection connection =
              NativeConnection.connect(server.options().build(), soon())) {
        assertThatThrownBy(() -> connection.query("SELECT c FROM t", soon()))
            .isInstanceOf(ProtocolException.class)
            .hasMessageContaining("more than");
      }
    }
  }

  @Test
  void throwsAnExceptionInsteadOfTheHello() throws Exception {
    try (ScriptedServer server =
        new ScriptedServer(
            peer -> {
              peer.readHello();
              peer.sendException(516, "Authentication failed");
              peer.readToEnd();
            })) {
      assertThatThrownBy(
              () ->
                  NativeConnection.connect(
                      server.options().password("not-to-be-seen").build(), soon()))
          .isInstanceOfSatisfying(ServerException.class, e -> assertThat(e.code()).isEqualTo(516))
          .hasMessageNotContaining("not-to-be-seen");
    }
  }

  @Test
  void pings() throws Exception {
    try (ScriptedServer server =
            new ScriptedServer(
                peer -> {
                  peer.shakeHands();
                  assertThat(peer.readByte()).isEqualTo(4);
                  peer.send("04");
                });
        NativeConnection connection = NativeConnection.connect(server.options().build(), soon())) {
      connection.ping(soon());
      server.awaitEnd();
      assertThat(connection.isOpen()).isTrue();
      assertThatThrownBy(() -> connection.ping(soon())).isInstanceOf(ConnectionException.class);
      assertThat(connection.isOpen()).isFalse();
    }
  }

  @Test
  void refusesARequiredSettingThatAnOldServerLacks() throws Exception {
    InsertRequest request =
        new InsertRequest(
            "", "t", List.of(), List.of(Setting.required("insert_deduplication_token", "x")), "");
    try (ScriptedServer server =
            new ScriptedServer(
                peer -> {
                  peer.readHello();
                  // 18.16.1, revision 54412
                  peer.send("00 0a 436c69636b486f757365 12 10 8ca903 03 555443 02 6368 01");
                  peer.readToEnd();
                });
        NativeConnection connection = NativeConnection.connect(server.options().build(), soon())) {
      assertThat(connection.server().revision()).isEqualTo(54412);
      assertThatThrownBy(() -> connection.insert(request, soon()))
          .isInstanceOf(ProtocolException.class)
          .hasMessageContaining("insert_deduplication_token")
          .hasMessageContaining("18.16.1");
    }
  }

  /** Small, so that a block is many frames. */
  private static final int CHUNK_BYTES = 16 * 1024;

  @Test
  void sendingBlocksAllocatesNextToNothing() throws Exception {
    com.sun.management.ThreadMXBean threads =
        (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    long self = Thread.currentThread().getId();
    try (ScriptedServer server =
            new ScriptedServer(
                peer -> {
                  peer.shakeHands();
                  peer.readQuery();
                  peer.sendBytes(FramedHeader.packet());
                  peer.readToEnd();
                });
        NativeConnection connection =
            NativeConnection.connect(
                server.options().compression(Compression.LZ4).chunkBytes(CHUNK_BYTES).build(),
                soon())) {
      InsertStream insert = connection.insert(ExampleBlocks.REQUEST, soon());
      Block block = ExampleBlocks.rows(50_000, 20); // 1.4 MB
      Deadline deadline = Deadline.afterMs(50_000);
      long retained = connection.retainedBytes();
      for (int i = 0; i < 50; i++) {
        insert.write(block, deadline);
      }
      int blocks = 100;
      long before = threads.getThreadAllocatedBytes(self);
      for (int i = 0; i < blocks; i++) {
        insert.write(block, deadline);
      }
      long perBlock = (threads.getThreadAllocatedBytes(self) - before) / blocks;
      // Some 90 frames: the calls of a block may make a few objects, an object a frame would show.
      assertThat(perBlock).isLessThan(8 * (block.sizeBytes() / CHUNK_BYTES));
      assertThat(connection.retainedBytes()).isEqualTo(retained).isLessThan(6 * CHUNK_BYTES);
    }
  }
}
