// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.error;

/** A column's type cannot be written. Thrown when columns are made, never per row. */
public final class UnsupportedTypeException extends WireException {
  private static final long serialVersionUID = 1L;

  private final String column;
  private final String typeName;

  /** Names the column (empty when a bare type name was parsed), its type, and what to do. */
  public UnsupportedTypeException(String column, String typeName, String advice) {
    super(
        (column.isEmpty() ? "Type " : "Column `" + column + "` has type ")
            + typeName
            + ", which cannot be written: "
            + advice,
        null);
    this.column = column;
    this.typeName = typeName;
  }

  /** The column, or an empty string. */
  public String column() {
    return column;
  }

  /** The type as the server named it. */
  public String typeName() {
    return typeName;
  }
}
