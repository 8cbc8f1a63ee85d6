// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.protocol;

import java.util.List;

/** Makes SQL out of names and texts: the only place that escapes them. */
public final class SqlText {
  private SqlText() {}

  /** A name in backticks. */
  public static String identifier(String name) {
    return quote(name, '`');
  }

  /** A string literal. */
  public static String literal(String text) {
    return quote(text, '\'');
  }

  /** A table, with its database unless that is empty. */
  public static String table(String database, String table) {
    return database.isEmpty() ? identifier(table) : identifier(database) + "." + identifier(table);
  }

  /** An INSERT whose data comes in blocks; an empty column list means all columns. */
  public static String insert(String database, String table, List<String> columns) {
    StringBuilder sql = new StringBuilder("INSERT INTO ").append(table(database, table));
    String separator = " (";
    for (String column : columns) {
      sql.append(separator).append(identifier(column));
      separator = ", ";
    }
    return sql.append(columns.isEmpty() ? "" : ")").append(" FORMAT Native").toString();
  }

  /** The columns of a table; only what 18.16 has, and only String columns. */
  public static String describe(String database, String table) {
    return "SELECT toString(name), toString(type), toString(default_kind) FROM system.columns"
        + " WHERE database = "
        + (database.isEmpty() ? "currentDatabase()" : literal(database))
        + " AND table = "
        + literal(table);
  }

  /**
   * Engine of a table and the server's default of its window, 0 where it has no such setting.
   * String columns only: a subquery that stands for a value is Nullable.
   */
  public static String engine(String database, String table) {
    return "SELECT engine, engine_full, ifNull((SELECT toString(max(toUInt64OrZero(value))) FROM"
        + " system.merge_tree_settings WHERE name = 'non_replicated_deduplication_window'), '0')"
        + " FROM system.tables WHERE database = "
        + (database.isEmpty() ? "currentDatabase()" : literal(database))
        + " AND name = "
        + literal(table);
  }

  private static String quote(String text, char quote) {
    StringBuilder sql = new StringBuilder(text.length() + 2).append(quote);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\0') {
        sql.append("\\0"); // a raw zero byte ends the query for the server's lexer
        continue;
      }
      if (c == quote || c == '\\') {
        sql.append('\\');
      }
      sql.append(c);
    }
    return sql.append(quote).toString();
  }
}
