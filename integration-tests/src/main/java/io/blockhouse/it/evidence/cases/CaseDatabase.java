// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.cases;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.blockhouse.it.clickhouse.ClickHouseServer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A fresh database of one case, and what stands for a session in it. Goes when closed. */
final class CaseDatabase implements AutoCloseable {
  private static final Pattern SET = Pattern.compile("(?is)\\s*SET\\s+(.*?);?\\s*");
  private static final Pattern ASSIGNMENT =
      Pattern.compile("(\\w+)\\s*=\\s*('(?:[^'\\\\]|\\\\.|'')*'|[^,\\s]+)\\s*(?:,\\s*|$)");
  private static final Pattern FURTHER_DATABASE =
      Pattern.compile("(?is)\\s*CREATE\\s+DATABASE\\s+(?:IF\\s+NOT\\s+EXISTS\\s+)?(\\w+).*");
  private static final Pattern FORMAT = Pattern.compile("(?is).*\\bFORMAT\\s+\\w+\\s*;?\\s*");

  private final ClickHouseServer server;
  private final String name;
  private final Map<String, String> settings = new TreeMap<>();
  private final Set<String> databases = new TreeSet<>();

  CaseDatabase(ClickHouseServer server, String name) {
    this.server = server;
    this.name = name;
    databases.add(name);
    server.query("CREATE DATABASE " + name);
  }

  String name() {
    return name;
  }

  ClickHouseServer server() {
    return server;
  }

  void set(Map<String, String> values) {
    settings.putAll(values);
  }

  /** Runs statements; a {@code SET} holds for all that come after it. */
  void run(List<String> statements) {
    for (String statement : statements) {
      Matcher set = SET.matcher(statement);
      if (set.matches()) {
        Matcher assignment = ASSIGNMENT.matcher(set.group(1));
        while (assignment.find()) {
          settings.put(assignment.group(1), unquoted(assignment.group(2)));
        }
        continue;
      }
      Matcher further = FURTHER_DATABASE.matcher(statement);
      if (further.matches()) {
        databases.add(further.group(1));
      }
      query(statement);
    }
  }

  /** The rows of a query, each a JSON array. */
  JsonNode rows(String query) {
    String sql = FORMAT.matcher(query).matches() ? query : query + " FORMAT JSONCompactEachRow";
    ArrayNode rows = CaseReader.JSON.createArrayNode();
    try {
      for (String line : query(sql).split("\n")) {
        if (!line.isBlank()) {
          rows.add(CaseReader.JSON.readTree(line));
        }
      }
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the query's result is not JSON", e);
    }
    return rows;
  }

  /** What the options of a connector depend on. */
  TableFacts facts() {
    Set<String> columns = new TreeSet<>();
    rows("SELECT DISTINCT name FROM system.columns WHERE database = '" + name + "'")
        .forEach(row -> columns.add(row.path(0).asText()));
    JsonNode engines =
        rows(
            "SELECT engine_full, sorting_key FROM system.tables WHERE database = '"
                + name
                + "' ORDER BY engine LIKE '%ReplacingMergeTree' DESC, name LIMIT 1");
    JsonNode first = engines.path(0);
    return TableFacts.of(columns, first.path(0).asText(), first.path(1).asText());
  }

  private String query(String sql) {
    Map<String, String> parameters = new TreeMap<>(settings);
    parameters.put("database", name);
    return server.http().query(sql, parameters);
  }

  private static String unquoted(String value) {
    return value.startsWith("'") ? value.substring(1, value.length() - 1) : value;
  }

  @Override
  public void close() {
    databases.forEach(database -> server.query("DROP DATABASE IF EXISTS " + database));
  }
}
