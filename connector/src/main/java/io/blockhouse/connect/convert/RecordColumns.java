// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.wire.block.Block;
import io.blockhouse.wire.block.ColumnWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.kafka.connect.data.Schema;

/** The columns of a block that record values fill: all but those of Kafka's own fields. */
final class RecordColumns {
  /** With so many, defaults are left to the block instead of being appended row by row. */
  private static final int MANY = 32;

  final Block block;
  final String[] names;
  final ColumnWriter[] writers;

  /** Their places in the block. */
  final int[] indexes;

  /** Those that are parts of a flattened Nested. */
  final List<NestedColumns> nested;

  /** {@code taken} are the names of columns that something else fills. */
  RecordColumns(Block block, Collection<String> taken) {
    List<String> free = new ArrayList<>(block.columnCount());
    List<ColumnWriter> columns = new ArrayList<>(block.columnCount());
    List<Integer> places = new ArrayList<>(block.columnCount());
    for (int i = 0; i < block.columnCount(); i++) {
      String name = block.definitions().get(i).name();
      if (!taken.contains(name)) {
        free.add(name);
        columns.add(block.column(i));
        places.add(i);
      }
    }
    this.block = block;
    this.indexes = places.stream().mapToInt(Integer::intValue).toArray();
    this.names = free.toArray(String[]::new);
    this.writers = columns.toArray(ColumnWriter[]::new);
    this.nested = NestedColumns.among(this);
  }

  int count() {
    return names.length;
  }

  /** Whether so many columns without a value are worth a sparse row. */
  static boolean areMany(int absent) {
    return absent >= MANY;
  }

  /** The fields that have a slot: one for each column, then the lists of {@link #nested}. */
  int slotCount() {
    return names.length + nested.size();
  }

  String slotName(int slot) {
    return slot < names.length ? names[slot] : nested.get(slot - names.length).name;
  }

  /** The schema is null for values that have none. */
  ValueAppender appender(int slot, ValueAppenders factory, Schema schema) {
    return slot < names.length
        ? factory.of(writers[slot], schema)
        : factory.of(nested.get(slot - names.length), schema);
  }

  /** Appenders for values that have no schema, one per slot. */
  ValueAppender[] appenders(ValueAppenders factory) {
    ValueAppender[] appenders = new ValueAppender[slotCount()];
    for (int slot = 0; slot < appenders.length; slot++) {
      appenders[slot] = appender(slot, factory, null);
    }
    return appenders;
  }
}
