// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.delivery;

import io.blockhouse.connect.table.GroupWriter;
import io.blockhouse.wire.Deadline;
import java.util.Collection;
import java.util.List;

/**
 * Keeps the heap of all blocks of a task within {@code buffer.max.bytes}: over it, idle blocks give
 * their capacity back, then the largest batches are finished early. Batches of tables that cannot
 * be written are dropped, to be read from Kafka again: a table that is down must not hold the heap.
 */
final class BufferBudget {
  private final long maxBytes;
  private final Collection<TableDelivery> tables;
  private long totalBytes;

  BufferBudget(long maxBytes, Collection<TableDelivery> tables) {
    this.maxBytes = maxBytes;
    this.tables = tables;
  }

  /** Heap held by blocks, as far as it was measured. */
  long totalBytes() {
    return totalBytes;
  }

  void grown(GroupWriter writer, Deadline deadline) {
    totalBytes += writer.measure();
    if (totalBytes > maxBytes) {
      relieve(deadline);
    }
  }

  private void relieve(Deadline deadline) {
    for (TableDelivery table : tables) {
      table.batches().trimIdle();
    }
    sum();
    while (totalBytes > maxBytes && closeLargest(deadline)) {
      sum();
    }
  }

  /** False when there was nothing to close, or the largest could not be closed in time. */
  private boolean closeLargest(Deadline deadline) {
    TableDelivery owner = null;
    Batch largest = null;
    for (TableDelivery table : tables) {
      Batch candidate = table.batches().largest();
      if (candidate != null
          && (largest == null
              || candidate.writer().measuredBytes() > largest.writer().measuredBytes())) {
        owner = table;
        largest = candidate;
      }
    }
    if (largest == null) {
      return false;
    }
    if (owner.health().isBlocked()) {
      owner.dropAll(List.of(largest));
    } else {
      owner.flush(largest, deadline);
    }
    if (largest.state() != Batch.State.CLOSED) {
      return false;
    }
    owner.batches().trimIdle();
    return true;
  }

  private void sum() {
    totalBytes = 0;
    for (TableDelivery table : tables) {
      for (GroupWriter writer : table.batches().writers()) {
        totalBytes += writer.measuredBytes();
      }
    }
  }
}
