// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What a server takes as a value of a JSON column (seen on 26.7): one object; no path twice, a name
 * with dots being a path; integers within Int64 and UInt64, other numbers within Float64; whole
 * surrogate pairs. It refuses a whole INSERT for one text that breaks a rule, so the rules are
 * applied here.
 */
final class JsonRules {
  private static final JsonFactory FACTORY =
      new JsonFactoryBuilder()
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
          .build();

  private final TypeConversion owner;

  /** Names of the objects around the current token, outermost first; the sets are reused. */
  private final List<Set<String>> names = new ArrayList<>();

  JsonRules(TypeConversion owner) {
    this.owner = owner;
  }

  void check(String text) {
    try (JsonParser json = FACTORY.createParser(text)) {
      if (check(json)) {
        try (JsonParser again = FACTORY.createParser(text)) {
          checkPaths(again);
        }
      }
    } catch (IOException e) {
      throw malformed();
    }
  }

  /** Of UTF-8. */
  void check(byte[] source, int length) {
    try (JsonParser json = FACTORY.createParser(source, 0, length)) {
      if (check(json)) {
        try (JsonParser again = FACTORY.createParser(source, 0, length)) {
          checkPaths(again);
        }
      }
    } catch (IOException e) {
      throw malformed();
    }
  }

  private Rejection malformed() {
    return owner.reject(
        "the text is malformed JSON, or nested too deeply", "Send one JSON object.");
  }

  /** Returns whether a name has dots. */
  private boolean check(JsonParser json) throws IOException {
    if (json.nextToken() != JsonToken.START_OBJECT) {
      throw owner.reject("a JSON column takes objects only", "Send one JSON object.");
    }
    boolean dots = false;
    int depth = 0;
    JsonToken token = JsonToken.START_OBJECT;
    while (token != null) {
      switch (token) {
        case START_OBJECT -> namesAt(depth++).clear();
        case END_OBJECT -> depth--;
        case FIELD_NAME -> dots |= checkName(json, names.get(depth - 1));
        case VALUE_STRING -> checkText(json);
        case VALUE_NUMBER_INT -> checkInteger(json);
        case VALUE_NUMBER_FLOAT -> checkFraction(json);
        default -> {}
      }
      token = json.nextToken();
      if (depth == 0 && token != null) {
        throw owner.reject("something follows the object", "Send one JSON object.");
      }
    }
    return dots;
  }

  private Set<String> namesAt(int depth) {
    while (names.size() <= depth) {
      names.add(new HashSet<>());
    }
    return names.get(depth);
  }

  private boolean checkName(JsonParser json, Set<String> siblings) throws IOException {
    String name = json.currentName();
    checkText(json);
    if (!siblings.add(name)) {
      throw inside(json, twice());
    }
    return name.indexOf('.') >= 0;
  }

  private void checkText(JsonParser json) throws IOException {
    char[] chars = json.getTextCharacters();
    int end = json.getTextOffset() + json.getTextLength();
    for (int i = json.getTextOffset(); i < end; i++) {
      if (Character.isSurrogate(chars[i])) {
        if (i + 1 == end || !Character.isSurrogatePair(chars[i], chars[i + 1])) {
          throw inside(
              json,
              owner.reject(
                  "its text has half a surrogate pair, which UTF-8 cannot hold", JsonText.ADVICE));
        }
        i++;
      }
    }
  }

  private void checkInteger(JsonParser json) throws IOException {
    if (json.getNumberType() == JsonParser.NumberType.BIG_INTEGER
        && (json.getBigIntegerValue().signum() < 0
            || json.getBigIntegerValue().bitLength() > Long.SIZE)) {
      throw inside(
          json,
          owner.reject(
              "it has an integer beyond Int64 and UInt64, which no JSON column takes",
              "Send such numbers as text."));
    }
  }

  private void checkFraction(JsonParser json) throws IOException {
    if (Double.isInfinite(json.getDoubleValue())) {
      throw inside(
          json,
          owner.reject(
              "it has a number beyond Float64, which no JSON column takes",
              "Send such numbers as text."));
    }
  }

  private Rejection twice() {
    return owner.reject(
        "it has one path twice, and only one of the values could be stored",
        "Correct the producer; a name with dots counts as a path.");
  }

  /** Tells the path to the token at which the parser stands. */
  private static Rejection inside(JsonParser json, Rejection rejection) {
    JsonStreamContext context = json.getParsingContext();
    for (; !context.inRoot(); context = context.getParent()) {
      if (context.inArray()) {
        rejection.inElement(context.getCurrentIndex());
      } else if (context.getCurrentName() != null) {
        rejection.inField(context.getCurrentName());
      }
    }
    return rejection;
  }

  /** For texts with dots in names, of which few are: paths of values must differ, too. */
  private void checkPaths(JsonParser json) throws IOException {
    json.nextToken();
    checkPaths(json, "", new HashSet<>());
  }

  private void checkPaths(JsonParser json, String prefix, Set<String> paths) throws IOException {
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String path = prefix + json.currentName();
      if (json.nextToken() == JsonToken.START_OBJECT) {
        checkPaths(json, path + ".", paths);
        continue;
      }
      if (!paths.add(path)) {
        throw inside(json, twice());
      }
      if (json.currentToken() == JsonToken.START_ARRAY) {
        checkElements(json);
      }
    }
  }

  /** Objects in an array have paths of their own. */
  private void checkElements(JsonParser json) throws IOException {
    JsonToken token = json.nextToken();
    for (; token != JsonToken.END_ARRAY; token = json.nextToken()) {
      if (token == JsonToken.START_OBJECT) {
        checkPaths(json, "", new HashSet<>());
      } else if (token == JsonToken.START_ARRAY) {
        checkElements(json);
      }
    }
  }
}
