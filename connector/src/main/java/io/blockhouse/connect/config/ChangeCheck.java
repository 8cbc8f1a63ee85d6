// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.config;

import io.blockhouse.connect.convert.ChangeColumns;
import io.blockhouse.connect.table.TableId;
import io.blockhouse.wire.TableColumn;
import io.blockhouse.wire.TableEngine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Checks that a table can take deletes: its columns, and that its engine goes by the same ones. */
final class ChangeCheck {
  private static final String REPLACING = "ReplacingMergeTree";

  private final ChangeColumns changes;
  private final boolean everyTable;
  private final Consumer<Problem> report;

  ChangeCheck(SinkConfig config, Consumer<Problem> report) {
    this.changes = config.changeColumns();
    // Change events may also be kept as a log; a tombstone has no other meaning than a delete.
    this.everyTable = config.deletesRows() && !config.isDebezium();
    this.report = report;
  }

  void run(TableId table, List<TableColumn> columns, Optional<TableEngine> engine) {
    column(table, columns, changes.flag(), "UInt8", ChangeKeys.FLAG_COLUMN_CONFIG, everyTable);
    column(table, columns, changes.version(), "UInt64", ChangeKeys.VERSION_COLUMN_CONFIG, false);
    engine.ifPresent(found -> engine(table, found));
  }

  private void column(
      TableId table,
      List<TableColumn> columns,
      String name,
      String type,
      String key,
      boolean required) {
    Optional<TableColumn> column =
        columns.stream().filter(candidate -> candidate.name().equals(name)).findFirst();
    if (column.isEmpty() && required) {
      report.accept(
          new Problem(
              key,
              "table "
                  + table
                  + " has no column '"
                  + name
                  + "' to mark deletes in. Add it as "
                  + type
                  + " to a ReplacingMergeTree(version, flag) table, name another column, or set"
                  + " tombstones=ignore."));
    } else if (column.isPresent() && !column.get().typeName().equals(type)) {
      report.accept(
          new Problem(
              key,
              "column '"
                  + name
                  + "' of table "
                  + table
                  + " is "
                  + column.get().typeName()
                  + ", and must be "
                  + type
                  + "."));
    }
  }

  private void engine(TableId table, TableEngine engine) {
    if (engine.name().endsWith(REPLACING)) {
      List<String> parameters = parameters(engine.full());
      parameter(table, parameters, 0, changes.version(), ChangeKeys.VERSION_COLUMN_CONFIG);
      parameter(table, parameters, 1, changes.flag(), ChangeKeys.FLAG_COLUMN_CONFIG);
    } else if (everyTable && engine.name().endsWith("MergeTree")) {
      report.accept(
          new Problem(
              ChangeKeys.TOMBSTONES_CONFIG,
              "table "
                  + table
                  + " has the engine "
                  + engine.name()
                  + ", which keeps deleted rows. Create it with ENGINE = ReplacingMergeTree("
                  + changes.version()
                  + ", "
                  + changes.flag()
                  + "), or set tombstones=ignore."));
    }
  }

  private void parameter(
      TableId table, List<String> parameters, int index, String filled, String key) {
    if (index < parameters.size() && !filled.isEmpty() && !parameters.get(index).equals(filled)) {
      report.accept(
          new Problem(
              key,
              "the engine of table "
                  + table
                  + " goes by column '"
                  + parameters.get(index)
                  + "', not by '"
                  + filled
                  + "', which the connector fills. Name that column here"
                  + (index == 0 ? ", or leave the value empty if it is a field of the rows" : "")
                  + "."));
    }
  }

  /** The columns among the engine's parameters: a replicated one has quoted texts before them. */
  private static List<String> parameters(String full) {
    int start = full.indexOf('(');
    boolean beforeKeys = start >= 0 && full.substring(0, start).endsWith(REPLACING);
    int end = beforeKeys ? full.indexOf(')', start) : -1;
    if (end < 0) {
      return List.of();
    }
    List<String> columns = new ArrayList<>();
    Arrays.stream(full.substring(start + 1, end).split(","))
        .map(String::strip)
        .filter(parameter -> !parameter.isEmpty() && !parameter.startsWith("'"))
        .map(parameter -> parameter.replace("`", ""))
        .forEach(columns::add);
    return columns;
  }
}
