// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.wire.block.ColumnWriter;
import io.blockhouse.wire.block.TupleColumn;
import io.blockhouse.wire.type.ClickHouseType;
import java.util.List;

/**
 * Where the elements of tuples go: into one Tuple column, or into columns that have no other tie.
 */
final class TupleParts {
  private final ClickHouseType type;
  private final ColumnWriter[] columns;

  /** Null where there is none. */
  private final TupleColumn tuple;

  TupleParts(TupleColumn tuple) {
    this.type = tuple.type();
    this.tuple = tuple;
    this.columns = new ColumnWriter[tuple.elementCount()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = tuple.element(i);
    }
  }

  /** The type is the Tuple that the columns would be. */
  TupleParts(ClickHouseType type, ColumnWriter[] columns) {
    this.type = type;
    this.columns = columns;
    this.tuple = null;
  }

  ClickHouseType type() {
    return type;
  }

  int count() {
    return columns.length;
  }

  ColumnWriter column(int index) {
    return columns[index];
  }

  /** One for each column, or none at all. */
  List<String> names() {
    return type.elementNames();
  }

  /** How error messages and listeners get from the tuple to its element. */
  String step(int index) {
    return names().isEmpty() ? "[" + index + "]" : "." + names().get(index);
  }

  /** After one value for each column. */
  void end() {
    if (tuple != null) {
      tuple.endTuple();
    }
  }

  void appendDefault() {
    for (ColumnWriter column : columns) {
      column.appendDefault();
    }
    end();
  }
}
