// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.config;

import io.blockhouse.connect.table.TableId;
import io.blockhouse.connect.table.TableRouter;
import io.blockhouse.wire.TableColumn;
import io.blockhouse.wire.error.UnsupportedTypeException;
import io.blockhouse.wire.type.ClickHouseType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Checks that the listed topics have tables whose columns can be written. Topics whose table
 * depends on the record are left to the task. A table that is missing beside others is no reason
 * not to start: its records wait, those of the others need not. It is only warned of.
 */
final class TableCheck {
  /** Columns spelt out per table; a table may have thousands. */
  private static final int COLUMNS_NAMED = 5;

  private static final String TOPICS_CONFIG = "topics";

  private final SinkConfig config;
  private final HostPort host;
  private final Catalog catalog;
  private final Consumer<String> warn;
  private final TableRouter router;

  TableCheck(SinkConfig config, HostPort host, Catalog catalog, Consumer<String> warn) {
    this.config = config;
    this.host = host;
    this.catalog = catalog;
    this.warn = warn;
    this.router = config.router();
  }

  /** Reports each problem as it is found, so that one that breaks off has reported the earlier. */
  void run(Consumer<Problem> report) {
    Map<TableId, List<String>> topicsByTable = new LinkedHashMap<>();
    for (String topic : config.topics()) {
      router
          .tableOf(topic)
          .ifPresent(
              table -> topicsByTable.computeIfAbsent(table, id -> new ArrayList<>()).add(topic));
    }
    Map<TableId, List<String>> missing = new LinkedHashMap<>();
    topicsByTable.forEach(
        (table, topics) -> {
          List<TableColumn> columns = catalog.columns(table);
          if (!columns.isEmpty()) {
            check(table, topics, columns, report);
          } else if (!config.schemaOptions().createTables()) {
            missing.put(table, topics);
          }
        });
    long waiting = missing.values().stream().mapToLong(List::size).sum();
    if (waiting == config.topics().size()) {
      missing.forEach(
          (table, topics) -> report.accept(new Problem(keyFor(topics), missing(table, topics))));
    } else if (!missing.isEmpty()) {
      warn.accept(someMissing(missing));
    }
  }

  private void check(
      TableId table, List<String> topics, List<TableColumn> columns, Consumer<Problem> report) {
    reportMissingColumns(table, columns, report);
    List<String> refusals = refusals(columns);
    if (!refusals.isEmpty()) {
      report.accept(new Problem(keyFor(topics), unwritable(table, topics, refusals)));
    }
    if (config.isExactlyOnce()) {
      catalog
          .unfitForExactlyOnce(table, config.hosts().size() > 1)
          .ifPresent(
              reason -> report.accept(new Problem(DeliveryKeys.GUARANTEE_CONFIG, reason + ".")));
    }
    if (config.deletesRows()) {
      new ChangeCheck(config, report).run(table, columns, catalog.engine(table));
    }
  }

  /** Columns that the configuration names have to be there in every table. */
  private void reportMissingColumns(
      TableId table, List<TableColumn> columns, Consumer<Problem> report) {
    List<String> written =
        columns.stream().filter(TableCheck::isWritten).map(TableColumn::name).toList();
    config
        .namedColumns()
        .forEach(
            (key, column) -> {
              if (!written.contains(column)) {
                report.accept(new Problem(key, missingColumn(table, column, written)));
              }
            });
  }

  private static String missingColumn(TableId table, String column, List<String> columns) {
    return "table "
        + quoted(table.database())
        + "."
        + quoted(table.table())
        + " has no column '"
        + column
        + "' that can be inserted."
        + NearestName.of(column, columns)
            .map(name -> " Did you mean column '" + name + "'?")
            .orElse("")
        + " Add it with ALTER TABLE "
        + quoted(table.database())
        + "."
        + quoted(table.table())
        + " ADD COLUMN "
        + quoted(column)
        + " Type, or change the name; names are case-sensitive";
  }

  private String keyFor(List<String> topics) {
    return topics.stream()
        .map(router::ruleFor)
        .min(Comparator.naturalOrder())
        .map(this::keyOf)
        .orElse(TOPICS_CONFIG);
  }

  private String keyOf(TableRouter.Rule rule) {
    return switch (rule) {
      case MAP -> RoutingKeys.MAP_CONFIG;
      case PATTERN -> RoutingKeys.REGEX_CONFIG;
      case FORMAT ->
          RoutingKeys.FORMAT_DEFAULT.equals(config.getString(RoutingKeys.FORMAT_CONFIG))
              ? TOPICS_CONFIG
              : RoutingKeys.FORMAT_CONFIG;
    };
  }

  private String missing(TableId table, List<String> topics) {
    List<String> others = catalog.tables(table.database());
    String createDatabase =
        others.isEmpty()
            ? " (nor is any other table of database '"
                + table.database()
                + "'; CREATE DATABASE "
                + quoted(table.database())
                + " makes it if it is missing)"
            : "";
    String meant =
        NearestName.of(table.table(), others)
            .map(name -> " Did you mean table '" + name + "'?")
            .orElse("");
    return "table '"
        + table.table()
        + "' of database '"
        + table.database()
        + "', to which "
        + named(topics)
        + ", is not there on "
        + host
        + " or not visible to user '"
        + config.user()
        + "'"
        + createDatabase
        + "."
        + meant
        + " Create it with CREATE TABLE "
        + quoted(table.database())
        + "."
        + quoted(table.table())
        + " (column Type, ...) ENGINE = MergeTree ORDER BY (column), grant INSERT on it, or route"
        + " the topic elsewhere with topic.to.table.map, topic.to.table.regex or table.name.format.";
  }

  private String someMissing(Map<TableId, List<String>> missing) {
    return "Tables are missing on "
        + host
        + " or not visible to user '"
        + config.user()
        + "': "
        + missing.entrySet().stream()
            .map(entry -> entry.getKey() + " (" + named(entry.getValue()) + " there)")
            .collect(Collectors.joining(", "))
        + ". Their records will wait while those of the other topics are written, and nothing of"
        + " them is committed. Create the tables and grant INSERT on them; delivery goes on by"
        + " itself then. Or route the topics elsewhere with topic.to.table.map,"
        + " topic.to.table.regex or table.name.format.";
  }

  private static List<String> refusals(List<TableColumn> columns) {
    List<String> refusals = new ArrayList<>();
    for (TableColumn column : columns) {
      if (isWritten(column)) {
        try {
          ClickHouseType.parse(column.name(), column.typeName());
        } catch (UnsupportedTypeException e) {
          refusals.add(e.getMessage());
        }
      }
    }
    return refusals;
  }

  private static boolean isWritten(TableColumn column) {
    return switch (column.defaultKind()) {
      case MATERIALIZED, ALIAS -> false;
      default -> true;
    };
  }

  private static String unwritable(TableId table, List<String> topics, List<String> refusals) {
    int more = refusals.size() - COLUMNS_NAMED;
    return "table "
        + quoted(table.database())
        + "."
        + quoted(table.table())
        + ", to which "
        + named(topics)
        + ", has columns that cannot be written. "
        + String.join("; ", refusals.subList(0, Math.min(COLUMNS_NAMED, refusals.size())))
        + (more > 0 ? "; and " + more + " more" : "");
  }

  private static String named(List<String> topics) {
    return topics.size() == 1
        ? "topic '" + topics.get(0) + "' goes"
        : "topics '" + String.join("', '", topics) + "' go";
  }

  /** An identifier as SQL wants it. */
  static String quoted(String identifier) {
    return "`" + identifier.replace("\\", "\\\\").replace("`", "\\`") + "`";
  }
}
