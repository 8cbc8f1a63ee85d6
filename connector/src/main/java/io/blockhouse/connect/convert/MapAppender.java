// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.blockhouse.wire.block.ColumnWriter;
import io.blockhouse.wire.block.LowCardinalityColumn;
import io.blockhouse.wire.block.MapColumn;
import io.blockhouse.wire.block.StringColumn;
import io.blockhouse.wire.type.TypeFamily;
import java.io.IOException;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/**
 * Map from objects: names and keys by the rules of the key's type, values by those of the value's;
 * null is the empty map, the type having no NULL. Keys are data: no message tells them. Two names
 * that become one key are refused: the server would store both, and find only one of them.
 */
final class MapAppender extends CompositeAppender {
  private static final Set<TypeFamily> INTEGERS =
      EnumSet.range(TypeFamily.INT8, TypeFamily.UINT256);

  private final MapColumn column;
  private final ValueAppender keys;
  private final ValueAppender values;

  /** Of a Map that a schema announced, else null. */
  private final Schema schema;

  /** Whether different Strings stay different: not so as numbers, where 1 and 01 are one. */
  private final boolean textKeys;

  /** Whether all keys that may come stay different. */
  private final boolean exactKeys;

  /** Names in the JSON object that is being read. */
  private final Set<String> seen = new HashSet<>();

  MapAppender(
      MapColumn column,
      ValueAppender keys,
      ValueAppender values,
      Schema schema,
      boolean nullAsDefault,
      Function<Schema, ValueAppender> compiler) {
    super(column.type(), nullAsDefault, compiler);
    this.column = column;
    this.keys = keys;
    this.values = values;
    this.schema = schema;
    this.textKeys = holdsText(column.keys());
    this.exactKeys = schema != null && staysExact(schema.keySchema(), column.type().key().family());
  }

  private static boolean holdsText(ColumnWriter keys) {
    return keys instanceof StringColumn
        || keys instanceof LowCardinalityColumn low && low.values() instanceof StringColumn;
  }

  /** Of integers as integers: other pairs of types may lose digits, or take several forms. */
  private static boolean staysExact(Schema keys, TypeFamily family) {
    return switch (SourceKind.of(keys)) {
      case INT8, INT16, INT32, INT64 -> INTEGERS.contains(family);
      default -> false;
    };
  }

  @Override
  void append(Object value) {
    if (value instanceof Map<?, ?> map) {
      boolean onlyTexts = textKeys;
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        appendEntry(entry);
        onlyTexts = onlyTexts && entry.getKey() instanceof String;
      }
      if (!onlyTexts && !exactKeys) {
        requireDifferentKeys(column);
      }
      column.endMap();
    } else if (takesStructs() && value instanceof Struct struct) {
      appendStruct(struct);
    } else {
      throw noMap();
    }
  }

  private void appendEntry(Map.Entry<?, ?> entry) {
    Object part = entry.getKey();
    Schema partSchema = schema == null ? null : schema.keySchema();
    try {
      appendPart(keys, part);
      part = entry.getValue();
      partSchema = schema == null ? null : schema.valueSchema();
      appendPart(values, part);
    } catch (Rejection e) {
      throw e.from(SourceKind.describe(part, partSchema)).inEntry();
    }
  }

  @Override
  void appendJson(JsonParser json) throws IOException {
    if (json.currentToken() != JsonToken.START_OBJECT) {
      throw noMap();
    }
    seen.clear();
    while (JsonTokens.next(json) != JsonToken.END_OBJECT) {
      String name = json.currentName();
      if (!seen.add(name)) {
        throw new DuplicateFieldException(name);
      }
      JsonToken token = json.currentToken();
      try {
        keys.append(name);
        token = JsonTokens.next(json);
        TupleAppender.appendToken(values, json, token);
      } catch (Rejection e) {
        String kind = token == JsonToken.FIELD_NAME ? "STRING" : JsonTokens.describe(token, json);
        throw e.from(kind).inEntry();
      }
    }
    if (!textKeys) {
      requireDifferentKeys(column);
    }
    column.endMap();
  }

  @Override
  void appendNull() {
    column.endMap();
  }

  /** Of the map whose entries have all been appended. */
  private static void requireDifferentKeys(MapColumn column) {
    if (column.repeatsKey()) {
      throw new Rejection(
          column.type().name(),
          "two of its keys become the same key",
          "Correct the producer, or make the keys of the column String.");
    }
  }

  private Rejection noMap() {
    return reject("only objects become maps", "Send an object, or change the column's type.");
  }

  /** From Structs of one schema, whose fields may differ in type. */
  static final class OfStruct extends ValueAppender {
    private final MapColumn column;
    private final ValueAppender keys;
    private final List<Field> fields;
    private final ValueAppender[] values;
    private final boolean textKeys;

    /** One appender per field, all into the map's values. */
    OfStruct(MapColumn column, ValueAppender keys, List<Field> fields, ValueAppender[] values) {
      this.column = column;
      this.keys = keys;
      this.fields = fields;
      this.values = values;
      this.textKeys = holdsText(column.keys());
    }

    @Override
    void append(Object value) {
      Struct struct = (Struct) value;
      for (int i = 0; i < values.length; i++) {
        Field field = fields.get(i);
        Object part = field.name();
        Schema partSchema = Schema.STRING_SCHEMA;
        try {
          keys.append(part);
          part = StructFields.value(struct, field);
          partSchema = field.schema();
          appendPart(values[i], part);
        } catch (Rejection e) {
          throw e.from(SourceKind.describe(part, partSchema)).inField(field.name());
        }
      }
      if (!textKeys) {
        requireDifferentKeys(column);
      }
      column.endMap();
    }

    @Override
    void appendNull() {
      column.endMap();
    }
  }
}
