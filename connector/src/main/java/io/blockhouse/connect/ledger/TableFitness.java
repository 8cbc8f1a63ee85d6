// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.ledger;

import io.blockhouse.connect.table.QueryTarget;
import io.blockhouse.connect.table.TableId;
import io.blockhouse.wire.Deadline;
import io.blockhouse.wire.Sql;
import io.blockhouse.wire.TableEngine;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Whether a block that is sent again under its token is stored once in a table. */
public final class TableFitness {
  private final QueryTarget target;
  private final boolean severalHosts;

  /** {@code severalHosts}: a retry may go to another server than the first try. */
  public TableFitness(QueryTarget target, boolean severalHosts) {
    this.target = target;
    this.severalHosts = severalHosts;
  }

  /**
   * Looks at the table, and returns the UUID that tells it from others of its name; an empty text
   * when nothing does: replicas of one table may have UUIDs of their own. Nothing when there is no
   * such table.
   *
   * @throws UnfitTableException with the statement that mends it
   */
  public Optional<String> require(TableId table, Deadline deadline) {
    Optional<TableEngine> engine = target.engine(table, deadline);
    if (engine.isEmpty()) {
      return Optional.empty();
    }
    requireEngine(table, engine.get());
    requirePartitionKey(table, deadline);
    return Optional.of(isReplicated(engine.get()) ? "" : uuid(table, deadline));
  }

  private String uuid(TableId table, Deadline deadline) {
    List<List<String>> uuids =
        target.query(
            "SELECT toString(uuid) FROM system.tables WHERE database = "
                + Sql.literal(table.database())
                + " AND name = "
                + Sql.literal(table.table())
                + " AND uuid != toUUID('00000000-0000-0000-0000-000000000000')",
            List.of(),
            deadline);
    return uuids.isEmpty() ? "" : uuids.get(0).get(0);
  }

  private static boolean isReplicated(TableEngine engine) {
    return engine.name().startsWith("Replicated") || engine.name().startsWith("Shared");
  }

  private void requireEngine(TableId table, TableEngine engine) {
    boolean replicated = isReplicated(engine);
    if (!engine.name().endsWith("MergeTree")) {
      throw new UnfitTableException(
          "Exactly-once needs a table of the MergeTree family, and "
              + table
              + " is "
              + engine.name()
              + ". Write to the table behind it, or set delivery.guarantee=at-least-once");
    }
    if (severalHosts && !replicated) {
      throw new UnfitTableException(
          "Exactly-once over several hosts needs a replicated table, and "
              + table
              + " is "
              + engine.name()
              + ": each host has rows of its own. Give one host in clickhouse.hosts, or make it a"
              + " ReplicatedMergeTree");
    }
    if (engine.deduplicationWindow() == 0) {
      throw new UnfitTableException(
          "Exactly-once needs a deduplication window on "
              + table
              + ": ALTER TABLE "
              + Sql.table(table.database(), table.table())
              + " MODIFY SETTING "
              + (replicated ? "replicated" : "non_replicated")
              + "_deduplication_window = 10000");
    }
  }

  /** A row that is sent again must fall into the same partition: the server compares there only. */
  private void requirePartitionKey(TableId table, Deadline deadline) {
    List<List<String>> columns =
        target.query(
            "SELECT toString(name) FROM system.columns WHERE database = "
                + Sql.literal(table.database())
                + " AND table = "
                + Sql.literal(table.table())
                + " AND is_in_partition_key AND default_kind != ''",
            List.of(),
            deadline);
    if (!columns.isEmpty()) {
      throw new UnfitTableException(
          "Exactly-once needs a partition key that depends on the record alone, and that of "
              + table
              + " depends on columns with a default expression ("
              + columns.stream().map(row -> row.get(0)).collect(Collectors.joining(", "))
              + "). Partition the table by other columns, or set delivery.guarantee=at-least-once");
    }
  }
}
