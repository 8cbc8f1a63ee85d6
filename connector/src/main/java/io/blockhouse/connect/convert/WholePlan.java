// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.wire.block.Block;
import io.blockhouse.wire.block.ColumnWriter;
import org.apache.kafka.connect.data.Schema;

/** How whole values become one column of a row; the other columns get their default. */
final class WholePlan {
  private final Block block;
  private final String name;
  private final String table;
  private final ColumnWriter[] others;
  private final ValueAppender withoutSchema;
  private final SchemaCache<ValueAppender> withSchema;

  /** {@code name} is one of the columns. */
  WholePlan(RecordColumns columns, String name, ValueAppenders factory, String table) {
    this.block = columns.block;
    this.name = name;
    this.table = table;
    ColumnWriter target = null;
    ColumnWriter[] rest = new ColumnWriter[columns.count() - 1];
    int count = 0;
    for (int i = 0; i < columns.count(); i++) {
      if (columns.names[i].equals(name)) {
        target = columns.writers[i];
      } else {
        rest[count++] = columns.writers[i];
      }
    }
    this.others = rest;
    ColumnWriter column = target;
    this.withoutSchema = factory.of(column, null);
    this.withSchema = new SchemaCache<>(schema -> factory.of(column, schema));
  }

  void append(Object value, Schema schema) {
    block.catchUp();
    try {
      (schema == null ? withoutSchema : withSchema.get(schema)).append(value);
    } catch (Rejection e) {
      throw e.from(SourceKind.describe(value, schema)).toException(name, table);
    }
    for (ColumnWriter column : others) {
      column.appendDefault();
    }
  }
}
