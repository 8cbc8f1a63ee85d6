// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.schema;

import io.blockhouse.connect.table.TableId;
import io.blockhouse.wire.Sql;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Words the DDL of one table. Names are escaped; expressions of the configuration are not. */
final class TableDdl {
  private final String table;
  private final SchemaOptions options;

  TableDdl(TableId table, SchemaOptions options) {
    this.table = Sql.table(table.database(), table.table());
    this.options = options;
  }

  String create(List<NewColumn> columns) {
    StringBuilder sql =
        new StringBuilder("CREATE TABLE IF NOT EXISTS ")
            .append(table)
            .append(
                columns.stream()
                    .map(NewColumn::definition)
                    .collect(Collectors.joining(", ", " (", ")")))
            .append(" ENGINE = ")
            .append(options.engine());
    if (!options.partitionBy().isEmpty()) {
      sql.append(" PARTITION BY ").append(options.partitionBy());
    }
    if (!options.orderBy().isEmpty()) {
      sql.append(" ORDER BY (").append(options.orderBy()).append(')');
    } else if (options.engine().contains("MergeTree")) {
      sql.append(" ORDER BY tuple()");
    }
    if (!options.settings().isEmpty()) {
      sql.append(" SETTINGS ").append(options.settings());
    }
    return sql.toString();
  }

  String addColumns(List<NewColumn> columns) {
    return columns.stream()
        .map(column -> "ADD COLUMN IF NOT EXISTS " + column.definition())
        .collect(Collectors.joining(", ", "ALTER TABLE " + table + " ", ""));
  }

  /** Whether a sorting key, a partition key or the engine rests on the column: no NULL then. */
  boolean isKey(String column) {
    Pattern word = Pattern.compile("(?<!\\w)" + Pattern.quote(column) + "(?!\\w)");
    return word.matcher(options.orderBy()).find()
        || word.matcher(options.partitionBy()).find()
        || word.matcher(options.engine()).find();
  }
}
