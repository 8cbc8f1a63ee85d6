// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/** How Structs of one schema become rows of a block that has the columns of a flattened Nested. */
final class NestedStructPlan implements StructRows {
  private final Field[] fields;
  private final int[] slots;
  private final ValueAppender[] appenders;
  private final RecordFields columns;

  NestedStructPlan(
      Schema schema, RecordColumns columns, ValueAppenders factory, UnknownFields unknownFields) {
    this.columns = new RecordFields(columns, unknownFields);
    List<Field> present = new ArrayList<>();
    List<Integer> places = new ArrayList<>();
    List<ValueAppender> bound = new ArrayList<>();
    for (Field field : schema.fields()) {
      int slot = this.columns.slotOf(field.name());
      if (slot != RecordFields.UNKNOWN && !this.columns.isSkipped(slot)) {
        present.add(field);
        places.add(slot);
        bound.add(columns.appender(slot, factory, field.schema()));
      }
    }
    this.fields = present.toArray(Field[]::new);
    this.slots = places.stream().mapToInt(Integer::intValue).toArray();
    this.appenders = bound.toArray(ValueAppender[]::new);
  }

  @Override
  public void append(Struct struct, String table) {
    columns.startRow();
    for (int i = 0; i < fields.length; i++) {
      Object value = StructFields.value(struct, fields[i]);
      if (value == null && columns.leavesNullOut(slots[i])) {
        continue;
      }
      if (!columns.enter(slots[i])) {
        throw columns.twice(fields[i].name());
      }
      try {
        CompositeAppender.appendPart(appenders[i], value);
      } catch (Rejection e) {
        throw e.from(SourceKind.describe(value, fields[i].schema()))
            .toException(fields[i].name(), table);
      }
    }
    columns.endRow();
  }
}
