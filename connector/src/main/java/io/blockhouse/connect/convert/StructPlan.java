// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.wire.block.Block;
import io.blockhouse.wire.block.ColumnWriter;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/** How Structs of one schema become rows of one block: fields by index, appenders by column. */
final class StructPlan implements StructRows {
  private final Field[] fields;
  private final boolean[] keepNull;
  private final ValueAppender[] appenders;

  /** Places of the fields' columns in the block. */
  private final int[] indexes;

  /** Columns of the block that the schema has no field for. */
  private final ColumnWriter[] absent;

  private final Block block;

  /** Whether the absent columns are left to the block. */
  private final boolean sparse;

  StructPlan(Schema schema, RecordColumns columns, ValueAppenders factory) {
    List<Field> present = new ArrayList<>();
    List<ValueAppender> bound = new ArrayList<>();
    List<Integer> places = new ArrayList<>();
    List<ColumnWriter> missing = new ArrayList<>();
    for (int i = 0; i < columns.count(); i++) {
      ColumnWriter column = columns.writers[i];
      Field field = schema.field(columns.names[i]);
      if (field == null) {
        missing.add(column);
      } else {
        present.add(field);
        places.add(columns.indexes[i]);
        bound.add(factory.of(column, field.schema()));
      }
    }
    this.fields = present.toArray(Field[]::new);
    this.appenders = bound.toArray(ValueAppender[]::new);
    this.block = columns.block;
    this.indexes = places.stream().mapToInt(Integer::intValue).toArray();
    this.sparse = RecordColumns.areMany(missing.size());
    this.absent = missing.toArray(ColumnWriter[]::new);
    this.keepNull = new boolean[fields.length];
    for (int i = 0; i < fields.length; i++) {
      keepNull[i] = StructFields.defaultHidesNull(fields[i]);
    }
  }

  @Override
  public void append(Struct struct, String table) {
    if (!sparse) {
      block.catchUp();
      appendFields(struct, table);
      for (ColumnWriter column : absent) {
        column.appendDefault();
      }
      return;
    }
    block.startSparseRow();
    for (int index : indexes) {
      block.enter(index);
    }
    appendFields(struct, table);
  }

  private void appendFields(Struct struct, String table) {
    int index = 0;
    try {
      for (; index < fields.length; index++) {
        Field field = fields[index];
        Object value = keepNull[index] ? struct.getWithoutDefault(field.name()) : struct.get(field);
        if (value == null) {
          appenders[index].appendNull();
        } else {
          appenders[index].append(value);
        }
      }
    } catch (Rejection e) {
      Field field = fields[index];
      e.from(SourceKind.describe(StructFields.value(struct, field), field.schema()));
      throw e.toException(field.name(), table);
    }
  }
}
