// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire;

import java.util.List;

/**
 * What an INSERT goes into.
 *
 * @param database empty for the connection's default database
 * @param table unescaped
 * @param columns the column list, unescaped; a column left out gets its DEFAULT from the server
 * @param settings query settings
 * @param queryId empty to let the server make one
 */
public record InsertRequest(
    String database, String table, List<String> columns, List<Setting> settings, String queryId) {
  /** Copies the lists. */
  public InsertRequest {
    columns = List.copyOf(columns);
    settings = List.copyOf(settings);
  }
}
