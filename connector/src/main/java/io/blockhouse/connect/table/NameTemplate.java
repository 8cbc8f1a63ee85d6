// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.table;

import io.blockhouse.connect.error.ConversionException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;

/**
 * A configured table name, compiled: {@code ${topic}}, {@code ${header:NAME}}, {@code
 * ${field:path}}, {@code $1} to {@code $99} and {@code ${1}} for what a pattern captured, {@code
 * $$} for a dollar sign, everything else as it is written.
 */
final class NameTemplate {
  private static final String HEADER = "header:";
  private static final String FIELD = "field:";
  private static final int MAX_CAPTURE_DIGITS = 2;

  /** Null when the template names no database. */
  private final List<Part> database;

  private final List<Part> table;

  private sealed interface Part permits Literal, Topic, Capture, OfRecord {}

  private record Literal(String text) implements Part {}

  private record Topic() implements Part {}

  private record Capture(int group) implements Part {}

  private record OfRecord(RecordText source) implements Part {}

  private NameTemplate(List<Part> database, List<Part> table) {
    this.database = database;
    this.table = table;
  }

  /**
   * Compiles a template.
   *
   * @param captures how many groups its pattern has
   * @throws IllegalArgumentException with what to write instead
   */
  static NameTemplate parse(String text, int captures) {
    return new Parser(text, captures).parse();
  }

  /** The route of one topic; {@code captures} may be null for a template that uses none. */
  TableRoute bind(String topic, Matcher captures, String defaultDatabase) {
    List<Object> databaseParts =
        database == null ? List.of(defaultDatabase) : bind(database, topic, captures);
    return TableRoute.of(databaseParts, bind(table, topic, captures));
  }

  /** Texts that are known now, joined, and a RecordText for each that only a record tells. */
  private static List<Object> bind(List<Part> parts, String topic, Matcher captures) {
    List<Object> bound = new ArrayList<>();
    StringBuilder known = new StringBuilder();
    for (Part part : parts) {
      if (part instanceof OfRecord ofRecord) {
        if (known.length() > 0) {
          bound.add(known.toString());
          known.setLength(0);
        }
        bound.add(ofRecord.source());
      } else if (part instanceof Literal literal) {
        known.append(literal.text());
      } else if (part instanceof Capture capture) {
        known.append(captured(captures, capture.group()));
      } else {
        known.append(topic);
      }
    }
    if (known.length() > 0) {
      bound.add(known.toString());
    }
    return bound;
  }

  private static String captured(Matcher captures, int group) {
    String text = captures.group(group);
    if (text == null || text.isEmpty()) {
      throw new ConversionException(
          "The table's name needs group "
              + group
              + " of a regex in topic.to.table.regex, which captured nothing from the record's"
              + " topic. Make the group required, or put a regex for such topics before it");
    }
    return text;
  }

  /** Reads a template from left to right. */
  private static final class Parser {
    private final String text;
    private final int captures;
    private final StringBuilder literal = new StringBuilder();
    private List<Part> parts = new ArrayList<>();
    private List<Part> database;
    private int position;

    Parser(String text, int captures) {
      this.text = text;
      this.captures = captures;
    }

    NameTemplate parse() {
      while (position < text.length()) {
        char next = text.charAt(position++);
        if (next == '.' && database == null) {
          endLiteral();
          database = parts;
          parts = new ArrayList<>();
        } else if (next == '$' && position < text.length()) {
          afterDollar();
        } else {
          literal.append(next);
        }
      }
      endLiteral();
      if (database != null && (database.isEmpty() || parts.isEmpty())) {
        throw refused("lacks the database before the dot or the table after it");
      }
      if (parts.isEmpty()) {
        throw refused("names no table; write one, such as ${topic}");
      }
      return new NameTemplate(database, parts);
    }

    private void endLiteral() {
      if (literal.length() > 0) {
        parts.add(new Literal(literal.toString()));
        literal.setLength(0);
      }
    }

    private void afterDollar() {
      char next = text.charAt(position);
      if (next == '$') {
        literal.append('$');
        position++;
      } else if (next == '{') {
        int end = text.indexOf('}', position);
        if (end < 0) {
          throw refused("has a ${ without its }");
        }
        String name = text.substring(position + 1, end).strip();
        position = end + 1;
        add(placeholder(name));
      } else if (isDigit(next)) {
        int start = position;
        while (position < text.length()
            && position - start < MAX_CAPTURE_DIGITS
            && isDigit(text.charAt(position))) {
          position++;
        }
        add(capture(text.substring(start, position)));
      } else {
        literal.append('$');
      }
    }

    private void add(Part part) {
      endLiteral();
      parts.add(part);
    }

    private Part placeholder(String name) {
      if (name.equals("topic")) {
        return new Topic();
      }
      if (name.startsWith(HEADER) && name.length() > HEADER.length()) {
        return new OfRecord(new HeaderText(name.substring(HEADER.length()).strip()));
      }
      if (name.startsWith(FIELD) && name.length() > FIELD.length()) {
        return new OfRecord(new FieldText(name.substring(FIELD.length()).strip()));
      }
      if (!name.isEmpty() && name.chars().allMatch(digit -> isDigit((char) digit))) {
        return capture(name);
      }
      throw refused(
          "has ${"
              + name
              + "}, which is none of ${topic}, ${header:NAME}, ${field:path}, $1; write $$ for a"
              + " dollar sign");
    }

    private Part capture(String digits) {
      if (captures == 0) {
        throw refused(
            "has $"
                + digits
                + ", but there is no regex with groups that could capture it; use it in"
                + " topic.to.table.regex, or write $$ for a dollar sign");
      }
      if (digits.length() > MAX_CAPTURE_DIGITS || Integer.parseInt(digits) > captures) {
        throw refused("has $" + digits + ", but the regex has only " + captures + " groups");
      }
      return new Capture(Integer.parseInt(digits));
    }

    private IllegalArgumentException refused(String why) {
      return new IllegalArgumentException("the table name '" + text + "' " + why);
    }

    private static boolean isDigit(char c) {
      return c >= '0' && c <= '9';
    }
  }
}
