// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.table;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Says which table a topic goes to. A dot that comes out of a topic's name is part of the table's
 * name; the first dot of a configured table name parts the database from the table.
 *
 * <p>Not safe for several threads: what it has answered once is kept, one entry per topic seen.
 */
public final class TopicRouter {
  private final String defaultDatabase;
  private final Map<String, TableId> configured;
  private final Map<String, TableId> known;

  private TopicRouter(String defaultDatabase, Map<String, TableId> configured) {
    this.defaultDatabase = defaultDatabase;
    this.configured = Map.copyOf(configured);
    this.known = new HashMap<>(configured);
  }

  /**
   * Reads entries of the form {@code topic=table} or {@code topic=database.table}.
   *
   * @param defaultDatabase the database of every table that names none
   * @throws IllegalArgumentException with what to write instead
   */
  public static TopicRouter parse(List<String> entries, String defaultDatabase) {
    Map<String, TableId> tables = new HashMap<>();
    for (String entry : entries) {
      int equals = entry.indexOf('=');
      String topic = equals < 0 ? "" : entry.substring(0, equals).strip();
      String target = equals < 0 ? "" : entry.substring(equals + 1).strip();
      if (topic.isEmpty() || target.isEmpty()) {
        throw new IllegalArgumentException(
            "'" + entry + "' is not of the form topic=table or topic=database.table");
      }
      if (tables.put(topic, parseTable(entry, target, defaultDatabase)) != null) {
        throw new IllegalArgumentException(
            "topic '" + topic + "' is named twice; a topic goes to one table");
      }
    }
    return new TopicRouter(defaultDatabase, tables);
  }

  private static TableId parseTable(String entry, String target, String defaultDatabase) {
    int dot = target.indexOf('.');
    if (dot < 0) {
      return new TableId(defaultDatabase, target);
    }
    if (dot == 0 || dot == target.length() - 1) {
      throw new IllegalArgumentException(
          "'" + entry + "' lacks the database before the dot or the table after it");
    }
    return new TableId(target.substring(0, dot), target.substring(dot + 1));
  }

  /** The table for records of this topic, as the record names it after all transforms. */
  public TableId route(String topic) {
    TableId table = known.get(topic);
    if (table == null) {
      table = new TableId(defaultDatabase, topic);
      known.put(topic, table);
    }
    return table;
  }

  /** Whether the table is configured, not taken from the topic's name. */
  public boolean isConfigured(String topic) {
    return configured.containsKey(topic);
  }
}
