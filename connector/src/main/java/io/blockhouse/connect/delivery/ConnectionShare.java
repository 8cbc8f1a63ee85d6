// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.delivery;

import io.blockhouse.connect.table.InsertTarget;
import io.blockhouse.wire.Deadline;
import java.util.Collection;

/** The few connections of a task, shared by all its tables. */
final class ConnectionShare {
  private final InsertTarget target;
  private final Collection<TableDelivery> tables;

  ConnectionShare(InsertTarget target, Collection<TableDelivery> tables) {
    this.target = target;
    this.tables = tables;
  }

  /** Makes one free, if need be by finishing an INSERT; false when the deadline passes first. */
  boolean free(Deadline deadline) {
    if (target.hasFreeConnection()) {
      return true;
    }
    finishOne(true, deadline);
    if (!target.hasFreeConnection()) {
      finishOne(false, deadline);
    }
    return target.hasFreeConnection();
  }

  /** Finishes the INSERT with the most bytes: it gains most from becoming a part now. */
  private void finishOne(boolean awaiting, Deadline deadline) {
    TableDelivery owner = null;
    long most = -1;
    for (TableDelivery table : tables) {
      long bytes = table.largestInsertBytes(awaiting);
      if (bytes > most) {
        owner = table;
        most = bytes;
      }
    }
    if (owner != null) {
      owner.finishLargestInsert(awaiting, deadline);
    }
  }
}
