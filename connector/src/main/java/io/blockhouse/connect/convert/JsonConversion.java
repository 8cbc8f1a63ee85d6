// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.blockhouse.wire.block.JsonColumn;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.connect.data.Schema;

/** JSON: objects, and text that is one, as it was written. */
final class JsonConversion extends TypeConversion {
  private final JsonColumn column;
  private final JsonText json;
  private final JsonRules rules = new JsonRules(this);

  JsonConversion(JsonColumn column, JsonText json, boolean nullAsDefault) {
    super(column, nullAsDefault);
    this.column = column;
    this.json = json;
  }

  @Override
  void ofText(String value) {
    rules.check(value);
    column.append(value);
  }

  @Override
  void ofBytes(byte[] value) {
    ofBytes(ByteBuffer.wrap(value));
  }

  @Override
  void ofBytes(ByteBuffer value) {
    try {
      ofText(StandardCharsets.UTF_8.newDecoder().decode(value.duplicate()).toString());
    } catch (CharacterCodingException e) {
      throw reject("the bytes are not UTF-8", "Send one JSON object.");
    }
  }

  @Override
  void ofComposite(Object value, Schema schema) {
    if ((schema == null ? SourceKind.of(value) : SourceKind.of(schema)) == SourceKind.LIST) {
      throw noObject();
    }
    json.write(value, schema, this);
    if (json.mayBreakRules()) {
      rules.check(json.array(), json.length());
    }
    column.append(json.array(), 0, json.length());
  }

  @Override
  void ofJson(JsonParser parser) throws IOException {
    if (parser.currentToken() == JsonToken.START_ARRAY) {
      throw noObject(); // before its elements are looked at, as for a list that is no text
    }
    json.copy(parser, this);
    rules.check(json.array(), json.length());
    column.append(json.array(), 0, json.length());
  }

  private Rejection noObject() {
    return reject("a JSON column takes objects only", "Send one JSON object.");
  }
}
