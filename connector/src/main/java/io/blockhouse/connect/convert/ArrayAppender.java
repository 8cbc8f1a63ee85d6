// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.blockhouse.wire.block.ArrayColumn;
import io.blockhouse.wire.type.ClickHouseType;
import java.io.IOException;
import java.util.List;
import java.util.RandomAccess;
import org.apache.kafka.connect.data.Schema;

/** Array(T) from lists, elements one by one; null is the empty array, the type having no NULL. */
final class ArrayAppender extends ValueAppender {
  private final ClickHouseType type;
  private final ArrayColumn[] columns;
  private final ValueAppender elements;
  private final Schema elementSchema;

  /** The schema, null when there is none, is only told in refusals. */
  ArrayAppender(ArrayColumn column, ValueAppender elements, Schema elementSchema) {
    this(column.type(), new ArrayColumn[] {column}, elements, elementSchema);
  }

  /** The elements are spread over several columns, whose arrays are equally long. */
  ArrayAppender(
      ClickHouseType type, ArrayColumn[] columns, ValueAppender elements, Schema elementSchema) {
    this.type = type;
    this.columns = columns;
    this.elements = elements;
    this.elementSchema = elementSchema;
  }

  @Override
  void append(Object value) {
    if (!(value instanceof List<?> list)) {
      throw noList();
    }
    if (list instanceof RandomAccess) {
      int size = list.size();
      for (int index = 0; index < size; index++) {
        appendElement(list.get(index), index);
      }
    } else {
      int index = 0;
      for (Object element : list) {
        appendElement(element, index++);
      }
    }
    endArray();
  }

  private void appendElement(Object element, int index) {
    try {
      if (element == null) {
        elements.appendNull();
      } else {
        elements.append(element);
      }
    } catch (Rejection e) {
      throw e.from(SourceKind.describe(element, elementSchema)).inElement(index);
    }
  }

  @Override
  void appendJson(JsonParser json) throws IOException {
    if (json.currentToken() != JsonToken.START_ARRAY) {
      throw noList();
    }
    int index = 0;
    for (JsonToken token = JsonTokens.next(json);
        token != JsonToken.END_ARRAY;
        token = JsonTokens.next(json)) {
      try {
        if (token == JsonToken.VALUE_NULL) {
          elements.appendNull();
        } else {
          elements.appendJson(json);
        }
      } catch (Rejection e) {
        throw e.from(JsonTokens.describe(token, json)).inElement(index);
      }
      index++;
    }
    endArray();
  }

  private void endArray() {
    for (ArrayColumn column : columns) {
      column.endArray();
    }
  }

  private Rejection noList() {
    return new Rejection(
        type.name(), "only lists become arrays", "Send an array, or change the column.");
  }

  @Override
  void appendNull() {
    endArray();
  }
}
