// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/** Copies one object or array from JSON text to JSON text, token by token: no tree between. */
record JsonCopy(JsonParser from, JsonGenerator to, TypeConversion owner) {
  /** From the start token, at which the parser stands, to its end. */
  void composite() throws IOException {
    int depth = 0;
    JsonToken token = from.currentToken();
    while (true) {
      try {
        depth += copy(token);
      } catch (Rejection e) {
        throw inside(e.from(JsonTokens.describe(token, from)), depth);
      }
      if (depth == 0) {
        return;
      }
      token = JsonTokens.next(from);
    }
  }

  /** Tells the path from the copied value to the token at which the parser stands. */
  private Rejection inside(Rejection rejection, int depth) {
    JsonStreamContext context = from.getParsingContext();
    for (int i = 0; i < depth; i++) {
      if (context.inArray()) {
        rejection.inElement(context.getCurrentIndex());
      } else {
        rejection.inField(context.getCurrentName());
      }
      context = context.getParent();
    }
    return rejection;
  }

  /** Returns by how much the token changes the depth. */
  private int copy(JsonToken token) throws IOException {
    switch (token) {
      case START_OBJECT -> to.writeStartObject();
      case START_ARRAY -> to.writeStartArray();
      case END_OBJECT -> to.writeEndObject();
      case END_ARRAY -> to.writeEndArray();
      case FIELD_NAME -> to.writeFieldName(from.currentName());
      case VALUE_STRING -> text();
      // Not through a number: its digits stay as they are.
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT ->
          to.writeNumber(from.getTextCharacters(), from.getTextOffset(), from.getTextLength());
      case VALUE_TRUE -> to.writeBoolean(true);
      case VALUE_FALSE -> to.writeBoolean(false);
      default -> to.writeNull();
    }
    return token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
  }

  private void text() throws IOException {
    char[] chars = from.getTextCharacters();
    int start = from.getTextOffset();
    int length = from.getTextLength();
    for (int i = start; i < start + length; i++) {
      if (Character.isSurrogate(chars[i])) {
        boolean pair = i + 1 < start + length && Character.isSurrogatePair(chars[i], chars[i + 1]);
        if (!pair) {
          throw owner.reject(
              "its text has half a surrogate pair, which UTF-8 cannot hold", JsonText.ADVICE);
        }
        i++;
      }
    }
    to.writeString(chars, start, length);
  }
}
