// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.blockhouse.wire.Compression;
import io.blockhouse.wire.Deadline;
import io.blockhouse.wire.ExampleBlocks;
import io.blockhouse.wire.ScriptedPeer;
import io.blockhouse.wire.ScriptedServer;
import io.blockhouse.wire.ServerInfo;
import io.blockhouse.wire.Setting;
import io.blockhouse.wire.internal.io.Transport;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The bytes of a whole session as they were recorded between a client and ClickHouse 26.7.2 at
 * revision 54429, without compression.
 */
class GoldenSessionTest {
  private static final String CLIENT_HELLO = "00 04 64656d6f 1a 07 9da903 00 07 64656661756c74 00";
  private static final String CLIENT_QUERY =
      "01 02 7131  01 00 00 09 302e302e302e303a30 01 06 6f7375736572 08 686f73746e616d65"
          + " 04 64656d6f 1a 07 9da903 00 00"
          + "0c 6173796e635f696e73657274 01 01 30"
          + "1a 696e736572745f64656475706c69636174696f6e5f746f6b656e 01 03 742d31  00"
          + "02 00 20 494e5345525420494e544f20657820286964 2c206e616d65292056414c554553";
  private static final String EMPTY_BLOCK = "02 00 01 00 02 ffffffff 00 00 00";
  private static final String CLIENT_BLOCK =
      "02 00 01 00 02 ffffffff 00 02 02  02 6964 06 55496e743634 0100000000000000 0200000000000000"
          + "04 6e616d65 10 4e756c6c61626c6528537472696e6729  00 01  01 61  00";

  @Test
  void sendsExactlyTheRecordedBytes() throws Exception {
    try (ScriptedServer server =
        new ScriptedServer(
            peer -> {
              expect(peer, CLIENT_HELLO);
              peer.send(ScriptedPeer.HELLO);
              expect(peer, CLIENT_QUERY + EMPTY_BLOCK);
              peer.send(ScriptedPeer.HEADER);
              expect(peer, CLIENT_BLOCK);
              expect(peer, EMPTY_BLOCK);
              peer.send(ScriptedPeer.END_OF_STREAM);
            })) {
      Deadline deadline = Deadline.afterMs(10_000);
      Session session =
          new Session(
              Transport.connect("127.0.0.1", server.port(), null, deadline),
              Compression.NONE,
              1,
              64 * 1024,
              new ClientIdentity("demo", "osuser", "hostname", 26, 7, 0));
      ServerInfo info = session.hello("", "default", "", deadline);
      assertThat(info).isEqualTo(new ServerInfo("ClickHouse", 26, 7, 2, 54429, "Etc/UTC", "ch"));
      session.sendInsert(
          "q1",
          "INSERT INTO ex (id, name) VALUES",
          List.of(
              Setting.required("async_insert", "0"),
              Setting.required("insert_deduplication_token", "t-1")),
          deadline);
      assertThat(session.readHeader(deadline)).isEqualTo(ExampleBlocks.COLUMNS);
      session.sendBlock(ExampleBlocks.twoRows(), deadline);
      session.sendEndOfBlocks(deadline);
      assertThat(session.awaitEndOfStream(deadline)).isTrue();
      session.abort();
      server.awaitEnd();
    }
  }

  private static void expect(ScriptedPeer peer, String hex) {
    byte[] expected = HexFormat.of().parseHex(hex.replace(" ", ""));
    byte[] actual = new byte[expected.length];
    peer.readFully(actual, 0, actual.length);
    assertThat(HexFormat.of().formatHex(actual)).isEqualTo(HexFormat.of().formatHex(expected));
  }
}
