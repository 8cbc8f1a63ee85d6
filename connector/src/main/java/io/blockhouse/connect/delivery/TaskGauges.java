// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.delivery;

import io.blockhouse.connect.metrics.SinkTaskMetrics;
import io.blockhouse.connect.table.InsertTarget;
import java.util.Collection;

/** What is measured of a task's tables after every call of the runtime. */
final class TaskGauges {
  private final Collection<TableDelivery> tables;
  private final BufferBudget budget;
  private final InsertTarget target;
  private final SinkTaskMetrics metrics;

  TaskGauges(
      Collection<TableDelivery> tables,
      BufferBudget budget,
      InsertTarget target,
      SinkTaskMetrics metrics) {
    this.tables = tables;
    this.budget = budget;
    this.target = target;
    this.metrics = metrics;
  }

  void update(long nowMs) {
    int blocked = 0;
    int inDoubt = 0;
    long oldest = -1;
    for (TableDelivery table : tables) {
      if (table.health().isBlocked()) {
        blocked++;
      }
      inDoubt += table.claimsInDoubt();
      oldest = TablePosition.earlier(oldest, table.oldestUnackedMs());
      long failingMs = table.health().failingForMs(nowMs);
      if (failingMs > 0) {
        oldest = TablePosition.earlier(oldest, nowMs - failingMs);
      }
    }
    metrics.claimsInDoubt(inDoubt);
    metrics.gauges(blocked, budget.totalBytes() + target.retainedBytes(), oldest);
  }
}
