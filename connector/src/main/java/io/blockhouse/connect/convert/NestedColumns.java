// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.connect.error.ConversionException;
import io.blockhouse.wire.block.ArrayColumn;
import io.blockhouse.wire.block.ColumnWriter;
import io.blockhouse.wire.type.ClickHouseType;
import io.blockhouse.wire.type.TypeFamily;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The columns `n.a`, `n.b`, ... that a Nested column `n` is flattened into: arrays that the server
 * wants to have one length in each row. A record has them one by one, or all as the list of objects
 * {@code n}.
 */
final class NestedColumns {
  final String name;
  final String[] columnNames;
  final ArrayColumn[] columns;

  /** Their ordinals among the columns that record values fill. */
  final int[] ordinals;

  /** Elements of each column before the current row. */
  private final int[] before;

  private NestedColumns(String name, RecordColumns all, List<Integer> members) {
    this.name = name;
    this.ordinals = members.stream().mapToInt(Integer::intValue).toArray();
    this.columns = new ArrayColumn[ordinals.length];
    this.columnNames = new String[ordinals.length];
    for (int i = 0; i < ordinals.length; i++) {
      columns[i] = (ArrayColumn) all.writers[ordinals[i]];
      columnNames[i] = all.names[ordinals[i]];
    }
    this.before = new int[ordinals.length];
  }

  /** The name of the list of objects, of which a column is a part; null if it is none. */
  static String listOf(String column, ClickHouseType type) {
    int dot = column.indexOf('.'); // as the server splits such names
    return type.family() == TypeFamily.ARRAY && dot > 0 && dot < column.length() - 1
        ? column.substring(0, dot)
        : null;
  }

  static List<NestedColumns> among(RecordColumns all) {
    Map<String, List<Integer>> members = new LinkedHashMap<>();
    for (int i = 0; i < all.names.length; i++) {
      String list = listOf(all.names[i], all.writers[i].type());
      if (list != null) {
        members.computeIfAbsent(list, name -> new ArrayList<>()).add(i);
      }
    }
    members.keySet().removeAll(List.of(all.names));
    List<NestedColumns> groups = new ArrayList<>();
    members.forEach((name, ordinals) -> groups.add(new NestedColumns(name, all, ordinals)));
    return groups;
  }

  /** The type that the columns together are. */
  ClickHouseType type() {
    StringBuilder type = new StringBuilder("Nested(");
    for (int i = 0; i < columns.length; i++) {
      String element = columnNames[i].substring(name.length() + 1);
      type.append(i == 0 ? "`" : ", `")
          .append(element.replace("\\", "\\\\").replace("`", "\\`"))
          .append("` ")
          .append(columns[i].type().element().name());
    }
    return ClickHouseType.parse(name, type.append(')').toString());
  }

  /** The columns of the elements. */
  ColumnWriter[] elements() {
    ColumnWriter[] elements = new ColumnWriter[columns.length];
    for (int i = 0; i < columns.length; i++) {
      elements[i] = columns[i].elements();
    }
    return elements;
  }

  void startRow() {
    for (int i = 0; i < columns.length; i++) {
      before[i] = columns[i].elements().rows();
    }
  }

  /** Elements of the current row. */
  int length(int index) {
    return columns[index].elements().rows() - before[index];
  }

  /** Gives a column without a value an array of defaults, as the server itself would. */
  void fill(int index, int length) {
    for (int i = 0; i < length; i++) {
      columns[index].elements().appendDefault();
    }
    columns[index].endArray();
  }

  ConversionException unequal(int first, int second, String table) {
    return new ConversionException(
        "Columns `"
            + columnNames[first]
            + "` and `"
            + columnNames[second]
            + "` of "
            + table
            + " are parts of one Nested, so the arrays for them must have the same length. Correct"
            + " the producer, or send the list of objects `"
            + name
            + "`.");
  }
}
