// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.schema;

import io.blockhouse.connect.table.TableId;

/** The two kinds of DDL that are issued. */
enum SchemaStatement {
  CREATE_TABLE("CREATE TABLE", "Table %s cannot be created (table.create=auto)"),
  ADD_COLUMN("ALTER ADD COLUMN", "Columns cannot be added to table %s (schema.evolution=add)");

  private final String privilege;
  private final String failure;

  SchemaStatement(String privilege, String failure) {
    this.privilege = privilege;
    this.failure = failure;
  }

  String privilege() {
    return privilege;
  }

  String failureOf(TableId table) {
    return failure.formatted(table);
  }
}
