// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.type;

import io.blockhouse.wire.error.UnsupportedTypeException;
import io.blockhouse.wire.type.TypeName.Argument;
import io.blockhouse.wire.type.TypeName.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads ClickHouse's grammar of type names (src/Parsers/ParserDataType.cpp). Knows no type: what
 * the words mean is {@link ClickHouseType}'s business.
 *
 * <pre>
 * type     = word [ "(" [ argument { "," argument } ] ")" ]
 * argument = type | name type | number | string [ "=" number ] | word "=" literal
 *          | "SKIP" name | "SKIP" "REGEXP" string
 * name     = word { "." name } | quoted with ` or "
 * </pre>
 */
final class TypeNameParser {
  /** Deeper names come from no table; the limit keeps recursion off the end of the stack. */
  static final int MAX_DEPTH = 100;

  /**
   * Characters of a name's parts, each part counted again in every type around it: their names are
   * kept, so that a long name deep inside would else cost its length a hundred times. An Enum16 of
   * all 65,536 numbers with labels of 100 characters has 7 million.
   */
  static final int MAX_PART_CHARS = 1 << 24;

  private static final char END = '\0';

  private final String column;
  private final String input;
  private int at;
  private int depth;
  private long partChars;

  private TypeNameParser(String column, String input) {
    this.column = column;
    this.input = input;
  }

  static TypeName parse(String column, String typeName) {
    TypeNameParser parser = new TypeNameParser(column, typeName);
    parser.skipSpace();
    TypeName type = parser.type();
    parser.skipSpace();
    if (parser.at < typeName.length()) {
      throw parser.malformed("the end");
    }
    return type;
  }

  private TypeName type() {
    if (++depth > MAX_DEPTH) {
      throw new UnsupportedTypeException(
          column,
          input,
          "it is nested more than " + MAX_DEPTH + " levels deep; flatten the column");
    }
    int start = at;
    String word = word();
    int end = at;
    skipSpace();
    List<Argument> arguments = List.of();
    if (peek() == '(') {
      arguments = arguments(word);
      end = at;
    }
    depth--;
    partChars += end - start;
    if (partChars > MAX_PART_CHARS) {
      throw new UnsupportedTypeException(
          column, input, "its name is too long for its depth; flatten the column");
    }
    return new TypeName(input.substring(start, end), word, arguments);
  }

  private List<Argument> arguments(String owner) {
    List<Argument> arguments = new ArrayList<>();
    expect('(');
    skipSpace();
    if (peek() != ')') {
      arguments.add(argument(owner));
      skipSpace();
      while (peek() == ',') {
        at++;
        skipSpace();
        arguments.add(argument(owner));
        skipSpace();
      }
    }
    expect(')');
    return List.copyOf(arguments);
  }

  private Argument argument(String owner) {
    char c = peek();
    if (c == '\'') {
      return stringOrMember();
    }
    if (isDigit(c) || c == '-' || c == '+') {
      return new Argument(Kind.NUMBER, "", number(), null);
    }
    int start = at;
    boolean plain = isWordStart(c);
    String name = name();
    skipSpace();
    char next = peek();
    if (plain && next == '=') {
      at++;
      skipSpace();
      return new Argument(Kind.OPTION, name, peek() == '\'' ? quoted('\'') : number(), null);
    }
    // Elsewhere it is a name like any other.
    if (plain && owner.equals("JSON") && name.equals("SKIP") && isNameStart(next)) {
      return skip();
    }
    if (isWordStart(next)) {
      return new Argument(Kind.NAMED_TYPE, name, "", type());
    }
    if (!plain) {
      throw malformed("a type after the name");
    }
    at = start;
    return new Argument(Kind.TYPE, "", "", type());
  }

  private Argument stringOrMember() {
    String text = quoted('\'');
    skipSpace();
    if (peek() != '=') {
      return new Argument(Kind.STRING, "", text, null);
    }
    at++;
    skipSpace();
    return new Argument(Kind.MEMBER, text, number(), null);
  }

  private Argument skip() {
    String path = name();
    skipSpace();
    if (path.equals("REGEXP") && peek() == '\'') {
      return new Argument(Kind.SKIP, "REGEXP", quoted('\''), null);
    }
    return new Argument(Kind.SKIP, "", path, null);
  }

  private String name() {
    StringBuilder name = new StringBuilder(namePart());
    while (peek() == '.') {
      at++;
      name.append('.').append(namePart());
    }
    return name.toString();
  }

  private String namePart() {
    char c = peek();
    return c == '`' || c == '"' ? quoted(c) : word();
  }

  private String word() {
    int start = at;
    if (!isWordStart(peek())) {
      throw malformed("a name");
    }
    while (isWordStart(peek()) || isDigit(peek())) {
      at++;
    }
    return input.substring(start, at);
  }

  private String number() {
    int start = at;
    signedDigits();
    if (peek() == '.') {
      at++;
      while (isDigit(peek())) {
        at++;
      }
    }
    if (peek() == 'e' || peek() == 'E') {
      at++;
      signedDigits();
    }
    return input.substring(start, at);
  }

  private void signedDigits() {
    if (peek() == '-' || peek() == '+') {
      at++;
    }
    if (!isDigit(peek())) {
      throw malformed("a number");
    }
    while (isDigit(peek())) {
      at++;
    }
  }

  /** A quote inside is escaped by a backslash or doubled. */
  private String quoted(char quote) {
    StringBuilder text = new StringBuilder();
    expect(quote);
    while (at < input.length()) {
      char c = input.charAt(at++);
      if (c == '\\' && at < input.length()) {
        text.append(unescape(input.charAt(at++)));
      } else if (c != quote) {
        text.append(c);
      } else if (peek() == quote) {
        at++;
        text.append(quote);
      } else {
        return text.toString();
      }
    }
    throw malformed("a closing " + quote);
  }

  /** The escapes that the server's writeAnyEscapedString produces (src/IO/WriteHelpers.h). */
  private static char unescape(char c) {
    return switch (c) {
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case '0' -> '\0';
      default -> c;
    };
  }

  private void skipSpace() {
    while (at < input.length() && Character.isWhitespace(input.charAt(at))) {
      at++;
    }
  }

  private char peek() {
    return at < input.length() ? input.charAt(at) : END;
  }

  private void expect(char c) {
    if (at >= input.length() || input.charAt(at) != c) {
      throw malformed("'" + c + "'");
    }
    at++;
  }

  private UnsupportedTypeException malformed(String expected) {
    return new UnsupportedTypeException(
        column,
        input,
        "expected "
            + expected
            + " at character "
            + (at + 1)
            + " of the name; leave the column out, or report the name as a bug");
  }

  private static boolean isNameStart(char c) {
    return isWordStart(c) || c == '`' || c == '"';
  }

  private static boolean isWordStart(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_';
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
