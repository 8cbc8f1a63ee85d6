// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.delivery;

import io.blockhouse.connect.table.GroupWriter;
import io.blockhouse.wire.Deadline;
import java.util.Collection;

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
      table.trimIdle();
    }
    sum();
    while (totalBytes > maxBytes && closeLargest(deadline)) {
      sum();
    }
  }

  /** False when there was nothing to close, or the largest could not be closed in time. */
  private boolean closeLargest(Deadline deadline) {
    TableDelivery owner = null;
    long most = -1;
    for (TableDelivery table : tables) {
      long bytes = table.largestBlockBytes();
      if (bytes > most) {
        owner = table;
        most = bytes;
      }
    }
    return owner != null && owner.closeLargestBlock(deadline);
  }

  private void sum() {
    totalBytes = 0;
    for (TableDelivery table : tables) {
      for (GroupWriter writer : table.writers()) {
        totalBytes += writer.measuredBytes();
      }
    }
  }
}
