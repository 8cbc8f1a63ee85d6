// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.wire.block.Block;
import io.blockhouse.wire.block.ColumnWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The columns of a block that record values fill: all but those of Kafka's own fields. */
final class RecordColumns {
  final String[] names;
  final ColumnWriter[] writers;

  /** {@code taken} are the names of columns that something else fills. */
  RecordColumns(Block block, Collection<String> taken) {
    List<String> free = new ArrayList<>(block.columnCount());
    List<ColumnWriter> columns = new ArrayList<>(block.columnCount());
    for (int i = 0; i < block.columnCount(); i++) {
      String name = block.definitions().get(i).name();
      if (!taken.contains(name)) {
        free.add(name);
        columns.add(block.column(i));
      }
    }
    this.names = free.toArray(String[]::new);
    this.writers = columns.toArray(ColumnWriter[]::new);
  }

  int count() {
    return names.length;
  }

  /** Appenders for values that have no schema, one per column. */
  ValueAppender[] appenders(ValueAppenders factory) {
    ValueAppender[] appenders = new ValueAppender[writers.length];
    for (int i = 0; i < writers.length; i++) {
      appenders[i] = factory.of(writers[i], null);
    }
    return appenders;
  }
}
