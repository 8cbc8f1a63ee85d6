// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.error;

/** A column's type cannot be written. Thrown when columns are made, never per row. */
public final class UnsupportedTypeException extends WireException {
  private static final long serialVersionUID = 1L;

  /** Enough to see which type it is; an Enum's name may have a million characters. */
  private static final int MAX_SHOWN_CHARS = 500;

  private final String column;
  private final String typeName;

  /** Names the column (empty when a bare type name was parsed), its type, and what to do. */
  public UnsupportedTypeException(String column, String typeName, String advice) {
    super(
        (column.isEmpty() ? "Type " : "Column `" + column + "` has type ")
            + shown(typeName)
            + ", which cannot be written: "
            + advice,
        null);
    this.column = column;
    this.typeName = typeName;
  }

  /** The type name as messages tell it: cut when it is very long. */
  public static String shown(String typeName) {
    return typeName.length() > MAX_SHOWN_CHARS
        ? typeName.substring(0, MAX_SHOWN_CHARS) + "..."
        : typeName;
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
