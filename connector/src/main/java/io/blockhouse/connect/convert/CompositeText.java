// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import io.blockhouse.wire.type.ClickHouseType;
import io.blockhouse.wire.type.TypeFamily;
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
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .build();

  private static final String NULL = "NULL";

  private CompositeText() {}

  /** Whether text for columns of the type is read here. */
  static boolean isWanted(ClickHouseType type) {
    TypeFamily family = MemberPrecedence.plain(type).family();
    return switch (family) {
      case ARRAY, TUPLE, MAP, NESTED, QBIT, GEOMETRY -> true;
      default -> GeoJson.nameOf(family) != null;
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
      } else if (c == 'N' && isNull(text, i)) {
        json.append("null");
        i += NULL.length() - 1;
      } else {
        quote = c == '\'' || c == '"' ? c : 0;
        json.append(c == '(' ? '[' : c == ')' ? ']' : c);
      }
    }
    return json.toString();
  }

  /** Not so a name that begins like it, or is like it. */
  private static boolean isNull(String text, int at) {
    int end = at + NULL.length();
    return text.startsWith(NULL, at)
        && (end == text.length() || ",])} \t\n\r".indexOf(text.charAt(end)) >= 0);
  }

  /** Returns the place of the escape's last character. */
  private static int escape(String text, int at, StringBuilder json) throws IOException {
    char c = text.charAt(at);
    if (c == 'u') {
      json.append("\\u"); // of JSON alone; ClickHouse would double the backslash
      return at;
    }
    int last = c == 'x' ? at + 2 : at;
    if (last >= text.length()) {
      throw new IOException("the text ends early");
    }
    int meant =
        c == 'x' ? TextEscape.ofHex(text.charAt(at + 1), text.charAt(last)) : TextEscape.of(c);
    if (meant != TextEscape.NONE) {
      json.append("\\u00").append(Character.forDigit(meant >> 4, 16));
      json.append(Character.forDigit(meant & 0xF, 16));
    } else if (c == 'x') {
      throw new IOException("a byte that is no character");
    } else {
      json.append("\\\\").append(c); // as the server reads it
    }
    return last;
  }
}
