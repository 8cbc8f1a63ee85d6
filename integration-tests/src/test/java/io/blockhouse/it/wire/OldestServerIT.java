// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.blockhouse.it.BuildLayout;
import io.blockhouse.it.SharedServers;
import io.blockhouse.it.SharedServersCheck;
import io.blockhouse.it.clickhouse.NeedsOldestServer;
import io.blockhouse.it.clickhouse.OldClickHouse;
import io.blockhouse.it.process.ChildJvm;
import io.blockhouse.it.process.ChildProcess;
import io.blockhouse.it.process.LogTail;
import io.blockhouse.wire.ConnectionOptions;
import io.blockhouse.wire.Deadline;
import io.blockhouse.wire.InsertRequest;
import io.blockhouse.wire.InsertStream;
import io.blockhouse.wire.NativeConnection;
import io.blockhouse.wire.Setting;
import io.blockhouse.wire.TableColumn;
import io.blockhouse.wire.block.Block;
import io.blockhouse.wire.block.FixedColumn;
import io.blockhouse.wire.block.StringColumn;
import io.blockhouse.wire.error.ConnectionException;
import io.blockhouse.wire.error.ProtocolException;
import io.blockhouse.wire.error.ServerErrorCode;
import io.blockhouse.wire.error.ServerException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The native protocol as ClickHouse 18.16 speaks it: revision 54412, settings in binary. */
@NeedsOldestServer
@ExtendWith(SharedServersCheck.class)
class OldestServerIT {
  private static final String DATABASE = "oldest_wire";
  private static final int BLOCK_ROWS = 10_000;

  private OldClickHouse server;

  @BeforeEach
  void createTable() {
    server = SharedServers.oldestClickHouse();
    server.query("CREATE DATABASE " + DATABASE);
    server.query(
        "CREATE TABLE "
            + DATABASE
            + ".t (id UInt64, s String, n UInt8 MATERIALIZED toUInt8(s)) ENGINE = MergeTree ORDER"
            + " BY id");
  }

  @AfterEach
  void drop() {
    server.query("DROP DATABASE IF EXISTS " + DATABASE);
  }

  private static Deadline soon() {
    return Deadline.afterMs(20_000);
  }

  private NativeConnection connect() {
    return connect(options -> options);
  }

  private NativeConnection connect(UnaryOperator<ConnectionOptions.Builder> change) {
    ConnectionOptions.Builder options =
        ConnectionOptions.builder()
            .host(server.host())
            .port(server.nativePort())
            .database(DATABASE)
            .user(server.user())
            .password(server.password());
    return NativeConnection.connect(change.apply(options).build(), soon());
  }

  private static InsertRequest into(String table, Setting... settings) {
    return new InsertRequest(DATABASE, table, List.of("id", "s"), List.of(settings), "");
  }

  /** Rows from id {@code first} on, of which the one with {@code s = text} comes last. */
  private static Block block(InsertStream insert, long first, int rows, String text) {
    Block block = new Block(insert.header());
    for (int row = 0; row < rows; row++) {
      ((FixedColumn) block.column(0)).appendLong(first + row);
      ((StringColumn) block.column(1)).append(row < rows - 1 ? "1" : text);
      block.endRow();
    }
    block.seal();
    return block;
  }

  private long count() {
    return Long.parseLong(server.query("SELECT count() FROM " + DATABASE + ".t"));
  }

  /** Waits until the server has done with every INSERT, in one way or the other. */
  private void awaitNoInsert() {
    await()
        .atMost(Duration.ofSeconds(20))
        .pollInterval(Duration.ofMillis(50))
        .until(
            () ->
                server.query(
                    "SELECT count() FROM system.processes WHERE query LIKE 'INSERT INTO `"
                        + DATABASE
                        + "%'"),
            "0"::equals);
  }

  private static void assertRefused(ThrowingCallable action, ServerErrorCode code) {
    assertThatThrownBy(action)
        .isInstanceOfSatisfying(
            ServerException.class, e -> assertThat(e.errorCode()).isEqualTo(code));
  }

  @Test
  void shakesHandsAndNegotiatesTheServersRevision() {
    try (NativeConnection connection = connect()) {
      assertThat(connection.server().name()).isEqualTo("ClickHouse");
      assertThat(connection.server().majorVersion()).isEqualTo(18);
      assertThat(connection.server().minorVersion()).isEqualTo(16);
      assertThat(connection.server().patchVersion()).isEqualTo(1);
      assertThat(connection.server().revision()).isEqualTo(54412);
      assertThat(connection.server().timeZone()).endsWith("UTC");
      connection.ping(soon());
    }
  }

  @Test
  void queriesAndDescribesOnOneConnection() {
    server.query(
        "CREATE TABLE "
            + DATABASE
            + ".d (a UInt8, b String DEFAULT 'x', c UInt16 ALIAS a + 1) ENGINE = Memory");
    try (NativeConnection connection = connect()) {
      assertThat(connection.query("SELECT 'a', toString(number) FROM numbers(2)", soon()))
          .containsExactly(List.of("a", "0"), List.of("a", "1"));
      assertThat(connection.describe("", "d", soon()))
          .containsExactly(
              new TableColumn("a", "UInt8", TableColumn.DefaultKind.NONE),
              new TableColumn("b", "String", TableColumn.DefaultKind.DEFAULT),
              new TableColumn("c", "UInt16", TableColumn.DefaultKind.ALIAS));
      assertThat(connection.describe(DATABASE, "absent", soon())).isEmpty();
      assertThat(connection.query("DROP TABLE d", soon())).isEmpty();
      connection.ping(soon());
    }
  }

  @Test
  void severalInsertsOfSeveralBlocksFollowOneAnotherOnOneConnection() {
    try (NativeConnection connection = connect()) {
      for (int i = 0; i < 3; i++) {
        InsertStream insert = connection.insert(into("t"), soon());
        insert.write(block(insert, i * 100L, 60, "2"), soon());
        insert.write(block(insert, i * 100L + 60, 40, "3"), soon());
        insert.end(soon());
        assertThat(insert.await(soon())).isTrue();
        assertThat(connection.isIdle()).isTrue();
      }
    }
    assertThat(server.query("SELECT count(), uniqExact(id), sum(n) FROM " + DATABASE + ".t"))
        .isEqualTo("300\t300\t309");
  }

  @Test
  void anAbortedInsertLeavesNothing() {
    NativeConnection connection = connect();
    InsertStream insert = connection.insert(into("t"), soon());
    for (int i = 0; i < 5; i++) {
      insert.write(block(insert, (long) i * BLOCK_ROWS, BLOCK_ROWS, "1"), soon());
    }
    insert.abort();
    awaitNoInsert();
    assertThat(count()).isZero();
    assertThat(connection.isOpen()).isFalse();
  }

  @Test
  void closingTheConnectionIsNoCommit() {
    try (NativeConnection connection = connect()) {
      InsertStream insert = connection.insert(into("t"), soon());
      insert.write(block(insert, 0, BLOCK_ROWS, "1"), soon());
    }
    awaitNoInsert();
    assertThat(count()).isZero();
  }

  /** The kernel closes the sockets of a killed process; with FIN, 18.16 would commit. */
  @Test
  void aKilledClientLeavesNothing() {
    server.query("CREATE TABLE " + DATABASE + ".k (id UInt64) ENGINE = MergeTree ORDER BY id");
    ChildProcess client =
        new ChildJvm("client", HalfAnInsert.class.getName())
            .flags("-Xmx64m", "-XX:-UsePerfData")
            .classPathOf(HalfAnInsert.class)
            .classPathOf(NativeConnection.class)
            .classPathFolder(BuildLayout.kafkaLibs()) // slf4j and lz4
            .arguments(Integer.toString(server.nativePort()), server.user(), server.password())
            .arguments(DATABASE, "k", "5", Integer.toString(BLOCK_ROWS))
            .start(BuildLayout.logs("killed-client").resolve("client.log"));
    client.awaitReady(
        Duration.ofSeconds(60),
        () -> LogTail.read(client.log(), 5).contains(HalfAnInsert.sentBy(client.pid())));

    client.requireAlive();
    client.kill();

    awaitNoInsert();
    assertThat(server.query("SELECT count() FROM " + DATABASE + ".k")).isEqualTo("0");
  }

  @Test
  void optionalSettingsThatItLacksAreLeftOut() {
    try (NativeConnection connection = connect()) {
      InsertStream insert =
          connection.insert(
              into(
                  "t",
                  Setting.optional("async_insert", "0"),
                  Setting.optional("insert_deduplication_token", "t-1"),
                  Setting.optional("deduplicate_insert", "enable"),
                  Setting.required("min_insert_block_size_rows", "1000000000"),
                  Setting.required("min_insert_block_size_bytes", "0"),
                  Setting.required("insert_deduplicate", "1")),
              soon());
      insert.write(block(insert, 0, 10, "1"), soon());
      insert.end(soon());
      assertThat(insert.await(soon())).isTrue();
    }
    assertThat(count()).isEqualTo(10);
  }

  /** All that can be sent, as the server understood them: it shows those of a running query. */
  @Test
  void everySettingArrivesWithItsValue() {
    Map<String, String> sent = new TreeMap<>();
    sent.put("network_compression_method", "lz4hc");
    for (String name :
        List.of(
            "insert_allow_materialized_columns",
            "insert_deduplicate",
            "insert_distributed_sync",
            "log_queries",
            "low_cardinality_allow_in_native_format")) {
      boolean onByDefault = server.query(setting(name)).equals("1");
      sent.put(name, onByDefault ? "0" : "1");
    }
    for (String name :
        List.of(
            "insert_distributed_timeout",
            "insert_quorum_timeout",
            "max_execution_time",
            "max_insert_block_size",
            "max_memory_usage",
            "max_memory_usage_for_user",
            "max_network_bandwidth",
            "max_network_bandwidth_for_user",
            "min_insert_block_size_bytes",
            "min_insert_block_size_rows",
            "priority",
            "receive_timeout",
            "send_timeout")) {
      sent.put(name, Integer.toString(1_000_000_000 + sent.size()));
    }
    sent.put("insert_quorum", "0"); // another value is for Replicated tables only
    Setting[] settings =
        sent.entrySet().stream()
            .map(entry -> Setting.required(entry.getKey(), entry.getValue()))
            .toArray(Setting[]::new);
    try (NativeConnection connection = connect()) {
      connection.insert(into("t", settings), soon());
      for (Map.Entry<String, String> entry : sent.entrySet()) {
        String understood =
            server.query(
                "SELECT Settings.Values[indexOf(Settings.Names, '"
                    + entry.getKey()
                    + "')] FROM system.processes WHERE query LIKE 'INSERT INTO `"
                    + DATABASE
                    + "%'");
        assertThat(understood).as(entry.getKey()).isEqualTo(entry.getValue());
      }
    }
  }

  private static String setting(String name) {
    return "SELECT value FROM system.settings WHERE name = '" + name + "'";
  }

  /** Without the settings in binary it would be three parts: they did arrive. */
  @Test
  void squashSettingsReachTheServer() {
    server.query("SYSTEM STOP MERGES");
    try (NativeConnection connection = connect()) {
      insertThreeBlocks(connection, "1000000000", "0");
      assertThat(activeParts()).isEqualTo(1);
      insertThreeBlocks(connection, "0", "0");
      assertThat(activeParts()).isEqualTo(4);
    } finally {
      server.query("SYSTEM START MERGES");
    }
  }

  private static void insertThreeBlocks(NativeConnection connection, String rows, String bytes) {
    InsertStream insert =
        connection.insert(
            into(
                "t",
                Setting.required("min_insert_block_size_rows", rows),
                Setting.required("min_insert_block_size_bytes", bytes)),
            soon());
    for (int i = 0; i < 3; i++) {
      insert.write(block(insert, i * 10L, 10, "1"), soon());
    }
    insert.end(soon());
    assertThat(insert.await(soon())).isTrue();
  }

  private long activeParts() {
    return Long.parseLong(
        server.query(
            "SELECT count() FROM system.parts WHERE active AND database = '" + DATABASE + "'"));
  }

  @Test
  void aRequiredSettingThatItLacksIsRefusedBeforeAnythingIsSent() {
    String insertsSoFar = "SELECT value FROM system.events WHERE event = 'InsertQuery'";
    String before = server.query(insertsSoFar);
    try (NativeConnection connection = connect()) {
      assertThatThrownBy(
              () ->
                  connection.insert(
                      into("t", Setting.required("insert_deduplication_token", "t-1")), soon()))
          .isInstanceOf(ProtocolException.class)
          .hasMessageContaining("insert_deduplication_token")
          .hasMessageContaining("18.16.1");
      assertThat(connection.isOpen()).isFalse();
    }
    assertThat(server.query(insertsSoFar)).isEqualTo(before);
  }

  @Test
  void anUnknownTableIsRefusedAndTheConnectionIsNotUsedAgain() {
    try (NativeConnection connection = connect()) {
      assertRefused(() -> connection.insert(into("absent"), soon()), ServerErrorCode.UNKNOWN_TABLE);
      assertThat(connection.isOpen()).isFalse();
      assertThatThrownBy(() -> connection.ping(soon())).isInstanceOf(ConnectionException.class);
    }
  }

  @Test
  void loginsAreRefusedWithTheirReasons() {
    assertRefused(
        () -> connect(options -> options.password("wrong")), ServerErrorCode.WRONG_PASSWORD);
    assertRefused(() -> connect(options -> options.user("nobody")), ServerErrorCode.UNKNOWN_USER);
    assertRefused(
        () -> connect(options -> options.database("absent")), ServerErrorCode.UNKNOWN_DATABASE);
  }

  /** The value can't be computed for the last row of the second block. */
  @Test
  void anExceptionInTheMiddleOfAnInsertIsTypedAndNothingIsStored() {
    NativeConnection connection = connect();
    InsertStream insert =
        connection.insert(
            into(
                "t",
                Setting.required("min_insert_block_size_rows", "1000000000"),
                Setting.required("min_insert_block_size_bytes", "0")),
            soon());
    assertRefused(
        () -> {
          insert.write(block(insert, 0, BLOCK_ROWS, "1"), soon());
          insert.write(block(insert, BLOCK_ROWS, BLOCK_ROWS, "no number"), soon());
          insert.end(soon());
          insert.await(soon());
        },
        ServerErrorCode.CANNOT_PARSE_TEXT);
    assertThat(connection.isOpen()).isFalse();
    awaitNoInsert();
    assertThat(count()).isZero();
  }
}
