// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.table;

/** There is no such table, or the user may not see it. */
public final class MissingTableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  MissingTableException(TableId table) {
    super(
        "Table "
            + table
            + " does not exist, or the user may not see it. Create it, grant SELECT on"
            + " system.columns and INSERT on it, or route the topic to another table with"
            + " topic.to.table.map, topic.to.table.regex or table.name.format");
  }
}
