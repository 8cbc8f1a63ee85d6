// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.table;

/**
 * The header block of an INSERT is not what the table's description promised: the table was altered
 * in between. Nothing was sent; read the description again and convert the records anew.
 */
public final class TableChangedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  TableChangedException(TableId table, String difference) {
    super("Table " + table + " was altered while rows were waiting for it: " + difference);
  }
}
