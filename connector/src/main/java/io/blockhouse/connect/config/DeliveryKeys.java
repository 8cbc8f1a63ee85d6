// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.config;

import io.blockhouse.connect.config.KeyGroups.KeyGroup;
import io.blockhouse.connect.table.TableId;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigDef.Width;

/** The keys that say how often a row may arrive, and where that is kept. */
public final class DeliveryKeys {
  public static final String GUARANTEE_CONFIG = "delivery.guarantee";
  static final String AT_LEAST_ONCE = "at-least-once";
  static final String EXACTLY_ONCE = "exactly-once";
  private static final String GUARANTEE_DOC =
      "With at-least-once every record arrives, and some twice after a fault in which an answer of"
          + " the server was lost, or after a crash of the worker. With exactly-once every record"
          + " arrives once: the range of offsets of each INSERT is claimed in a ledger first, and"
          + " after a fault the same rows are sent again under the same token, which the server"
          + " stores once. It needs ClickHouse Keeper, a server with keeper_map_path_prefix for the"
          + " ledger, and tables of the MergeTree family with a deduplication window. Each INSERT"
          + " is one block then, with rows of one topic partition, closed by batch.max.rows,"
          + " batch.max.bytes or a quarter of buffer.max.bytes, or by time; block.max.rows and"
          + " block.max.bytes do not count.";

  public static final String LEDGER_TABLE_CONFIG = "ledger.table";
  static final String LEDGER_TABLE_DEFAULT = "blockhouse_ledger";
  private static final String LEDGER_TABLE_DOC =
      "The KeeperMap table with the claims of exactly-once, as table or database.table; without a"
          + " database it is in clickhouse.database. It is created if it is missing. Connectors may"
          + " share one: rows are told apart by connector name, topic, partition and table. The user"
          + " needs SELECT, INSERT, ALTER UPDATE and ALTER DELETE on it, and CREATE TABLE if it is"
          + " to be created.";

  public static final String LEDGER_EPOCH_CONFIG = "ledger.epoch";
  static final String LEDGER_EPOCH_DEFAULT = "0";
  private static final String LEDGER_EPOCH_DOC =
      "Any text. With another one nothing in the ledger counts, and delivery begins with the records"
          + " that Kafka gives: for topics that were deleted and created again. Rows that are in the"
          + " table already are written again if their records come again.";

  public static final String MAX_IN_DOUBT_MS_CONFIG = "ledger.max.in.doubt.ms";

  /** Less than the hour for which a replicated table remembers tokens (MergeTreeSettings.cpp). */
  static final long MAX_IN_DOUBT_MS_DEFAULT = 3_000_000;

  private static final String MAX_IN_DOUBT_MS_DOC =
      "How old a claim of which it is not known whether it was stored may be and still be sent"
          + " again. Older ones wait for somebody to look, and the error says how, because the server"
          + " may have forgotten the token: a replicated table does after"
          + " replicated_deduplication_window_seconds (an hour unless configured) or"
          + " replicated_deduplication_window blocks, any other after"
          + " non_replicated_deduplication_window blocks. So this must be less than the window in"
          + " time: a window of 10,000 blocks is 5,000,000 ms for a table that gets two a second.";

  /** Without a window a token does nothing, so a created table must have one. */
  static final String CREATED_TABLE_SETTINGS = "non_replicated_deduplication_window = 10000";

  /** Each INSERT costs a step of the ledger, so there are fewer of them than at least once. */
  static final int EXACTLY_ONCE_LINGER_MS = 5_000;

  private DeliveryKeys() {}

  static void define(KeyGroup group) {
    group
        .key(GUARANTEE_CONFIG, Type.STRING, AT_LEAST_ONCE, Choice.of(AT_LEAST_ONCE, EXACTLY_ONCE))
        .shown("Guarantee", Width.MEDIUM, Importance.HIGH, GUARANTEE_DOC)
        .key(LEDGER_TABLE_CONFIG, Type.STRING, LEDGER_TABLE_DEFAULT, new PlainText())
        .shown("Ledger", Width.MEDIUM, Importance.LOW, LEDGER_TABLE_DOC)
        .key(LEDGER_EPOCH_CONFIG, Type.STRING, LEDGER_EPOCH_DEFAULT, new PlainText())
        .shown("Epoch", Width.SHORT, Importance.LOW, LEDGER_EPOCH_DOC)
        .key(MAX_IN_DOUBT_MS_CONFIG, Type.LONG, MAX_IN_DOUBT_MS_DEFAULT, NumberRange.atLeast(1_000))
        .shown("Longest doubt (ms)", Width.SHORT, Importance.LOW, MAX_IN_DOUBT_MS_DOC);
  }

  static List<Problem> problems(Map<String, ?> values) {
    return AT_LEAST_ONCE.equals(values.get(GUARANTEE_CONFIG))
        ? UnusedKeys.problems(
            values,
            Map.of(
                LEDGER_TABLE_CONFIG,
                LEDGER_TABLE_DEFAULT,
                LEDGER_EPOCH_CONFIG,
                LEDGER_EPOCH_DEFAULT,
                MAX_IN_DOUBT_MS_CONFIG,
                MAX_IN_DOUBT_MS_DEFAULT),
            GUARANTEE_CONFIG + "=" + EXACTLY_ONCE)
        : List.of();
  }

  /** As elsewhere, a dot separates database and table. */
  static TableId table(String name, String database) {
    int dot = name.indexOf('.');
    return dot < 0
        ? new TableId(database, name)
        : new TableId(name.substring(0, dot), name.substring(dot + 1));
  }
}
