// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.blockhouse.it.SharedServers;
import io.blockhouse.it.SharedServersCheck;
import io.blockhouse.it.clickhouse.ClickHouseServer;
import io.blockhouse.it.clickhouse.NeedsOldestServer;
import io.blockhouse.it.clickhouse.OldClickHouse;
import io.blockhouse.wire.ConnectionOptions;
import io.blockhouse.wire.Deadline;
import io.blockhouse.wire.InsertRequest;
import io.blockhouse.wire.InsertStream;
import io.blockhouse.wire.NativeConnection;
import io.blockhouse.wire.Setting;
import io.blockhouse.wire.TlsOptions;
import io.blockhouse.wire.block.Block;
import io.blockhouse.wire.block.FixedColumn;
import io.blockhouse.wire.block.StringColumn;
import io.blockhouse.wire.error.ConnectionException;
import io.blockhouse.wire.error.ServerErrorCode;
import io.blockhouse.wire.error.ServerException;
import io.blockhouse.wire.tls.TestIdentity;
import io.blockhouse.wire.tls.TlsRelay;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Inserts over TLS into real servers: 26.7 behind a relay, since its embedded form has no TLS port,
 * and the TLS port of 18.16 itself.
 */
@ExtendWith(SharedServersCheck.class)
class TlsIT {
  private static final String DATABASE = "tls_wire";
  private static final int BLOCK_ROWS = 20_000;
  private static final int BLOCKS = 10;

  private static Deadline soon() {
    return Deadline.afterMs(20_000);
  }

  private interface Step {
    void run(ConnectionOptions.Builder options, ClickHouseServer server) throws IOException;
  }

  private static void withTable(ClickHouseServer server, int port, TlsOptions tls, Step step)
      throws IOException {
    server.query("CREATE DATABASE " + DATABASE);
    try {
      server.query(
          "CREATE TABLE " + DATABASE + ".t (id UInt64, s String) ENGINE = MergeTree ORDER BY id");
      step.run(
          ConnectionOptions.builder()
              .host("127.0.0.1")
              .port(port)
              .database(DATABASE)
              .user(server.user())
              .password(server.password())
              .tls(tls),
          server);
    } finally {
      server.query("DROP DATABASE IF EXISTS " + DATABASE);
    }
  }

  private static void behindRelay(Step step) throws IOException {
    TestIdentity authority = TestIdentity.authority("Test CA");
    TestIdentity client = authority.issue("client");
    ClickHouseServer server = SharedServers.clickHouse();
    try (TlsRelay relay =
        new TlsRelay(
            authority.issue("server", "127.0.0.1").serverContext(authority),
            true,
            server.host(),
            server.nativePort())) {
      TlsOptions tls =
          TlsOptions.builder()
              .ca(authority.certificatePem())
              .cert(client.certificatePem())
              .key(client.keyPem())
              .build();
      withTable(server, relay.port(), tls, step);
    }
  }

  private static void onOldest(Step step) throws IOException {
    OldClickHouse server = SharedServers.oldestClickHouse();
    TlsOptions tls = TlsOptions.builder().ca(Files.readString(server.certificate())).build();
    withTable(server, server.securePort(), tls, step);
  }

  private static InsertStream open(NativeConnection connection, Setting... settings) {
    return connection.insert(
        new InsertRequest(DATABASE, "t", List.of("id", "s"), List.of(settings), ""), soon());
  }

  private static void write(InsertStream insert, int number) {
    Block block = new Block(insert.header());
    for (int row = 0; row < BLOCK_ROWS; row++) {
      long id = (long) number * BLOCK_ROWS + row;
      ((FixedColumn) block.column(0)).appendLong(id);
      ((StringColumn) block.column(1)).append("row " + id);
      block.endRow();
    }
    block.seal();
    insert.write(block, soon());
  }

  private static void insertsAndReadsBack(
      ConnectionOptions.Builder options, ClickHouseServer server) {
    try (NativeConnection connection = NativeConnection.connect(options.build(), soon())) {
      InsertStream insert = open(connection);
      for (int i = 0; i < BLOCKS; i++) {
        write(insert, i);
      }
      insert.end(soon());
      assertThat(insert.await(soon())).isTrue();
      connection.ping(soon());
    }
    assertThat(
            server
                .query(
                    "SELECT count(), sum(id), countIf(s != concat('row ', toString(id))) FROM "
                        + DATABASE
                        + ".t")
                .strip())
        .isEqualTo("200000\t19999900000\t0");
  }

  private static void abandonsWithoutATrace(
      ConnectionOptions.Builder options, ClickHouseServer server) {
    NativeConnection connection = NativeConnection.connect(options.build(), soon());
    InsertStream insert = open(connection);
    for (int i = 0; i < BLOCKS; i++) {
      write(insert, i);
    }
    insert.abort();
    await()
        .atMost(Duration.ofSeconds(20))
        .until(
            () ->
                server
                    .query(
                        "SELECT count() FROM system.processes WHERE query LIKE 'INSERT INTO `"
                            + DATABASE
                            + "%'")
                    .strip(),
            "0"::equals);
    assertThat(server.query("SELECT count() FROM " + DATABASE + ".t").strip()).isEqualTo("0");
  }

  @Test
  void insertsOverTls() throws IOException {
    behindRelay(TlsIT::insertsAndReadsBack);
  }

  @Test
  void abandoningAnInsertOverTlsStoresNothing() throws IOException {
    behindRelay(TlsIT::abandonsWithoutATrace);
  }

  @Test
  void theServersReasonComesThroughTlsWhileBlocksAreSent() throws IOException {
    behindRelay(
        (options, server) -> {
          NativeConnection connection = NativeConnection.connect(options.build(), soon());
          // Blocks are squashed no further, so the server checks and refuses them as they come.
          server.query(
              "ALTER TABLE " + DATABASE + ".t ADD CONSTRAINT c CHECK id < " + 2 * BLOCK_ROWS);
          InsertStream insert =
              open(
                  connection,
                  Setting.required("async_insert", "0"),
                  Setting.optional("min_insert_block_size_rows", "1"),
                  Setting.optional("min_insert_block_size_bytes", "1"));
          assertThatThrownBy(
                  () -> {
                    for (int i = 0; i < 1_000; i++) {
                      write(insert, i);
                    }
                  })
              .isInstanceOfSatisfying(
                  ServerException.class,
                  e ->
                      assertThat(e.errorCode()).isEqualTo(ServerErrorCode.of(469, e.serverText())));
          assertThat(insert.finalBlockSent()).isFalse();
        });
  }

  /** Not of 26.7: its embedded form does not survive what is no Hello. */
  @Test
  @NeedsOldestServer
  void aPlainPortIsToldFromATlsPort() {
    ClickHouseServer server = SharedServers.oldestClickHouse();
    ConnectionOptions options =
        ConnectionOptions.builder()
            .host("127.0.0.1")
            .port(server.nativePort())
            .tls(TlsOptions.builder().build())
            .build();
    assertThatThrownBy(() -> NativeConnection.connect(options, soon()))
        .isInstanceOf(ConnectionException.class)
        .hasMessageContaining("TLS port")
        .hasMessageContaining("9440");
  }

  @Test
  @NeedsOldestServer
  void insertsThroughTheTlsPortOf1816() throws IOException {
    onOldest(TlsIT::insertsAndReadsBack);
  }

  @Test
  @NeedsOldestServer
  void abandoningAnInsertOverTheTlsPortOf1816StoresNothing() throws IOException {
    onOldest(TlsIT::abandonsWithoutATrace);
  }
}
