// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.delivery;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The topic partitions whose claims a task replays at a time. A claim is held whole until it is
 * complete, and after a restart every partition may have one: without a limit they would need many
 * times the heap in which they were made one after the other.
 *
 * <p>A slot is for all tables of a partition, because a partition that waits is not read, and then
 * none of its claims can be completed.
 */
final class ReplaySlots implements Gate {
  private final Map<PartitionPosition, Set<ClaimedPartition>> replaying = new HashMap<>();

  /** Whether the claim may be replayed now; it holds a slot from then on. */
  boolean take(ClaimedPartition claimed) {
    Set<ClaimedPartition> claims = replaying.get(claimed.partition());
    if (claims == null) {
      if (isBlocked()) {
        return false;
      }
      claims = new HashSet<>(2);
      replaying.put(claimed.partition(), claims);
    }
    claims.add(claimed);
    return true;
  }

  void free(ClaimedPartition claimed) {
    Set<ClaimedPartition> claims = replaying.get(claimed.partition());
    if (claims != null && claims.remove(claimed) && claims.isEmpty()) {
      replaying.remove(claimed.partition());
    }
  }

  @Override
  public boolean isBlocked() {
    return replaying.size() >= DeliveryLimits.CLAIMS_IN_BUFFER;
  }
}
