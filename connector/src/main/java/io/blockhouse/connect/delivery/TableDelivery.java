// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.delivery;

import io.blockhouse.connect.convert.RowSource;
import io.blockhouse.connect.table.GroupWriter;
import io.blockhouse.connect.table.TableId;
import io.blockhouse.wire.Deadline;
import java.util.Collection;
import java.util.function.Predicate;

/**
 * Delivery into one table under one guarantee. A failure never concerns another table, so nothing
 * here throws.
 */
interface TableDelivery {
  TableId id();

  TableHealth health();

  /** Takes a row, or lets it pass and arranges that its record is delivered again. */
  void accept(RowSource row, PartitionPosition partition, long offset, Deadline deadline);

  /** Collects answers that have come, and makes the next try when its time has come. */
  void resume(Deadline deadline);

  /** Sends open rows that are older than the linger. */
  default void flushDue(Deadline deadline) {
    settle(partition -> false, deadline);
  }

  /**
   * Sends those as well that are of a partition of which all shall be sent, and waits for answers.
   */
  void settle(Predicate<PartitionPosition> also, Deadline deadline);

  /** Settles or drops everything with rows of partitions that go away. */
  void release(Collection<PartitionPosition> partitions, Deadline deadline);

  /** Clock time at which something is to be done without new records; Long.MAX_VALUE for never. */
  long nextDueMs();

  /** Clock time since which a row waits to be acknowledged; -1 when none does. */
  long oldestUnackedMs();

  /** Claims that are in the ledger and may not be stored yet; 0 without a ledger. */
  default int claimsInDoubt() {
    return 0;
  }

  /** Gives back the heap of blocks that have no rows. */
  void trimIdle();

  /** All that hold a block, idle or not. */
  Collection<GroupWriter> writers();

  /**
   * Bytes of the largest INSERT that has a connection and awaits its answer, or does not; or -1.
   */
  long largestInsertBytes(boolean awaiting);

  /** Finishes that INSERT, as far as the deadline allows, so that its connection becomes free. */
  void finishLargestInsert(boolean awaiting, Deadline deadline);

  /** Heap of the largest block with rows; -1 when there is none. */
  long largestBlockBytes();

  /** Sends that block early or, if the table can't be written, drops it; true when it is empty. */
  boolean closeLargestBlock(Deadline deadline);
}
