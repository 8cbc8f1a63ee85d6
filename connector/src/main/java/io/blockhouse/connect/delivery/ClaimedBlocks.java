// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.delivery;

import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/** Which of a table's partitions hold the most heap, and which of them can give it back. */
final class ClaimedBlocks {
  private final Collection<ClaimedPartition> partitions;

  ClaimedBlocks(Collection<ClaimedPartition> partitions) {
    this.partitions = partitions;
  }

  /** Null when no answer is awaited. */
  ClaimedPartition largestAwaiting() {
    return largest(ClaimedPartition::isAwaiting);
  }

  /** Heap of the largest; -1 when there are no rows. */
  long largestBytes() {
    ClaimedPartition largest = largest(claimed -> !claimed.rows().isEmpty());
    return largest == null ? -1 : largest.rows().measuredBytes();
  }

  /** Null when there is none: a claim that is being replayed can't be sent in part. */
  ClaimedPartition largestToClose() {
    return largest(
        claimed -> !claimed.rows().isEmpty() && (claimed.isClosed() || !claimed.isReplaying()));
  }

  /**
   * Where all are being replayed, drops the one that is least complete, so that the others come to
   * an end. False when there is only one: then dropping it would be for ever.
   */
  boolean dropLeastComplete() {
    List<ClaimedPartition> withRows =
        partitions.stream().filter(claimed -> !claimed.rows().isEmpty()).toList();
    if (withRows.size() < 2) {
      return false;
    }
    ClaimedPartition least =
        Collections.min(
            withRows,
            Comparator.comparingLong((ClaimedPartition claimed) -> claimed.rows().rows()));
    least.drop();
    least.rows().trimIdle();
    return true;
  }

  private ClaimedPartition largest(Predicate<ClaimedPartition> which) {
    ClaimedPartition largest = null;
    for (ClaimedPartition claimed : partitions) {
      if (which.test(claimed)
          && (largest == null || claimed.rows().measuredBytes() > largest.rows().measuredBytes())) {
        largest = claimed;
      }
    }
    return largest;
  }
}
