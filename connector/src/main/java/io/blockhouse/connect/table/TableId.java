// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.table;

/**
 * A table's full name, unescaped.
 *
 * @param database never empty
 * @param table never empty
 */
public record TableId(String database, String table) {
  @Override
  public String toString() {
    return database + "." + table;
  }
}
