// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.table;

import io.blockhouse.wire.TableColumn.DefaultKind;
import io.blockhouse.wire.type.ClickHouseType;
import java.util.List;

/**
 * The columns of a table that an INSERT may list, in table order: MATERIALIZED and ALIAS columns
 * are not among them.
 *
 * @param id the table
 * @param columns at least one
 */
public record TableSchema(TableId id, List<Column> columns) {
  /** Copies the list. */
  public TableSchema {
    columns = List.copyOf(columns);
  }

  /**
   * One insertable column.
   *
   * @param name unescaped
   * @param type parsed
   * @param defaultKind NONE, DEFAULT or EPHEMERAL
   */
  public record Column(String name, ClickHouseType type, DefaultKind defaultKind) {
    /**
     * Whether leaving the column out of the INSERT's column list does something that no value can
     * do: its expression is evaluated (DEFAULT), or it is not fed (EPHEMERAL).
     */
    public boolean isOptional() {
      return defaultKind != DefaultKind.NONE;
    }
  }
}
