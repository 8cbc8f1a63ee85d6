// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.schema;

import io.blockhouse.connect.table.TableId;
import io.blockhouse.wire.error.ServerException;

/** A table could not be created, or columns could not be added to it; no record is to blame. */
public final class SchemaChangeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String privilege;

  SchemaChangeException(TableId table, SchemaStatement statement, ServerException cause) {
    super(statement.failureOf(table) + ": " + cause.getMessage(), cause);
    this.privilege = statement.privilege();
  }

  SchemaChangeException(TableId table, SchemaStatement statement) {
    super(
        statement.failureOf(table)
            + " in a way that this connection sees: the statement was run, but system.columns does"
            + " not show its effect. Check that all clickhouse.hosts are replicas of each other and"
            + " that the user may see the table's columns");
    this.privilege = statement.privilege();
  }

  /** What the user needs for the statement, as in GRANT. */
  public String privilege() {
    return privilege;
  }

  /** The server's answer; null when the statement was run. */
  public ServerException serverFailure() {
    return (ServerException) getCause();
  }
}
