// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.config;

import io.blockhouse.connect.table.TableId;
import io.blockhouse.wire.TableColumn;
import io.blockhouse.wire.TableEngine;
import java.util.List;
import java.util.Optional;

/** What a server says of its tables. */
interface Catalog {
  /** In table order; empty when there is no such table or it is not visible to the user. */
  List<TableColumn> columns(TableId table);

  /** Empty when there is no such table. */
  Optional<TableEngine> engine(TableId table);

  /** Names of visible tables; empty when there is no such database. */
  List<String> tables(String database);

  /** Why the table can't have each row exactly once; empty when it can. */
  default Optional<String> unfitForExactlyOnce(TableId table, boolean severalHosts) {
    return Optional.empty();
  }
}
