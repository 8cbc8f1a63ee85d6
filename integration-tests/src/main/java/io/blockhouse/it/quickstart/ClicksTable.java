// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.quickstart;

import io.blockhouse.it.clickhouse.ClickHouseServer;

/** The table that the clicks land in. */
public final class ClicksTable {
  private final ClickHouseServer server;
  private final String name;

  public ClicksTable(ClickHouseServer server, String database, String table) {
    this.server = server;
    this.name = quoted(database) + "." + quoted(table);
    server.query("CREATE DATABASE IF NOT EXISTS " + quoted(database));
  }

  /** Creates the table, empty. */
  public void create() {
    server.query("DROP TABLE IF EXISTS " + name + " SYNC");
    server.query(ddl());
  }

  public String ddl() {
    return """
    CREATE TABLE %s (
      event_id UInt64,
      event_time DateTime64(3, 'UTC'),
      user_id UInt32,
      session UUID,
      url String,
      referrer Nullable(String),
      country FixedString(2),
      duration_ms UInt32,
      price Float64,
      tags Array(String)
    ) ENGINE = MergeTree ORDER BY (event_time, event_id)"""
        .formatted(name);
  }

  public long count() {
    return Long.parseLong(server.query("SELECT count() FROM " + name));
  }

  public RowsChecksum checksum() {
    return RowsChecksum.parse(server.query("SELECT " + RowsChecksum.SQL + " FROM " + name + ")"));
  }

  public long parts() {
    return Long.parseLong(
        server.query(
            "SELECT count() FROM system.parts WHERE active AND concat('`', database, '`.`', table,"
                + " '`') = '"
                + name
                + "'"));
  }

  String summarySql() {
    return """
    SELECT country, count() AS clicks, uniq(user_id) AS users,
           round(avg(duration_ms)) AS avg_ms, countIf(referrer IS NULL) AS direct,
           countIf(has(tags, 'sale')) AS on_sale, round(sum(price), 2) AS revenue
    FROM %s GROUP BY country ORDER BY clicks DESC LIMIT 5"""
        .formatted(name);
  }

  String summary() {
    return server.query(
        summarySql()
            + " FORMAT PrettyCompactMonoBlock SETTINGS"
            + " output_format_pretty_color = 0, output_format_pretty_row_numbers = 0, output_format_pretty_grid_charset = 'ASCII'");
  }

  private static String quoted(String identifier) {
    if (identifier.contains("`") || identifier.contains("\\")) {
      throw new IllegalArgumentException("not a plain name: " + identifier);
    }
    return "`" + identifier + "`";
  }
}
