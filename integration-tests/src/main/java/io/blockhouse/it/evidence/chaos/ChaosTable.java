// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.chaos;

import io.blockhouse.it.clickhouse.ClickHouseServer;
import java.util.OptionalLong;

/** The table of a run, and what can be done to it so that INSERTs fail. */
final class ChaosTable {
  static final String DATABASE = "chaos";

  /** Also the topic's name. */
  static final String NAME = "numbered";

  private static final String TABLE = DATABASE + "." + NAME;
  private static final String AWAY = TABLE + "_away";
  private static final String READ_ONLY = TABLE + "_read_only";
  private static final String COLUMNS = " (p UInt16, n UInt64, crc UInt32, body String) ENGINE = ";

  /** Long enough for a server that is started again meanwhile. */
  private static final int PATIENCE_MS = 60_000;

  private final ClickHouseServer server;

  ChaosTable(ClickHouseServer server) {
    this.server = server;
  }

  void create(Guarantee guarantee) {
    server.query("CREATE DATABASE " + DATABASE);
    server.query(
        "CREATE TABLE "
            + TABLE
            + COLUMNS
            + "MergeTree ORDER BY (p, n)"
            + (guarantee == Guarantee.EXACTLY_ONCE
                ? " SETTINGS non_replicated_deduplication_window = 100000"
                : ""));
    // The embedded engine never gets a Replicated table out of its read-only state.
    server.query(
        "CREATE TABLE "
            + READ_ONLY
            + COLUMNS
            + "ReplicatedMergeTree('/chaos/read_only', 'r1') ORDER BY (p, n)");
  }

  /** One part is too many, and none is merged: code 252. */
  void fill(Fault fault) throws InterruptedException {
    insist("ALTER TABLE " + TABLE + " MODIFY SETTING parts_to_throw_insert = 1");
    Pause.ms(fault.lastsMs());
    insist("ALTER TABLE " + TABLE + " RESET SETTING parts_to_throw_insert");
  }

  /** A replica without a lease on its path takes its place: code 242. */
  void freeze(Fault fault) throws InterruptedException {
    change(fault, "EXCHANGE TABLES " + TABLE + " AND " + READ_ONLY, true);
  }

  void hide(Fault fault) throws InterruptedException {
    change(fault, "RENAME TABLE " + TABLE + " TO " + AWAY, false);
  }

  private void change(Fault fault, String statement, boolean exchange) throws InterruptedException {
    try {
      server.query(statement);
    } catch (RuntimeException perhapsDone) {
      System.out.println("  " + fault.kind() + ": " + perhapsDone.getMessage());
    }
    Pause.ms(fault.lastsMs());
    Pause.insist(() -> bringBack(exchange), PATIENCE_MS);
  }

  /** Asks first: whether the statement took effect is not known when the server ended in it. */
  private void bringBack(boolean exchanged) {
    if (exchanged && engine(NAME).startsWith("Replicated")) {
      server.query("EXCHANGE TABLES " + TABLE + " AND " + READ_ONLY);
    }
    if (!exchanged && engine(NAME).isEmpty()) {
      server.query("RENAME TABLE " + AWAY + " TO " + TABLE);
    }
  }

  private String engine(String table) {
    return server.query(
        "SELECT engine FROM system.tables WHERE database = '"
            + DATABASE
            + "' AND name = '"
            + table
            + "'");
  }

  private void insist(String statement) throws InterruptedException {
    Pause.insist(() -> server.query(statement), PATIENCE_MS);
  }

  /** Rows now; empty when the table or its server is away. */
  OptionalLong count() {
    try {
      return OptionalLong.of(Long.parseLong(server.query("SELECT count() FROM " + TABLE)));
    } catch (RuntimeException away) {
      return OptionalLong.empty();
    }
  }

  /** {@code partition, rows, different numbers, damaged rows}, a line for each partition. */
  String summary() {
    return server.query(
        "SELECT p, count(), uniqExact(n), max(n),"
            + " countIf(CRC32(concat(toString(p), ':', toString(n), ':', body)) != crc)"
            + " FROM "
            + TABLE
            + " GROUP BY p ORDER BY p");
  }

  /** {@code partition, number, rows}, a line for each record that is there more than once. */
  String copies() {
    return server.query(
        "SELECT p, n, count() FROM " + TABLE + " GROUP BY p, n HAVING count() > 1 ORDER BY p, n");
  }

  /** Of one partition's numbers below {@code end}, ranges {@code [from, to)} that are not there. */
  String gaps(int partition, long end) {
    return server.query(
        "SELECT n + 1 AS from, next FROM (SELECT n, leadInFrame(n, 1, toUInt64("
            + end
            + ")) OVER (ORDER BY n ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS next"
            + " FROM (SELECT DISTINCT toInt64(n) AS n FROM "
            + TABLE
            + " WHERE p = "
            + partition
            + " UNION ALL SELECT -1)) WHERE next > n + 1 ORDER BY from LIMIT 20");
  }
}
