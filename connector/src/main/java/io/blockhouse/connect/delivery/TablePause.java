// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.delivery;

import io.blockhouse.connect.error.Decision;
import io.blockhouse.connect.error.ErrorPolicy;
import io.blockhouse.connect.metrics.SinkTaskMetrics;
import io.blockhouse.connect.table.TableId;
import java.util.function.LongSupplier;

/** After a failure: leaves one table alone for a while, or ends the task. */
final class TablePause {
  private final TableId table;
  private final TableHealth health;
  private final DeliveryLimits limits;
  private final Coordinator coordinator;
  private final SinkTaskMetrics metrics;
  private final LongSupplier clockMs;

  TablePause(
      TableId table,
      TableHealth health,
      DeliveryLimits limits,
      Coordinator coordinator,
      SinkTaskMetrics metrics,
      LongSupplier clockMs) {
    this.table = table;
    this.health = health;
    this.limits = limits;
    this.coordinator = coordinator;
    this.metrics = metrics;
    this.clockMs = clockMs;
  }

  void begin(Decision decision, RuntimeException failure) {
    long now = clockMs.getAsLong();
    health.failed(failure, decision, now);
    metrics.retry(ErrorPolicy.serverCode(failure), ErrorPolicy.describe(failure));
    if (decision == Decision.FATAL) {
      coordinator.fail(ErrorPolicy.tableFailure(table, failure));
    } else if (limits.retryTimeoutMs() >= 0
        && health.failingForMs(now) >= limits.retryTimeoutMs()) {
      coordinator.fail(ErrorPolicy.retriesExhausted(table, limits.retryTimeoutMs(), failure));
    }
  }
}
