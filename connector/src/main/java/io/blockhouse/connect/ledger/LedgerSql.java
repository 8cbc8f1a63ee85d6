// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.ledger;

import io.blockhouse.connect.table.TableId;
import io.blockhouse.wire.Sql;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The statements of a ledger that is a KeeperMap table. */
final class LedgerSql {
  /** The columns that a claim fills, and each one's value as SQL. */
  private static final Map<String, Function<Claim, String>> COLUMNS = new LinkedHashMap<>();

  static {
    COLUMNS.put("from_offset", claim -> Long.toString(claim.from()));
    COLUMNS.put("to_offset", claim -> Long.toString(claim.to()));
    COLUMNS.put("first_offset", claim -> Long.toString(claim.firstOffset()));
    COLUMNS.put("last_offset", claim -> Long.toString(claim.lastOffset()));
    COLUMNS.put("first_timestamp", claim -> Long.toString(claim.firstTimestamp()));
    COLUMNS.put("last_timestamp", claim -> Long.toString(claim.lastTimestamp()));
    COLUMNS.put("rows", claim -> Long.toString(claim.rows()));
    COLUMNS.put("optional_columns", claim -> array(claim.optionalColumns()));
    COLUMNS.put("stored_ahead", claim -> map(claim.storedAhead()));
    COLUMNS.put("table_uuid", claim -> Sql.literal(claim.tableUuid()));
    COLUMNS.put("claim", claim -> Sql.literal(claim.id()));
  }

  private final String table;
  private final String keeperPath;

  LedgerSql(TableId id) {
    this.table = Sql.table(id.database(), id.table());
    this.keeperPath = "/" + id.database() + "." + id.table();
  }

  String create() {
    return "CREATE TABLE IF NOT EXISTS "
        + table
        + " (key String, connector String, epoch String, topic String, partition Int32,"
        + " table String, from_offset Int64, to_offset Int64, first_offset Int64,"
        + " last_offset Int64, first_timestamp Int64, last_timestamp Int64, rows Int64,"
        + " optional_columns Array(String), stored_ahead Map(String, Int64),"
        + " table_uuid String, claim String,"
        + " claimed_at DateTime64(3, 'UTC')) ENGINE = KeeperMap("
        + Sql.literal(keeperPath)
        + ") PRIMARY KEY key";
  }

  String read(Collection<LedgerKey> keys) {
    return "SELECT key, claim, toString(from_offset), toString(to_offset),"
        + " toString(first_offset), toString(last_offset), toString(first_timestamp),"
        + " toString(last_timestamp), toString(rows), toJSONString(optional_columns),"
        + " toJSONString(stored_ahead), table_uuid, toString(toUnixTimestamp64Milli(claimed_at)),"
        + " toString(toUnixTimestamp64Milli(now64(3))) FROM "
        + table
        + " WHERE key IN "
        + keyList(keys);
  }

  /** Fails if one of the keys exists, as long as keeper_map_strict_mode is on. */
  String insert(Ledger.Move move) {
    LedgerKey key = move.key();
    return "INSERT INTO "
        + table
        + " (key, connector, epoch, topic, partition, table, "
        + String.join(", ", COLUMNS.keySet())
        + ", claimed_at) SELECT "
        + String.join(
            ", ",
            Sql.literal(key.text()),
            Sql.literal(key.connector()),
            Sql.literal(key.epoch()),
            Sql.literal(key.topic()),
            Integer.toString(key.partition()),
            Sql.literal(key.table().toString()))
        + ", "
        + COLUMNS.values().stream()
            .map(value -> value.apply(move.next()))
            .collect(Collectors.joining(", "))
        + ", now64(3)";
  }

  /**
   * Moves all keys or none: the server writes them in one transaction of Keeper. A row whose claim
   * is another by now is not touched.
   */
  String update(List<Ledger.Move> moves) {
    String keys = list(moves, move -> Sql.literal(move.key().text()));
    return "ALTER TABLE "
        + table
        + " UPDATE "
        + COLUMNS.entrySet().stream()
            .map(
                column ->
                    column.getKey()
                        + " = ["
                        + list(moves, move -> column.getValue().apply(move.next()))
                        + "][indexOf(["
                        + keys
                        + "], key)]")
            .collect(Collectors.joining(", "))
        + ", claimed_at = "
        + claimedAt(moves, keys)
        + " WHERE key IN ("
        + keys
        + ") AND claim IN ("
        + list(moves, move -> Sql.literal(move.previous().id()))
        + ")";
  }

  /** A claim that is taken over is as old as it was: its token is. */
  private static String claimedAt(List<Ledger.Move> moves, String keys) {
    if (moves.stream().noneMatch(Ledger.Move::isTakeOver)) {
      return "now64(3)";
    }
    return "if(["
        + list(moves, move -> move.isTakeOver() ? "1" : "0")
        + "][indexOf(["
        + keys
        + "], key)], claimed_at, now64(3, 'UTC'))";
  }

  /** Every table that a partition of a topic feeds goes on at {@code offset}. */
  String settle(LedgerPartition partition, Claim settled) {
    return "ALTER TABLE "
        + table
        + " UPDATE "
        + COLUMNS.entrySet().stream()
            .map(column -> column.getKey() + " = " + column.getValue().apply(settled))
            .collect(Collectors.joining(", "))
        + ", claimed_at = now64(3)"
        + where(partition);
  }

  /** What was known of a partition is forgotten, for every table. */
  String forget(LedgerPartition partition) {
    return "ALTER TABLE " + table + " DELETE" + where(partition);
  }

  private static String where(LedgerPartition partition) {
    return " WHERE connector = "
        + Sql.literal(partition.connector())
        + " AND epoch = "
        + Sql.literal(partition.epoch())
        + " AND topic = "
        + Sql.literal(partition.topic())
        + " AND partition = "
        + partition.partition();
  }

  private static String list(List<Ledger.Move> moves, Function<Ledger.Move, String> item) {
    return moves.stream().map(item).collect(Collectors.joining(", "));
  }

  private static String keyList(Collection<LedgerKey> keys) {
    return keys.stream()
        .map(key -> Sql.literal(key.text()))
        .collect(Collectors.joining(", ", "(", ")"));
  }

  private static String array(List<String> texts) {
    return texts.stream()
        .map(Sql::literal)
        .collect(Collectors.joining(", ", "CAST([", "], 'Array(String)')"));
  }

  private static String map(Map<String, Long> offsets) {
    return offsets.entrySet().stream()
        .map(entry -> Sql.literal(entry.getKey()) + ", " + entry.getValue())
        .collect(Collectors.joining(", ", "CAST(map(", "), 'Map(String, Int64)')"));
  }
}
