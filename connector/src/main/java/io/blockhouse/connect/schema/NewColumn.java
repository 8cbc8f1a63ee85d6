// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.schema;

import io.blockhouse.wire.Sql;

/**
 * A column to be made.
 *
 * @param name unescaped
 * @param type as in DDL
 */
record NewColumn(String name, String type) {
  /** As in a list of columns. */
  String definition() {
    return Sql.identifier(name) + " " + type;
  }
}
