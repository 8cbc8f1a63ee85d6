// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.wire.block.Block;
import io.blockhouse.wire.block.ColumnWriter;
import java.util.Map;

/**
 * How Maps become rows of one block; each value's class decides. One lookup per column, or, where a
 * map has entries for few of them, one per entry.
 */
final class MapPlan {
  private final Block block;
  private final String[] names;
  private final ValueAppender[] appenders;
  private final ColumnWriter[] columns;
  private final RecordFields fields;
  private final UnknownFields unknownFields;
  private final RecordColumns slots;
  private final boolean nested;

  MapPlan(RecordColumns columns, ValueAppenders factory, UnknownFields unknownFields) {
    this.block = columns.block;
    this.names = columns.names;
    this.columns = columns.writers;
    this.appenders = columns.appenders(factory);
    this.fields = new RecordFields(columns, unknownFields);
    this.unknownFields = unknownFields;
    this.slots = columns;
    this.nested = !columns.nested.isEmpty();
  }

  void append(Map<?, ?> map) {
    boolean byEntry = nested || 2 * map.size() <= names.length;
    int matched = byEntry ? appendEntries(map) : appendColumns(map);
    // Equal counts with one match at least mean that every key is a column: nothing to look for.
    if (matched != map.size() || matched == 0) {
      unknownFields.check(map);
    }
  }

  /** Returns how many of the map's keys are columns here. */
  private int appendColumns(Map<?, ?> map) {
    block.catchUp();
    int size = map.size();
    int matched = 0;
    int index = 0;
    try {
      for (; index < names.length; index++) {
        Object value = map.get(names[index]);
        if (value != null) {
          appenders[index].append(value);
          matched++;
        } else if (matched < size && map.containsKey(names[index])) {
          appenders[index].appendNull();
          matched++;
        } else {
          columns[index].appendDefault();
        }
      }
    } catch (Rejection e) {
      throw refused(e, index, map.get(names[index]));
    }
    return matched;
  }

  private int appendEntries(Map<?, ?> map) {
    int matched = 0;
    fields.startRow();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      int slot = fields.slotOf(entry.getKey());
      if (slot == RecordFields.UNKNOWN || fields.isSkipped(slot)) {
        continue;
      }
      Object value = entry.getValue();
      matched++;
      if (value == null && fields.leavesNullOut(slot)) {
        continue;
      }
      if (!fields.enter(slot)) {
        throw fields.twice(slots.slotName(slot));
      }
      try {
        if (value == null) {
          appenders[slot].appendNull();
        } else {
          appenders[slot].append(value);
        }
      } catch (Rejection e) {
        throw refused(e, slot, value);
      }
    }
    fields.endRow();
    return matched;
  }

  private RuntimeException refused(Rejection rejection, int index, Object value) {
    return rejection
        .from(SourceKind.describe(value, null))
        .toException(slots.slotName(index), unknownFields.table());
  }
}
