// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the plans read from JSON text. */
final class JsonTokens {
  private JsonTokens() {}

  /** The next token within an object or array, whose end must come. */
  static JsonToken next(JsonParser json) throws IOException {
    JsonToken token = json.nextToken();
    if (token == JsonToken.NOT_AVAILABLE || token == null) {
      throw new JsonParseException(json, "the text ends early");
    }
    return token;
  }

  /**
   * Skips the rest of the value at whose first token the parser stands; tells whether there was
   * anything but null and lists of nothing, as {@link RecordField#showsType()} does.
   */
  static boolean skip(JsonParser json) throws IOException {
    int depth = 0;
    boolean showsType = false;
    JsonToken token = json.currentToken();
    while (true) {
      showsType |=
          token == JsonToken.START_OBJECT || token.isScalarValue() && token != JsonToken.VALUE_NULL;
      depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
      if (depth == 0) {
        return showsType;
      }
      token = next(json);
    }
  }

  /**
   * What error messages call a token's type: what a value without schema of that type is called.
   */
  static String describe(JsonToken token, JsonParser json) {
    return switch (token) {
      case VALUE_STRING -> SourceKind.STRING.name();
      case VALUE_NUMBER_INT -> integerKind(json).name();
      case VALUE_NUMBER_FLOAT -> SourceKind.FLOAT64.name();
      case VALUE_TRUE, VALUE_FALSE -> SourceKind.BOOLEAN.name();
      case START_ARRAY, END_ARRAY -> SourceKind.LIST.name();
      case START_OBJECT, END_OBJECT -> SourceKind.MAP.name();
      default -> "NULL";
    };
  }

  private static SourceKind integerKind(JsonParser json) {
    try {
      return json.getNumberType() == JsonParser.NumberType.BIG_INTEGER
          ? SourceKind.BIG_INTEGER
          : SourceKind.INT64;
    } catch (IOException e) {
      return SourceKind.BIG_INTEGER; // longer than the parser takes
    }
  }

  /**
   * The value as an object: for columns that have no way of their own to read JSON text. Fractions
   * are doubles where a double is exactly what was written, else decimals.
   */
  static Object read(JsonParser json) throws IOException {
    return switch (json.currentToken()) {
      case VALUE_STRING -> json.getText();
      case VALUE_NUMBER_INT ->
          json.getNumberType() == JsonParser.NumberType.BIG_INTEGER
              ? json.getBigIntegerValue()
              : (Object) json.getLongValue();
      case VALUE_NUMBER_FLOAT -> fraction(json);
      case VALUE_TRUE -> Boolean.TRUE;
      case VALUE_FALSE -> Boolean.FALSE;
      case START_ARRAY -> list(json);
      case START_OBJECT -> map(json);
      default -> null;
    };
  }

  private static Object fraction(JsonParser json) throws IOException {
    BigDecimal exact = json.getDecimalValue();
    double nearest = json.getDoubleValue();
    boolean lossless =
        Double.isFinite(nearest) && BigDecimal.valueOf(nearest).compareTo(exact) == 0;
    return lossless ? (Object) nearest : exact;
  }

  private static List<Object> list(JsonParser json) throws IOException {
    List<Object> list = new ArrayList<>();
    while (next(json) != JsonToken.END_ARRAY) {
      list.add(read(json));
    }
    return list;
  }

  private static Map<String, Object> map(JsonParser json) throws IOException {
    Map<String, Object> map = new LinkedHashMap<>();
    while (next(json) != JsonToken.END_OBJECT) {
      String name = json.currentName();
      if (map.containsKey(name)) {
        throw new DuplicateFieldException(name);
      }
      next(json);
      map.put(name, read(json));
    }
    return map;
  }
}
