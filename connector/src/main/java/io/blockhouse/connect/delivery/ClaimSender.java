// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.delivery;

import io.blockhouse.connect.ledger.ClaimException;
import io.blockhouse.connect.ledger.Ledger;
import io.blockhouse.connect.ledger.LedgerException;
import io.blockhouse.connect.metrics.SinkTaskMetrics;
import io.blockhouse.wire.Deadline;
import io.blockhouse.wire.error.ConnectionException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Claims what is closed, sends what is claimed, and collects the answers. */
final class ClaimSender {
  private static final Logger LOG = LoggerFactory.getLogger(ClaimSender.class);

  /**
   * How long a claim counts as ours after it was last seen in the ledger. An INSERT that is sent
   * although somebody else has claimed since is no harm; one that comes so late that the server has
   * forgotten its token would be.
   */
  static final long CONFIRMED_FOR_MS = 10_000;

  private final TableHealth health;
  private final DeliveryLimits limits;
  private final ClaimOptions options;
  private final Coordinator coordinator;
  private final ClaimSettlement settlement;
  private final SinkTaskMetrics metrics;
  private final LongSupplier clockMs;
  private final BatchLimit batchLimit;

  ClaimSender(
      TableHealth health,
      DeliveryLimits limits,
      ClaimOptions options,
      Coordinator coordinator,
      ClaimSettlement settlement,
      SinkTaskMetrics metrics,
      LongSupplier clockMs,
      BatchLimit batchLimit) {
    this.health = health;
    this.limits = limits;
    this.options = options;
    this.coordinator = coordinator;
    this.settlement = settlement;
    this.metrics = metrics;
    this.clockMs = clockMs;
    this.batchLimit = batchLimit;
  }

  /** Brings closed partitions on their way, as far as the deadline and connections allow. */
  void submit(List<ClaimedPartition> closed, Deadline deadline) {
    List<ClaimedPartition> unclaimed =
        closed.stream()
            .filter(claimed -> claimed.next() != null && !settlement.awaitsReports(claimed))
            .toList();
    if (!unclaimed.isEmpty() && !claim(unclaimed, deadline)) {
      return;
    }
    for (ClaimedPartition claimed : closed) {
      if (claimed.isClosed() && claimed.next() == null && !health.isBlocked()) {
        send(claimed, deadline);
      }
    }
  }

  /** False when the ledger can't be used. */
  private boolean claim(List<ClaimedPartition> unclaimed, Deadline deadline) {
    List<Ledger.Move> moves = new ArrayList<>(unclaimed.size());
    for (ClaimedPartition claimed : unclaimed) {
      moves.add(new Ledger.Move(claimed.key(), claimed.claim(), claimed.next()));
    }
    long now = clockMs.getAsLong();
    List<Ledger.Outcome> outcomes;
    try {
      outcomes = options.ledger().advance(moves, deadline);
    } catch (RuntimeException e) {
      settlement.failed(unclaimed.get(0), null, e);
      return false;
    }
    for (int i = 0; i < outcomes.size(); i++) {
      moved(unclaimed.get(i), outcomes.get(i), now);
    }
    return true;
  }

  private void moved(ClaimedPartition claimed, Ledger.Outcome outcome, long now) {
    if (outcome.holds(claimed.next())) {
      boolean part = claimed.isNextAPart();
      claimed.claimed(now);
      if (part) {
        settlement.countDone(claimed);
        claimed.dropForPart();
      }
    } else if (outcome.holds(claimed.claim())) {
      LedgerException unchanged =
          outcome.failure() != null
              ? outcome.failure()
              : new LedgerException(
                  "The ledger did not change, though it did not object",
                  new ConnectionException("Another session may be ahead; it is tried again", null));
      settlement.failed(claimed, null, unchanged);
    } else {
      lost(claimed);
    }
  }

  /** Somebody else owns the partition by now, or did; what they claimed is replayed, no more. */
  private void lost(ClaimedPartition claimed) {
    LOG.info(
        "Another task has claimed {} for {} first; its claim is read and replayed.",
        claimed.describe(),
        claimed.key().table());
    metrics.claimLost();
    claimed.drop();
  }

  private void send(ClaimedPartition claimed, Deadline deadline) {
    GroupRows sending = null;
    try {
      if (!isStillOurs(claimed, deadline)) {
        return;
      }
      noteMissingRows(claimed);
      for (GroupRows group : List.copyOf(claimed.rows().groups())) {
        sending = group;
        if (group.outcome() != GroupRows.Outcome.OPEN || group.isAwaiting()) {
          continue;
        }
        // To free a connection another INSERT may be finished, and that may fail.
        if (!coordinator.freeConnection(deadline) || !claimed.isClosed() || health.isBlocked()) {
          return;
        }
        group.send(claimed.token(group), deadline, clockMs.getAsLong());
      }
    } catch (RuntimeException e) {
      settlement.failed(claimed, sending, e);
      return;
    }
    settleIfDone(claimed);
  }

  private boolean isStillOurs(ClaimedPartition claimed, Deadline deadline) {
    long now = clockMs.getAsLong();
    if (claimed.unansweredSinceMs() >= 0
        && now - claimed.unansweredSinceMs() > options.maxInDoubtMs()) {
      throw ClaimException.inDoubt(
          claimed.key(),
          claimed.claim(),
          now - claimed.unansweredSinceMs(),
          options.maxInDoubtMs(),
          options.ledgerTable());
    }
    if (now - claimed.confirmedMs() <= CONFIRMED_FOR_MS) {
      return true;
    }
    Ledger.Entry entry = options.ledger().read(List.of(claimed.key()), deadline).get(claimed.key());
    if (!new Ledger.Outcome(entry, null).holds(claimed.claim())) {
      lost(claimed);
      return false;
    }
    claimed.confirmed(now);
    return true;
  }

  /** Records that were claimed may be gone from the topic since. */
  private void noteMissingRows(ClaimedPartition claimed) {
    long missing = claimed.claim().rows() - claimed.rows().rows();
    if (claimed.isReplaying()
        && missing > 0
        && claimed.claim().storedAhead().isEmpty()
        && claimed.noteMissing()) {
      metrics.claimedRowsMissing(missing);
      LOG.warn(
          "{} of {} rows that were claimed for {} ({}-{} offsets {}..{}) no longer come from the"
              + " topic. If the claim was stored, they are in the table; if not, they are lost,"
              + " because the topic's retention or compaction has removed them.",
          missing,
          claimed.claim().rows(),
          claimed.key().table(),
          claimed.key().topic(),
          claimed.key().partition(),
          claimed.claim().from(),
          claimed.claim().to() - 1);
    }
  }

  /** Collects answers, as far as the deadline allows. */
  void await(ClaimedPartition claimed, Deadline deadline) {
    if (!claimed.isClosed()) {
      return;
    }
    for (GroupRows group : List.copyOf(claimed.rows().groups())) {
      if (claimed.isClosed() && group.isAwaiting()) {
        await(claimed, group, deadline);
      }
    }
    settleIfDone(claimed);
  }

  private void await(ClaimedPartition claimed, GroupRows group, Deadline deadline) {
    long rawBytes = group.writer().rawBytes();
    long wireBytes = group.writer().wireBytes();
    try {
      if (group.await(coordinator.forAnswers(deadline))) {
        metrics.batchSent(rawBytes, wireBytes);
        health.acked(clockMs.getAsLong());
        batchLimit.stored();
      } else if (clockMs.getAsLong() - group.endedMs() >= limits.requestTimeoutMs()) {
        throw new ConnectionException(
            "No answer to an INSERT within "
                + limits.requestTimeoutMs()
                + " ms: raise clickhouse.request.timeout.ms, or make blocks smaller",
            null);
      }
    } catch (RuntimeException e) {
      settlement.failed(claimed, group, e);
    }
  }

  private void settleIfDone(ClaimedPartition claimed) {
    if (claimed.isClosed() && claimed.next() == null) {
      settlement.settleIfDone(claimed);
    }
  }

  /** {@code claimed} and {@code group} are null when the failure is not about rows in hand. */
  void failed(ClaimedPartition claimed, GroupRows group, RuntimeException failure) {
    settlement.failed(claimed, group, failure);
  }
}
