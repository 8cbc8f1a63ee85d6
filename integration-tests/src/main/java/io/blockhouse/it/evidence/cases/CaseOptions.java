// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.cases;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Says in Blockhouse's words what a case asks for in those that all sinks share. The only place
 * that knows both.
 */
final class CaseOptions {
  /** Options that are Connect's own, and mean to every sink what they say. */
  private static final List<String> CONNECTS =
      List.of(
          "errors.",
          "transforms",
          "predicates",
          "consumer.override.",
          "key.converter",
          "value.converter",
          "header.converter",
          "tasks.max");

  private final CaseFile file;
  private final TableFacts tables;
  private final PluginOptions plugin;
  private final Map<String, String> ours = new TreeMap<>();
  private final Map<String, String> connects = new TreeMap<>();

  private CaseOptions(CaseFile file, TableFacts tables, PluginOptions plugin) {
    this.file = file;
    this.tables = tables;
    this.plugin = plugin;
  }

  /**
   * The options of a connector.
   *
   * @throws UnplayableCaseException when the plugin lacks one
   */
  static Map<String, String> of(CaseFile file, TableFacts tables, PluginOptions plugin) {
    CaseOptions options = new CaseOptions(file, tables, plugin);
    file.requires().forEach(options::require);
    file.overrides().forEach(options::add);
    plugin
        .lacks(options.ours)
        .ifPresent(
            what -> {
              throw new UnplayableCaseException(what);
            });
    Map<String, String> all = new TreeMap<>(options.connects);
    all.putAll(options.ours);
    return all;
  }

  /** A feature is there when an option of it is; most are asked for by an override as well. */
  private void require(String feature) {
    String option =
        switch (feature) {
          case "kafka-metadata" -> "kafka.columns.topic";
          case "debezium" -> "cdc.format";
          case "string-values" -> "value.format";
          case "auto-evolve" -> "schema.evolution";
          case "auto-create" -> "table.create";
          case "exactly-once" -> "delivery.guarantee";
          default -> "";
        };
    if (!option.isEmpty() && !plugin.has(option)) {
      throw new UnplayableCaseException("option " + option + " is not there yet");
    }
  }

  private void add(String name, String value) {
    boolean on = !value.equals("false");
    switch (name) {
      case "dlq" -> {
        if (on) {
          connects.put("errors.deadletterqueue.topic.name", CaseConfig.DEAD_LETTERS);
        }
      }
      case "unknown.fields" -> ours.put(name, value.equals("skip") ? "ignore" : value);
      case "topic2table" -> ours.put("topic.to.table.map", value);
      case "topic2table.regex" ->
          ours.put("topic.to.table.regex", value.replaceAll("\\s*[-=]>\\s*", "="));
      case "table.from" -> ours.put("table.name.format", tableNameFormat(value));
      case "kafka.metadata" -> metadata(on);
      case "delete.enabled" -> {
        ours.put("tombstones", on ? "delete" : "ignore");
        changeColumns();
        if (file.keyFormat() == Format.STRING && !tables.keyColumn().isEmpty()) {
          ours.putIfAbsent("delete.key.column", tables.keyColumn());
        }
      }
      case "cdc.debezium" -> {
        if (on) {
          ours.put("cdc.format", "debezium");
          changeColumns();
        }
      }
      case "string.format" -> ours.put("value.format", value);
      case "auto.evolve" -> ours.put("schema.evolution", on ? "add" : "none");
      case "auto.create" -> ours.put("table.create", on ? "auto" : "none");
      case "auto.create.order.by" -> ours.put("table.create.order.by", value);
      case "exactly.once" -> {
        if (on) {
          ours.put("delivery.guarantee", "exactly-once");
        }
      }
      case "buffer.rows" -> ours.put("batch.max.rows", value);
      case "buffer.ms" -> ours.put("batch.linger.ms", value);
      default -> asItIs(name, value);
    }
  }

  /** The columns that the table's engine looks at, unless the case names others. */
  private void changeColumns() {
    if (!tables.versionColumn().isEmpty()) {
      ours.putIfAbsent("delete.version.column", tables.versionColumn());
    }
    if (!tables.flagColumn().isEmpty()) {
      ours.putIfAbsent("delete.flag.column", tables.flagColumn());
    }
  }

  private void asItIs(String name, String value) {
    if (CONNECTS.stream().anyMatch(name::startsWith)) {
      connects.put(name, value);
    } else {
      ours.put(name, value);
    }
  }

  /** Every metadata column that a table of the case has, under its usual name. */
  private void metadata(boolean on) {
    if (!on) {
      return;
    }
    for (String what : List.of("topic", "partition", "offset", "timestamp", "key", "headers")) {
      if (tables.columns().contains("_" + what)) {
        ours.put("kafka.columns." + what, "_" + what);
      }
    }
  }

  /** {@code header:NAME} or {@code field:NAME} holds the table; a pattern is taken as it is. */
  private static String tableNameFormat(String from) {
    return from.replaceFirst("^(header|field)[:.=]([^{}]+)$", "\\${$1:$2}");
  }
}
