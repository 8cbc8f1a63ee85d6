// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.table;

/** A column that the configuration names is not in the table, or cannot be inserted. */
public final class MissingColumnException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** {@code key} is the option that names the column. */
  public MissingColumnException(TableId table, String column, String key) {
    super(
        "Table "
            + table
            + " has no column `"
            + column
            + "` that an INSERT may list, which "
            + key
            + " names. Add the column, or change the option; names are case-sensitive");
  }
}
