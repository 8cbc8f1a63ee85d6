// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.blockhouse.it.SharedServers;
import io.blockhouse.it.SharedServersCheck;
import io.blockhouse.it.clickhouse.ClickHouseServer;
import io.blockhouse.wire.ConnectionOptions;
import io.blockhouse.wire.Deadline;
import io.blockhouse.wire.NativeConnection;
import io.blockhouse.wire.TableEngine;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a real server says of the engine of a table. */
@ExtendWith(SharedServersCheck.class)
class TableEngineIT {
  private static final String DATABASE = "engines_" + ProcessHandle.current().pid();

  @BeforeAll
  static void createDatabase() {
    SharedServers.clickHouse().query("CREATE DATABASE " + DATABASE);
  }

  @AfterAll
  static void dropDatabase() {
    SharedServers.clickHouse().query("DROP DATABASE " + DATABASE);
  }

  private static Optional<TableEngine> engine(String table) {
    ClickHouseServer server = SharedServers.clickHouse();
    ConnectionOptions options =
        ConnectionOptions.builder()
            .host(server.host())
            .port(server.nativePort())
            .user(server.user())
            .password(server.password())
            .build();
    Deadline deadline = Deadline.afterMs(10_000);
    try (NativeConnection connection = NativeConnection.connect(options, deadline)) {
      return connection.engine(DATABASE, table, deadline);
    }
  }

  private static TableEngine created(String table, String engine) {
    SharedServers.clickHouse()
        .query(
            "CREATE TABLE " + DATABASE + "." + table + " (id UInt64, v UInt64) ENGINE = " + engine);
    return engine(table).orElseThrow();
  }

  @Test
  void aTableWithoutAWindowDeduplicatesNothing() {
    TableEngine engine = created("plain", "ReplacingMergeTree(v) ORDER BY id");
    assertThat(engine.name()).isEqualTo("ReplacingMergeTree");
    assertThat(engine.full()).startsWith("ReplacingMergeTree(v) ORDER BY id");
    assertThat(engine.deduplicationWindow()).isZero();
  }

  @Test
  void aTablesOwnWindowIsFound() {
    String settings = " SETTINGS non_replicated_deduplication_window = 100";
    assertThat(created("own", "MergeTree ORDER BY id" + settings).deduplicationWindow())
        .isEqualTo(100);
  }

  @Test
  void otherEnginesHaveNoWindow() {
    assertThat(created("memory", "Memory").deduplicationWindow()).isZero();
  }

  @Test
  void aMissingTableHasNoEngine() {
    assertThat(engine("absent")).isEmpty();
  }
}
