// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.table;

import io.blockhouse.wire.Deadline;
import io.blockhouse.wire.InsertRequest;
import io.blockhouse.wire.TableColumn;
import java.util.List;

/**
 * Where INSERTs go. The servers ({@link ConnectionPool}); a stand-in where a test needs a fault
 * that no real server can be made to show.
 *
 * <p>Every method throws the exceptions of {@code io.blockhouse.wire.error}.
 */
public interface InsertTarget extends QueryTarget, AutoCloseable {
  /** The columns of a table in table order; an empty list when there is no such table. */
  List<TableColumn> describe(TableId table, Deadline deadline);

  /** Runs DDL. */
  default void execute(String sql, Deadline deadline) {
    query(sql, List.of(), deadline);
  }

  /** Whether a token sent again stores nothing again in the table. */
  default boolean deduplicates(TableId table, Deadline deadline) {
    return engine(table, deadline).map(engine -> engine.deduplicationWindow() > 0).orElse(false);
  }

  /**
   * Whether {@link #open} would find a connection free, that is: fewer than the limit are in use.
   */
  boolean hasFreeConnection();

  /** Takes a connection for one INSERT and reads the header block. */
  OpenInsert open(InsertRequest request, Deadline deadline);

  /** Heap held by the buffers of all connections, in bytes. */
  long retainedBytes();

  /** Aborts whatever is still open and closes all connections. Never throws. */
  @Override
  void close();
}
