// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.config;

import io.blockhouse.connect.ledger.TableFitness;
import io.blockhouse.connect.ledger.UnfitTableException;
import io.blockhouse.connect.table.QueryTarget;
import io.blockhouse.connect.table.TableId;
import io.blockhouse.wire.Deadline;
import io.blockhouse.wire.NativeConnection;
import io.blockhouse.wire.Sql;
import io.blockhouse.wire.TableColumn;
import io.blockhouse.wire.TableEngine;
import java.util.List;
import java.util.Optional;

/** The catalog of a real server, asked within a deadline. */
record ServerCatalog(NativeConnection connection, Deadline deadline) implements Catalog {
  /** Enough to find a misspelt name among; a database with more is rarely typed by hand. */
  private static final int TABLES_LIMIT = 10_000;

  @Override
  public List<TableColumn> columns(TableId table) {
    return connection.describe(table.database(), table.table(), deadline);
  }

  @Override
  public Optional<TableEngine> engine(TableId table) {
    return connection.engine(table.database(), table.table(), deadline);
  }

  @Override
  public Optional<String> unfitForExactlyOnce(TableId table, boolean severalHosts) {
    try {
      new TableFitness(QueryTarget.of(connection), severalHosts).require(table, deadline);
      return Optional.empty();
    } catch (UnfitTableException e) {
      return Optional.of(e.getMessage());
    }
  }

  @Override
  public List<String> tables(String database) {
    return connection
        .query(
            "SELECT name FROM system.tables WHERE database = "
                + Sql.literal(database)
                + " LIMIT "
                + TABLES_LIMIT,
            deadline)
        .stream()
        .map(row -> row.get(0))
        .toList();
  }
}
