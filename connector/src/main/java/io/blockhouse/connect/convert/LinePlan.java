// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

/** How lines of delimited text become rows of one block: field by field, by position. */
final class LinePlan {
  private final DelimitedLine line;
  private final RecordColumns columns;
  private final RecordFields fields;
  private final String table;

  /** By position: the column's slot, and what appends to it. */
  private final int[] slots;

  private final ValueAppender[] appenders;

  LinePlan(
      DelimitedLine line,
      RecordColumns columns,
      ValueAppenders factory,
      UnknownFields unknownFields) {
    this.line = line;
    this.columns = columns;
    this.fields = new RecordFields(columns, unknownFields);
    this.table = unknownFields.table();
    this.slots = line.columns().stream().mapToInt(fields::slotOf).toArray();
    this.appenders = new ValueAppender[slots.length];
    for (int i = 0; i < slots.length; i++) {
      if (!fields.isSkipped(slots[i])) {
        appenders[i] = columns.appender(slots[i], factory, null);
      }
    }
  }

  /** Appends the current line. */
  void append() {
    fields.startRow();
    for (int i = 0; i < slots.length; i++) {
      boolean isNull = line.isNull(i);
      if (!line.isEmpty(i)
          && !fields.isSkipped(slots[i])
          && !(isNull && fields.leavesNullOut(slots[i]))) {
        fields.enter(slots[i]); // each column has one field
        append(i, isNull);
      }
    }
    fields.endRow();
    line.forget();
  }

  private void append(int position, boolean isNull) {
    try {
      if (isNull) {
        appenders[position].appendNull();
      } else if (line.isComposite(position)) {
        appenders[position].append(
            CompositeText.read(line.text(position), columns.writers[slots[position]].type()));
      } else {
        appenders[position].append(line.text(position));
      }
    } catch (Rejection e) {
      throw e.from(isNull ? "NULL" : SourceKind.STRING.name())
          .toException(columns.slotName(slots[position]), table);
    }
  }
}
