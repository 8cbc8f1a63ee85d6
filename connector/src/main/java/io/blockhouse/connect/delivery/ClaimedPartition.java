// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.delivery;

import io.blockhouse.connect.ledger.Claim;
import io.blockhouse.connect.ledger.Ledger;
import io.blockhouse.connect.ledger.LedgerKey;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * One topic partition on its way into one table, exactly once. What the ledger had is read before
 * the first record; then rows are collected, either of the claim found there or for the next one;
 * then they are closed, claimed unless they already are, and sent until they are acknowledged.
 * Nothing is in flight but those, so a claim is made only after its predecessor is stored.
 */
final class ClaimedPartition implements Gate {
  private final LedgerKey key;
  private final PartitionPosition partition;
  private final ClaimRows rows;
  private final ReplaySlots slots;
  private int restarts;
  private boolean read;
  private boolean replaying;
  private boolean closed;

  /** What the ledger holds, as far as known; null for nothing. */
  private Claim claim;

  /** UUID of the table that rows go into now; empty when it says nothing. */
  private String table = "";

  /** What it shall hold; null when it already does. */
  private Claim next;

  /** Everything below is stored, reported or ignored. */
  private long doneTo;

  /** Clock time at which the claim was certainly still in the ledger. */
  private long confirmedMs;

  /** Clock time of the first INSERT under the claim that got no answer; -1 when there is none. */
  private long unansweredSinceMs = -1;

  /** Offsets of rows that were reported while the claim that has them is not done. */
  private final Set<Long> reported = new HashSet<>(2);

  private boolean nextIsPart;
  private String missingNotedFor = "";

  /** Id of the last claim that this task made itself, as long as nobody else has taken it over. */
  private String ownClaim = "";

  ClaimedPartition(LedgerKey key, PartitionPosition partition, ClaimRows rows, ReplaySlots slots) {
    this.slots = slots;
    this.key = key;
    this.partition = partition;
    this.rows = rows;
  }

  LedgerKey key() {
    return key;
  }

  PartitionPosition partition() {
    return partition;
  }

  TablePosition position() {
    return partition.table(key.table());
  }

  GroupPosition rowsPosition() {
    return position().allGroups();
  }

  ClaimRows rows() {
    return rows;
  }

  Claim claim() {
    return claim;
  }

  Claim next() {
    return next;
  }

  /** Whether the ledger's claim is known; not after the offsets of the topic started anew. */
  boolean isRead() {
    if (restarts != position().restarts()) {
      restarts = position().restarts();
      doneTo = 0;
      read = false;
    }
    return read;
  }

  /** Whether rows are being collected for a claim that is in the ledger already. */
  boolean isReplaying() {
    return replaying;
  }

  /** Whether the rows are complete and on their way; then none can be added. */
  boolean isClosed() {
    return closed;
  }

  boolean isAwaiting() {
    return closed && rows.groups().stream().anyMatch(GroupRows::isAwaiting);
  }

  /** Whether rows that come after those in hand have to wait for an answer. */
  @Override
  public boolean isBlocked() {
    return isAwaiting();
  }

  /** Takes over what the ledger has, before the record at {@code offset} is taken. */
  void load(Ledger.Entry entry, String tableUuid, long offset, long nowMs) {
    read = true;
    claim = entry == null ? null : entry.claim();
    table = tableUuid;
    replaying = false;
    if (claim == null || isOfOtherTable()) {
      return;
    }
    confirmedMs = nowMs;
    // Offsets are committed up to the first row of a claim, and past it only once it is stored.
    boolean settled = claim.from() == claim.to();
    if (settled || offset >= claim.to() || claim.to() <= doneTo) {
      doneTo = Math.max(doneTo, claim.to());
    } else {
      doneTo = Math.max(doneTo, claim.from());
      replaying = true;
    }
    if (!isOwnClaim()) {
      unansweredSinceMs = -1;
    }
  }

  /** Whether the ledger's claim is about a table of the same name that is no longer there. */
  boolean isOfOtherTable() {
    return claim != null
        && !claim.tableUuid().isEmpty()
        && !table.isEmpty()
        && !claim.tableUuid().equals(table);
  }

  /**
   * Whether the claim may have been sent by somebody else, or by this task without an answer: then
   * only its token keeps its rows from being stored twice, so they can't be claimed in parts unless
   * the server can never have taken them.
   */
  boolean isInDoubt() {
    return !isOwnClaim() || unansweredSinceMs >= 0;
  }

  /** Whether this task made the claim, and nobody else can have sent it. */
  boolean isOwnClaim() {
    return claim != null && claim.id().equals(ownClaim);
  }

  /** Whether the record is in hand or done with. */
  boolean has(long offset) {
    return offset < doneTo || rowsPosition().has(offset);
  }

  /** Whether the row is stored or reported, though other rows of its claim are not. */
  boolean isSettled(GroupRows group, long offset) {
    return reported.contains(offset)
        || claim != null && !isOfOtherTable() && claim.hasStored(group.name(), offset);
  }

  /** The only row of a group was refused and reported. */
  void reported(GroupRows group) {
    reported.add(group.soleRecord().originalKafkaOffset());
  }

  /** Whether all records of the claim that is being replayed have been delivered. */
  boolean isReplayComplete() {
    return replaying && partition.hasPassed(claim.to(), position());
  }

  /** No more rows: what is in hand is one claim, or all of another owner's. */
  void close() {
    closed = true;
    if (replaying && !isOwnClaim()) {
      next = claim.takenOver(UUID.randomUUID().toString());
    } else if (!replaying) {
      boolean first = claim == null || isOfOtherTable();
      long from = first ? rows.firstOffset() : claim.to();
      next =
          new Claim(
              UUID.randomUUID().toString(),
              from,
              rows.lastOffset() + 1,
              rows.firstOffset(),
              rows.lastOffset(),
              rows.firstTimestamp(),
              rows.lastTimestamp(),
              rows.rows(),
              rows.optionalColumns(),
              first ? Map.of() : claim.storedAheadOf(from),
              table);
    }
  }

  /** A part of the rows, up to about their middle, is to be claimed in place of all of them. */
  void closeFirstHalf() {
    Map<String, Long> stored = new HashMap<>();
    for (GroupRows group : rows.groups()) {
      if (group.outcome() == GroupRows.Outcome.DONE) {
        stored.put(group.name(), claim.to());
      }
    }
    long middle = rows.firstOffset() + (rows.lastOffset() - rows.firstOffset() + 1) / 2;
    nextIsPart = true;
    next = claim.firstPart(UUID.randomUUID().toString(), middle, stored);
  }

  /** True once per claim: that some of its rows are missing is to be said now. */
  boolean noteMissing() {
    boolean first = !claim.token().equals(missingNotedFor);
    missingNotedFor = claim.token();
    return first;
  }

  /** Whether {@link #next} is a part of the claim, so that its rows have to be read again. */
  boolean isNextAPart() {
    return nextIsPart;
  }

  /** The ledger has the next claim. */
  void claimed(long nowMs) {
    ownClaim = next.isSameAs(claim) ? "" : next.id();
    claim = next;
    next = null;
    nextIsPart = false;
    confirmedMs = nowMs;
    unansweredSinceMs = -1;
  }

  void confirmed(long nowMs) {
    confirmedMs = nowMs;
  }

  long confirmedMs() {
    return confirmedMs;
  }

  /** Whether an INSERT that was completed at that clock time took effect is not known. */
  void unanswered(long endedMs) {
    if (unansweredSinceMs < 0) {
      unansweredSinceMs = endedMs;
    }
  }

  long unansweredSinceMs() {
    return unansweredSinceMs;
  }

  /** The same bytes under the same token, in every try and by every owner. */
  String token(GroupRows group) {
    return group.name().isEmpty() ? claim.token() : claim.token() + "/" + group.name();
  }

  /** All rows are in the table, or reported. */
  void stored() {
    doneTo = Math.max(doneTo, claim.to());
    rows.clear();
    reported.clear();
    rowsPosition().acked();
    unansweredSinceMs = -1;
    replaying = false;
    closed = false;
    slots.free(this);
  }

  /** The rows are dropped; their records have to be delivered again, after the ledger was read. */
  void drop() {
    drop(rows.unreportedRows());
  }

  /** The same after {@link #next} has become the claim: rows that are done do not come again. */
  void dropForPart() {
    drop(rows.openRows());
  }

  private void drop(long again) {
    if (!rows.isEmpty()) {
      rowsPosition().dropped(rows.firstOffset(), again);
      position().rewindFrom(rows.firstOffset());
    }
    for (GroupRows group : rows.groups()) {
      if (group.isAwaiting()) {
        unanswered(group.endedMs());
      }
    }
    rows.discard();
    if (next != null) {
      // It may still get into the ledger, a part too: the whole has to be taken over before.
      ownClaim = "";
    }
    next = null;
    nextIsPart = false;
    closed = false;
    replaying = false;
    read = false;
    slots.free(this);
  }

  /** For logs: topic, partition and offsets, no values. */
  String describe() {
    return partition.topicPartition() + " offsets " + rows.firstOffset() + ".." + rows.lastOffset();
  }
}
