// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.table;

import io.blockhouse.connect.error.ConversionException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Says which table a record goes to: by its topic's entry in the map, else by the first pattern
 * that matches its topic, else by the format. A dot that comes out of a record is part of the
 * table's name; the first dot that the configuration itself holds parts the database from the
 * table.
 *
 * <p>Not safe for several threads: what it has worked out for a topic is kept.
 */
public final class TableRouter {
  /** Emptied when full: a transform may put anything into a topic's name. */
  private static final int MAX_TOPICS = 10_000;

  private final String defaultDatabase;
  private final Map<String, NameTemplate> map;
  private final List<PatternRule> patterns;
  private final NameTemplate format;
  private final Map<String, TableRoute> known = new HashMap<>();
  private String lastTopic;
  private TableRoute lastRoute;

  /** What decides where a topic's records go. */
  public enum Rule {
    MAP,
    PATTERN,
    FORMAT
  }

  private record PatternRule(Pattern topic, NameTemplate name) {}

  /** The template of a topic, and what its pattern captured. */
  private record Match(Rule rule, NameTemplate name, Matcher captures) {}

  /**
   * Reads the configuration of routing.
   *
   * @param map entries of the form {@code topic=table}
   * @param patterns entries of the form {@code regex=table}; tried in this order
   * @param format the table of every other topic
   * @param defaultDatabase the database of every table that names none
   * @throws IllegalArgumentException with what to write instead
   */
  public TableRouter(
      List<String> map, List<String> patterns, String format, String defaultDatabase) {
    this.map = parseMap(map);
    this.patterns = parsePatterns(patterns);
    this.format = parseFormat(format);
    this.defaultDatabase = defaultDatabase;
  }

  /** Checks the entries of a map as the constructor does. */
  public static void checkMap(List<String> entries) {
    parseMap(entries);
  }

  /** Checks the entries of a list of patterns as the constructor does. */
  public static void checkPatterns(List<String> entries) {
    parsePatterns(entries);
  }

  /** Checks a format as the constructor does. */
  public static void checkFormat(String format) {
    parseFormat(format);
  }

  private static Map<String, NameTemplate> parseMap(List<String> entries) {
    Map<String, NameTemplate> tables = new HashMap<>();
    for (String entry : entries) {
      int equals = entry.indexOf('=');
      String topic = equals < 0 ? "" : entry.substring(0, equals).strip();
      String table = equals < 0 ? "" : entry.substring(equals + 1).strip();
      if (topic.isEmpty() || table.isEmpty()) {
        throw new IllegalArgumentException(
            "'" + entry + "' is not of the form topic=table or topic=database.table");
      }
      if (tables.put(topic, NameTemplate.parse(table, 0)) != null) {
        throw new IllegalArgumentException(
            "topic '" + topic + "' is named twice; a topic goes to one table");
      }
    }
    return tables;
  }

  private static List<PatternRule> parsePatterns(List<String> entries) {
    List<PatternRule> rules = new ArrayList<>();
    for (String entry : entries) {
      // The last one: a pattern may look ahead with (?=, a table's name has no need of it.
      int equals = entry.lastIndexOf('=');
      String regex = equals < 0 ? "" : entry.substring(0, equals).strip();
      String table = equals < 0 ? "" : entry.substring(equals + 1).strip();
      if (regex.isEmpty() || table.isEmpty()) {
        throw new IllegalArgumentException(
            "'"
                + entry
                + "' is not of the form regex=table or regex=database.table; a comma parts entries,"
                + " so write one that belongs to a regex as \\x2C");
      }
      rules.add(parsePattern(entry, regex, table));
    }
    return rules;
  }

  private static PatternRule parsePattern(String entry, String regex, String table) {
    Pattern pattern;
    try {
      pattern = Pattern.compile(regex);
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(
          "the regex of '"
              + entry
              + "' is not one of Java's: "
              + e.getDescription()
              + "; a comma parts entries, so write one that belongs to a regex as \\x2C");
    }
    return new PatternRule(pattern, NameTemplate.parse(table, pattern.matcher("").groupCount()));
  }

  private static NameTemplate parseFormat(String format) {
    return NameTemplate.parse(format.strip(), 0);
  }

  /**
   * The table of a record, whose topic is the one after all transforms. Allocates nothing for a
   * topic and, where the name needs them, values of headers and fields that it has met lately.
   *
   * @throws ConversionException naming the header or field that the table's name lacks
   */
  public TableId route(SinkRecord record) {
    String topic = record.topic();
    if (!topic.equals(lastTopic)) {
      lastRoute = routeOf(topic);
      lastTopic = topic;
    }
    return lastRoute.table(record);
  }

  private TableRoute routeOf(String topic) {
    TableRoute route = known.get(topic);
    if (route == null) {
      Match match = match(topic);
      route = match.name().bind(topic, match.captures(), defaultDatabase);
      if (known.size() >= MAX_TOPICS) {
        known.clear();
      }
      known.put(topic, route);
    }
    return route;
  }

  private Match match(String topic) {
    NameTemplate mapped = map.get(topic);
    if (mapped != null) {
      return new Match(Rule.MAP, mapped, null);
    }
    for (PatternRule rule : patterns) {
      Matcher matcher = rule.topic().matcher(topic);
      if (matcher.matches()) {
        return new Match(Rule.PATTERN, rule.name(), matcher);
      }
    }
    return new Match(Rule.FORMAT, format, null);
  }

  /**
   * The table of all records of a topic; empty when it depends on the record, or cannot be told.
   */
  public Optional<TableId> tableOf(String topic) {
    try {
      return Optional.ofNullable(routeOf(topic).fixedTable());
    } catch (ConversionException e) {
      return Optional.empty();
    }
  }

  /** What decides where this topic's records go. */
  public Rule ruleFor(String topic) {
    return match(topic).rule();
  }
}
