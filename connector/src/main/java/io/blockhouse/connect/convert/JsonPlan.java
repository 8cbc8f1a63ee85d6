// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How JSON text becomes rows of one block: token by token from the parser into the columns. A
 * member that is there twice refuses the record, because only one of its values could be stored.
 */
final class JsonPlan {
  /** Positions remembered; a record with more members than that has no stable order to expect. */
  private static final int MAX_EXPECTED = 4_096;

  private final RecordColumns columns;
  private final ValueAppender[] appenders;
  private final RecordFields fields;
  private final UnknownFields unknownFields;

  /** The name that stood at each position of the last records, and its slot: a lookup saved. */
  private String[] expectedNames = new String[16];

  private int[] expectedSlots = new int[16];

  /** Of the current row. */
  private final List<String> unknown = new ArrayList<>();

  private boolean wantsColumns;

  JsonPlan(RecordColumns columns, ValueAppenders factory, UnknownFields unknownFields) {
    this.columns = columns;
    this.appenders = columns.appenders(factory);
    this.fields = new RecordFields(columns, unknownFields);
    this.unknownFields = unknownFields;
  }

  void append(JsonInput input) {
    boolean complete = false;
    wantsColumns = false;
    try {
      int members = object(input.open());
      input.close();
      complete = true;
      if (wantsColumns) {
        throw new NewFieldsException();
      }
      fields.endRow();
      if (!unknown.isEmpty() || members == 0) {
        unknownFields.report(unknown, members);
      }
    } catch (DuplicateFieldException e) {
      throw input.duplicate(e.getMessage());
    } catch (IOException e) {
      throw input.malformed();
    } finally {
      unknown.clear();
      if (!complete) {
        input.abandon();
      }
    }
  }

  /** Returns the number of members. */
  private int object(JsonParser json) throws IOException {
    int members = 0;
    fields.startRow();
    JsonTokens.next(json); // the object's start
    while (JsonTokens.next(json) != JsonToken.END_OBJECT) {
      String name = json.currentName();
      int slot = slotOf(name, members++);
      JsonToken token = JsonTokens.next(json);
      if (slot == RecordFields.UNKNOWN) {
        unknown.add(name);
        wantsColumns |= JsonTokens.skip(json) && unknownFields.wantsColumn(name);
      } else if (!fields.isSkipped(slot)
          && token == JsonToken.VALUE_NULL
          && fields.leavesNullOut(slot)) {
        continue;
      } else if (!fields.enter(slot)) {
        throw new DuplicateFieldException(name);
      } else if (fields.isSkipped(slot)) {
        JsonTokens.skip(json);
      } else {
        append(json, token, slot);
      }
    }
    return members;
  }

  private void append(JsonParser json, JsonToken token, int slot) throws IOException {
    try {
      if (token == JsonToken.VALUE_NULL) {
        appenders[slot].appendNull();
      } else {
        appenders[slot].appendJson(json);
      }
    } catch (Rejection e) {
      throw e.from(JsonTokens.describe(token, json))
          .toException(columns.slotName(slot), unknownFields.table());
    }
  }

  /** The parser gives the same String for the same name, so identity mostly decides. */
  private int slotOf(String name, int position) {
    if (position < expectedNames.length && expectedNames[position] == name) {
      return expectedSlots[position];
    }
    int slot = fields.slotOf(name);
    if (position < MAX_EXPECTED) {
      if (position >= expectedNames.length) {
        expectedNames = Arrays.copyOf(expectedNames, 2 * position);
        expectedSlots = Arrays.copyOf(expectedSlots, 2 * position);
      }
      expectedNames[position] = name;
      expectedSlots[position] = slot;
    }
    return slot;
  }
}
