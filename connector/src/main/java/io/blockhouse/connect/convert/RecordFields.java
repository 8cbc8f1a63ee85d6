// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.connect.error.ConversionException;
import io.blockhouse.wire.block.Block;
import io.blockhouse.wire.block.ColumnWriter;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Finds the column of each field of a record that names its fields itself, knows which columns had
 * one in the current row, and gives the others their default.
 */
final class RecordFields {
  /** No column of the table has the name. */
  static final int UNKNOWN = -1;

  private final Block block;
  private final ColumnWriter[] columns;
  private final int[] indexes;

  /** Whether columns without a field are left to the block. */
  private final boolean sparse;

  /** Columns of flattened Nesteds; the number of one's list of objects follows the columns'. */
  private final NestedColumns[] nested;

  /** Whether the column is part of one of them. */
  private final boolean[] isNested;

  private final UnknownFields unknownFields;

  /** Ordinals of the columns, and beyond them numbers for the table's other fields. */
  private final Map<String, Integer> slots = new HashMap<>();

  /** The row in which a slot was last found; rows are numbered from 1, the number may wrap. */
  private final int[] rowOfSlot;

  private int row;
  private int found;

  RecordFields(RecordColumns columns, UnknownFields unknownFields) {
    this.block = columns.block;
    this.columns = columns.writers;
    this.indexes = columns.indexes;
    this.sparse = RecordColumns.areMany(columns.count());
    this.nested = columns.nested.toArray(NestedColumns[]::new);
    this.unknownFields = unknownFields;
    for (int slot = 0; slot < columns.slotCount(); slot++) {
      slots.put(columns.slotName(slot), slot);
    }
    this.isNested = new boolean[columns.slotCount()];
    for (int i = 0; i < nested.length; i++) {
      isNested[columns.count() + i] = true;
      for (int ordinal : nested[i].ordinals) {
        isNested[ordinal] = true;
      }
    }
    unknownFields.columns().forEach(name -> slots.putIfAbsent(name, slots.size()));
    this.rowOfSlot = new int[slots.size()];
  }

  void startRow() {
    row++;
    if (row == 0) {
      Arrays.fill(rowOfSlot, 0);
      row = 1;
    }
    found = 0;
    if (sparse) {
      block.startSparseRow();
    } else {
      block.catchUp();
    }
    for (NestedColumns group : nested) {
      group.startRow();
    }
  }

  /** The ordinal of a column, a number that {@link #isSkipped}, or UNKNOWN. */
  int slotOf(Object name) {
    Integer slot = slots.get(name);
    return slot == null ? UNKNOWN : slot;
  }

  /** Whether the column of that slot is not one of those that are filled here. */
  boolean isSkipped(int slot) {
    return slot >= isNested.length;
  }

  /** Whether a null is as if the field were not there: parts of a Nested have one length. */
  boolean leavesNullOut(int slot) {
    return isNested[slot];
  }

  /** False when the slot, or what it is a part of, was there before in this row. */
  boolean enter(int slot) {
    if (rowOfSlot[slot] == row) {
      return false;
    }
    rowOfSlot[slot] = row;
    if (slot >= columns.length && slot < isNested.length) {
      boolean first = true;
      for (int ordinal : nested[slot - columns.length].ordinals) {
        first &= enter(ordinal);
      }
      return first;
    }
    if (slot < columns.length) {
      found++;
      if (sparse) {
        block.enter(indexes[slot]);
      }
    }
    return true;
  }

  /** Sees to the default of the columns that were not entered. */
  void endRow() {
    for (NestedColumns group : nested) {
      end(group);
    }
    if (sparse || found == columns.length) {
      return;
    }
    for (int i = 0; i < columns.length; i++) {
      if (rowOfSlot[i] != row) {
        columns[i].appendDefault();
      }
    }
  }

  /** Sees to it that the columns have one length where one of them has a value. */
  private void end(NestedColumns group) {
    int known = -1;
    for (int i = 0; i < group.ordinals.length; i++) {
      if (rowOfSlot[group.ordinals[i]] == row) {
        if (known >= 0 && group.length(i) != group.length(known)) {
          throw group.unequal(known, i, unknownFields.table());
        }
        known = i;
      }
    }
    for (int i = 0; known >= 0 && i < group.ordinals.length; i++) {
      if (rowOfSlot[group.ordinals[i]] != row) {
        enter(group.ordinals[i]);
        group.fill(i, group.length(known));
      }
    }
  }

  /** Only one of two values could be stored. */
  ConversionException twice(String name) {
    return new ConversionException(
        "The record has values for the same columns of "
            + unknownFields.table()
            + " twice: in field `"
            + name
            + "` and in another, once as a list of objects and once as lists of their members."
            + " Correct the producer, or drop one with a transform.");
  }
}
