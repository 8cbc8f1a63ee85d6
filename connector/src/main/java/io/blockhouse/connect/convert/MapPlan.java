// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.wire.block.Block;
import io.blockhouse.wire.block.ColumnWriter;
import java.util.Map;

/** How Maps become rows of one block: one lookup per column, each value's class decides. */
final class MapPlan {
  private final String[] names;
  private final ValueAppender[] appenders;
  private final ColumnWriter[] columns;

  MapPlan(Block block, ValueAppenders factory) {
    int count = block.columnCount();
    this.names = new String[count];
    this.appenders = new ValueAppender[count];
    this.columns = new ColumnWriter[count];
    for (int i = 0; i < count; i++) {
      columns[i] = block.column(i);
      names[i] = block.definitions().get(i).name();
      appenders[i] = factory.of(columns[i], null);
    }
  }

  /** Returns how many of the map's keys are columns of the block. */
  int append(Map<?, ?> map, String table) {
    int matched = 0;
    int index = 0;
    try {
      for (; index < names.length; index++) {
        Object value = map.get(names[index]);
        if (value != null) {
          appenders[index].append(value);
          matched++;
        } else if (map.containsKey(names[index])) {
          appenders[index].appendNull();
          matched++;
        } else {
          columns[index].appendDefault();
        }
      }
    } catch (Rejection e) {
      e.from(SourceKind.describe(map.get(names[index]), null));
      throw e.toException(names[index], table);
    }
    return matched;
  }
}
