// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/**
 * Tuple from objects whose members have the elements' names, in any order, and from lists by
 * position. An element that is not there is as one that is null.
 */
final class TupleAppender extends CompositeAppender {
  private final TupleParts parts;
  private final List<String> names;
  private final Map<String, Integer> indexes = new HashMap<>();
  private final ValueAppender[] elements;

  /** Of the members of a Map or the elements of a List; null when they have none. */
  private final Schema partSchema;

  private final UnknownMembers unknown;

  /** Which elements the JSON object that is being read has had: those with the object's number. */
  private final int[] objectOfElement;

  private int object;

  TupleAppender(
      TupleParts parts,
      ValueAppender[] elements,
      Schema partSchema,
      boolean nullAsDefault,
      UnknownMembers unknown,
      Function<Schema, ValueAppender> compiler) {
    super(parts.type(), nullAsDefault, compiler);
    this.parts = parts;
    this.names = parts.names();
    this.elements = elements;
    this.partSchema = partSchema;
    this.unknown = unknown;
    this.objectOfElement = new int[elements.length];
    for (int i = 0; i < names.size(); i++) {
      indexes.put(names.get(i), i);
    }
  }

  @Override
  void append(Object value) {
    if (value instanceof Map<?, ?> map) {
      appendMap(map);
    } else if (value instanceof List<?> list) {
      appendList(list);
    } else if (takesStructs() && value instanceof Struct struct) {
      appendStruct(struct);
    } else {
      throw noTuple();
    }
  }

  private void appendMap(Map<?, ?> map) {
    requireNames();
    int matched = 0;
    for (int i = 0; i < elements.length; i++) {
      Object part = map.get(names.get(i));
      try {
        appendPart(elements[i], part);
      } catch (Rejection e) {
        throw e.from(SourceKind.describe(part, partSchema)).inField(names.get(i));
      }
      matched += part != null || map.containsKey(names.get(i)) ? 1 : 0;
    }
    if (matched != map.size()) {
      reportUnknown(map);
    }
    parts.end();
  }

  private void reportUnknown(Map<?, ?> map) {
    for (Object name : map.keySet()) {
      if (!indexes.containsKey(name)) {
        unknown.report(name);
      }
    }
  }

  private void appendList(List<?> list) {
    for (int i = 0; i < elements.length; i++) {
      appendElement(i < list.size() ? list.get(i) : null, i);
    }
    requireAtMost(list.size());
    parts.end();
  }

  private void appendElement(Object part, int index) {
    try {
      appendPart(elements[index], part);
    } catch (Rejection e) {
      throw e.from(SourceKind.describe(part, partSchema)).inElement(index);
    }
  }

  @Override
  void appendJson(JsonParser json) throws IOException {
    switch (json.currentToken()) {
      case START_OBJECT -> appendObject(json);
      case START_ARRAY -> appendArray(json);
      default -> throw noTuple();
    }
  }

  private void appendObject(JsonParser json) throws IOException {
    requireNames();
    object++;
    while (JsonTokens.next(json) != JsonToken.END_OBJECT) {
      String name = json.currentName();
      Integer index = indexes.get(name);
      JsonToken token = JsonTokens.next(json);
      if (index == null) {
        unknown.report(name);
        JsonTokens.skip(json);
      } else if (objectOfElement[index] == object) {
        throw new DuplicateFieldException(name);
      } else {
        objectOfElement[index] = object;
        try {
          appendToken(elements[index], json, token);
        } catch (Rejection e) {
          throw e.from(JsonTokens.describe(token, json)).inField(name);
        }
      }
    }
    for (int i = 0; i < elements.length; i++) {
      if (objectOfElement[i] != object) {
        appendMissing(i);
      }
    }
    parts.end();
  }

  private void appendMissing(int index) {
    try {
      elements[index].appendNull();
    } catch (Rejection e) {
      throw e.from(SourceKind.describe(null, null)).inField(names.get(index));
    }
  }

  private void appendArray(JsonParser json) throws IOException {
    int count = 0;
    for (JsonToken token = JsonTokens.next(json);
        token != JsonToken.END_ARRAY;
        token = JsonTokens.next(json)) {
      requireAtMost(count + 1);
      try {
        appendToken(elements[count], json, token);
      } catch (Rejection e) {
        throw e.from(JsonTokens.describe(token, json)).inElement(count);
      }
      count++;
    }
    for (; count < elements.length; count++) {
      appendElement(null, count);
    }
    parts.end();
  }

  static void appendToken(ValueAppender part, JsonParser json, JsonToken token) throws IOException {
    if (token == JsonToken.VALUE_NULL) {
      part.appendNull();
    } else {
      part.appendJson(json);
    }
  }

  @Override
  void appendNull() {
    requireNullAsDefault();
    parts.appendDefault();
  }

  /** Objects have no order that could stand for names. */
  void requireNames() {
    if (names.isEmpty() && elements.length > 0) {
      throw reject(
          "its elements have no names to find an object's members by",
          "Send an array, or name the elements of the tuple.");
    }
  }

  private void requireAtMost(int size) {
    if (size > elements.length) {
      throw reject(
          "the list is longer than the tuple's " + elements.length + " elements",
          "Add elements to the tuple, or correct the producer.");
    }
  }

  private Rejection noTuple() {
    return reject(
        "only objects and lists become tuples", "Send an object, or change the column's type.");
  }
}
