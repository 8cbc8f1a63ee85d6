// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.wire.block.Block;
import io.blockhouse.wire.block.ColumnWriter;
import java.util.Arrays;
import java.util.Collection;
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

  /** Ordinals of the columns, and beyond them numbers for the table's other columns. */
  private final Map<String, Integer> slots = new HashMap<>();

  /** The row in which a slot was last found; rows are numbered from 1, the number may wrap. */
  private final int[] rowOfSlot;

  private int row;
  private int found;

  /** {@code known} are the names of all columns of the table. */
  RecordFields(RecordColumns columns, Collection<String> known) {
    this.block = columns.block;
    this.columns = columns.writers;
    this.indexes = columns.indexes;
    this.sparse = RecordColumns.areMany(columns.count());
    for (int i = 0; i < columns.names.length; i++) {
      slots.put(columns.names[i], i);
    }
    known.forEach(name -> slots.putIfAbsent(name, slots.size()));
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
    }
  }

  /** The ordinal of a column, a number that {@link #isSkipped}, or UNKNOWN. */
  int slotOf(Object name) {
    Integer slot = slots.get(name);
    return slot == null ? UNKNOWN : slot;
  }

  /** Whether the column of that slot is not one of those that are filled here. */
  boolean isSkipped(int slot) {
    return slot >= columns.length;
  }

  /** False when the slot was there before in this row. */
  boolean enter(int slot) {
    if (rowOfSlot[slot] == row) {
      return false;
    }
    rowOfSlot[slot] = row;
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
    if (sparse || found == columns.length) {
      return;
    }
    for (int i = 0; i < columns.length; i++) {
      if (rowOfSlot[i] != row) {
        columns[i].appendDefault();
      }
    }
  }
}
