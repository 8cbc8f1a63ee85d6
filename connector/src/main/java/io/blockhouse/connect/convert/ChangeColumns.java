// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.connect.table.TableSchema;
import io.blockhouse.wire.TableColumn.DefaultKind;
import io.blockhouse.wire.error.UnsupportedTypeException;
import io.blockhouse.wire.type.TypeFamily;
import java.util.List;

/**
 * The columns that tell which of several rows of a key is the last, and whether that one is a
 * delete. The connector fills them itself wherever a table has them; fields of these names are not
 * read.
 *
 * @param flag a UInt8 column, 1 for a delete and 0 else; empty for none
 * @param version a UInt64 column that grows with every change; empty for none
 */
public record ChangeColumns(String flag, String version) {
  /** Rows are only ever added: no column is special. */
  public static final ChangeColumns NONE = new ChangeColumns("", "");

  private static final String FLAG_TYPE = "it must be UInt8, as ReplacingMergeTree requires";
  private static final String VERSION_TYPE =
      "it must be UInt64, which holds every position of a source in order";

  boolean isFlag(String column) {
    return !flag.isEmpty() && flag.equals(column);
  }

  boolean isVersion(String column) {
    return !version.isEmpty() && version.equals(column);
  }

  boolean has(String column) {
    return isFlag(column) || isVersion(column);
  }

  /**
   * The schema as INSERTs see it: a column that is filled for every row is listed for every row,
   * DEFAULT or not.
   *
   * @throws UnsupportedTypeException when a column has another type
   */
  TableSchema filledIn(TableSchema schema) {
    List<TableSchema.Column> columns = schema.columns().stream().map(this::filledIn).toList();
    return new TableSchema(schema.id(), columns);
  }

  private TableSchema.Column filledIn(TableSchema.Column column) {
    if (isFlag(column.name())) {
      require(column, TypeFamily.UINT8, FLAG_TYPE);
    } else if (isVersion(column.name())) {
      require(column, TypeFamily.UINT64, VERSION_TYPE);
    } else {
      return column;
    }
    return new TableSchema.Column(column.name(), column.type(), DefaultKind.NONE);
  }

  private static void require(TableSchema.Column column, TypeFamily family, String why) {
    if (column.type().family() != family) {
      throw new UnsupportedTypeException(column.name(), column.type().name(), why);
    }
  }
}
