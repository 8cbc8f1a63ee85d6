// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.table;

import io.blockhouse.wire.Deadline;
import io.blockhouse.wire.NativeConnection;
import io.blockhouse.wire.Setting;
import io.blockhouse.wire.TableEngine;
import java.util.List;
import java.util.Optional;

/**
 * Where statements go.
 *
 * <p>Every method throws the exceptions of {@code io.blockhouse.wire.error}.
 */
public interface QueryTarget {
  /**
   * Runs DDL, or a query whose result is small and of String columns only. A setting that the
   * server does not know is an error if it is marked as required.
   */
  List<List<String>> query(String sql, List<Setting> settings, Deadline deadline);

  /** The engine of a table and its deduplication window; empty when there is no such table. */
  Optional<TableEngine> engine(TableId table, Deadline deadline);

  /** One connection, as long as it lasts. */
  static QueryTarget of(NativeConnection connection) {
    return new QueryTarget() {
      @Override
      public List<List<String>> query(String sql, List<Setting> settings, Deadline deadline) {
        return connection.query(sql, settings, deadline);
      }

      @Override
      public Optional<TableEngine> engine(TableId table, Deadline deadline) {
        return connection.engine(table.database(), table.table(), deadline);
      }
    };
  }
}
