// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import io.blockhouse.wire.type.ClickHouseType;
import java.io.IOException;

/**
 * Lists, tuples and maps within a field of delimited text, in JSON or as ClickHouse writes them:
 * {@code ['a',NULL]}, {@code (1,'a')}, {@code {'a':1}}.
 */
final class CompositeText {
  private static final JsonFactory FACTORY =
      new JsonFactoryBuilder()
          .enable(JsonReadFeature.ALLOW_SINGLE_QUOTES)
          .enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS)
          .enable(JsonReadFeature.ALLOW_UNQUOTED_FIELD_NAMES)
          .enable(JsonReadFeature.ALLOW_BACKSLASH_ESCAPING_ANY_CHARACTER)
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .build();

  private static final String NULL = "NULL";

  /** Of ClickHouse alone (src/IO/ReadHelpers.cpp), and their code points in hexadecimal. */
  private static final String PLAIN_ESCAPES = "0ave";

  private static final String PLAIN_CODES = "00070B1B";
  private static final String JSON_ESCAPES = "bfnrtu/\\\"'";

  private CompositeText() {}

  /** Whether text for columns of the type is read here. */
  static boolean isWanted(ClickHouseType type) {
    return switch (type.family()) {
      case NULLABLE -> isWanted(type.element());
      case ARRAY,
          TUPLE,
          MAP,
          NESTED,
          QBIT,
          POINT,
          RING,
          LINE_STRING,
          MULTI_LINE_STRING,
          POLYGON,
          MULTI_POLYGON,
          GEOMETRY ->
          true;
      default -> false;
    };
  }

  /**
   * The value as Lists and Maps.
   *
   * @throws Rejection the text is malformed
   */
  static Object read(String text, ClickHouseType type) {
    try (JsonParser parser = FACTORY.createParser(asJson(text))) {
      JsonTokens.next(parser);
      Object value = JsonTokens.read(parser);
      if (value != null && parser.nextToken() == null) {
        return value;
      }
    } catch (IOException e) {
      // Its message has the text, which must not be seen.
    }
    throw new Rejection(
        type.name(),
        "its text is neither JSON nor what ClickHouse writes for such a column",
        "Correct the producer.");
  }

  /** What differs: tuples' brackets, NULL, and escapes that JSON has not. */
  private static String asJson(String text) throws IOException {
    StringBuilder json = new StringBuilder(text.length());
    char quote = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quote != 0 && c == '\\' && i + 1 < text.length()) {
        i = escape(text, i + 1, json);
      } else if (quote != 0) {
        quote = c == quote ? 0 : quote;
        json.append(c);
      } else if (c == 'N' && text.startsWith(NULL, i)) {
        json.append("null");
        i += NULL.length() - 1;
      } else {
        quote = c == '\'' || c == '"' ? c : 0;
        json.append(c == '(' ? '[' : c == ')' ? ']' : c);
      }
    }
    return json.toString();
  }

  /** Returns the place of the escape's last character. */
  private static int escape(String text, int at, StringBuilder json) throws IOException {
    char c = text.charAt(at);
    int plain = PLAIN_ESCAPES.indexOf(c);
    if (plain >= 0) {
      json.append("\\u00").append(PLAIN_CODES, 2 * plain, 2 * plain + 2);
    } else if (c == 'x') {
      if (at + 2 >= text.length() || text.charAt(at + 1) > '7') {
        throw new IOException("a byte that is no character");
      }
      json.append("\\u00").append(text, at + 1, at + 3);
      return at + 2;
    } else if (JSON_ESCAPES.indexOf(c) >= 0) {
      json.append('\\').append(c);
    } else {
      json.append("\\\\").append(c); // as the server reads it
    }
    return at;
  }
}
