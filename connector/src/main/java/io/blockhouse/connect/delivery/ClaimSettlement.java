// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.delivery;

import io.blockhouse.connect.error.ConversionException;
import io.blockhouse.connect.error.Decision;
import io.blockhouse.connect.error.ErrorPolicy;
import io.blockhouse.connect.ledger.LedgerException;
import io.blockhouse.connect.metrics.SinkTaskMetrics;
import io.blockhouse.wire.error.ServerException;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Settles what becomes of claimed rows that failed: kept to be sent again as they are, dropped to
 * be read again, claimed again in smaller parts until the guilty row is alone, or the end of the
 * task.
 */
final class ClaimSettlement {
  private static final Logger LOG = LoggerFactory.getLogger(ClaimSettlement.class);

  /** Memory may be short because of others' queries; after so many tries it is the block. */
  private static final int TRIES_BEFORE_SMALLER = 3;

  /** A view that fails on the same rows this often will not come round by itself. */
  private static final int VIEW_TRIES = 3;

  private final ClaimedTableDelivery table;
  private final Coordinator coordinator;
  private final DeadLetters deadLetters;
  private final SinkTaskMetrics metrics;
  private final LongSupplier clockMs;
  private final TablePause pause;
  private final BatchLimit batchLimit;

  ClaimSettlement(
      ClaimedTableDelivery table,
      Coordinator coordinator,
      DeadLetters deadLetters,
      SinkTaskMetrics metrics,
      LongSupplier clockMs,
      TablePause pause,
      BatchLimit batchLimit) {
    this.table = table;
    this.coordinator = coordinator;
    this.deadLetters = deadLetters;
    this.metrics = metrics;
    this.clockMs = clockMs;
    this.pause = pause;
    this.batchLimit = batchLimit;
  }

  /**
   * {@code claimed} is null when the failure is about no partition, {@code group} when it is about
   * none of its INSERTs.
   */
  void failed(ClaimedPartition claimed, GroupRows group, RuntimeException failure) {
    Decision decision = ErrorPolicy.decide(failure);
    if (claimed == null || group == null) {
      wait(claimed, decision == Decision.RECORD ? Decision.TABLE : decision, failure);
      return;
    }
    noteDoubt(claimed, group, failure);
    group.writer().abort();
    switch (decision) {
      case STORED -> stored(group);
      case RECORD -> refused(claimed, group, failure);
      case SMALLER -> tooLarge(claimed, group, failure);
      case VIEW -> viewFailed(claimed, (ServerException) failure);
      case RETRY -> retry(claimed, group, failure);
      default -> wait(claimed, decision, failure);
    }
    if (claimed.isClosed()) {
      settleIfDone(claimed);
    }
  }

  /** Without an answer, or when a view failed, the table may have the rows. */
  private void noteDoubt(ClaimedPartition claimed, GroupRows group, RuntimeException failure) {
    if (failure instanceof ServerException server && server.failedView().isPresent()) {
      claimed.unanswered(clockMs.getAsLong());
    } else if (group.isAwaiting() && ErrorPolicy.serverCode(failure) == 0) {
      claimed.unanswered(group.endedMs());
      LOG.debug("No answer for {}: it is sent again under its token.", claimed.describe());
    }
  }

  private void stored(GroupRows group) {
    group.writer().discard();
    group.outcome(GroupRows.Outcome.DONE);
  }

  private void refused(ClaimedPartition claimed, GroupRows group, RuntimeException failure) {
    metrics.failed(ErrorPolicy.serverCode(failure), ErrorPolicy.describe(failure));
    if (group.soleRecord() == null) {
      batchLimit.refused(group.rows());
      group.outcome(GroupRows.Outcome.REFUSED);
      return;
    }
    ConversionException refusal = ErrorPolicy.refusal(table.id(), failure);
    if (!batchLimit.rowRefused()) {
      wait(claimed, Decision.TABLE, failure);
    } else if (deadLetters.report(group.soleRecord(), refusal, coordinator)) {
      group.writer().discard();
      group.reported();
      claimed.reported(group);
      metrics.rowDeadLettered();
    } else {
      // The task fails; the record stays the first that is not done.
      claimed.partition().blockedBy(table.health());
    }
  }

  /**
   * Nothing is smaller than one row: then somebody has to change a limit of the server. The same
   * holds for a claim in doubt: rows that do not pass today may have passed in a try before.
   */
  private void tooLarge(ClaimedPartition claimed, GroupRows group, RuntimeException failure) {
    batchLimit.refused(group.rows());
    if (group.rows() > 1 && !claimed.isInDoubt()) {
      group.outcome(GroupRows.Outcome.REFUSED);
    }
    wait(claimed, group.rows() > 1 ? Decision.RETRY : Decision.TABLE, failure);
  }

  private void retry(ClaimedPartition claimed, GroupRows group, RuntimeException failure) {
    boolean tooLarge =
        ErrorPolicy.mayBeTooLarge(failure)
            && group.rows() > 1
            && table.health().attempts() + 1 >= TRIES_BEFORE_SMALLER;
    if (tooLarge) {
      tooLarge(claimed, group, failure);
    } else {
      wait(claimed, Decision.RETRY, failure);
    }
  }

  /** The same rows under the same token leave the table alone and give the view another chance. */
  private void viewFailed(ClaimedPartition claimed, ServerException failure) {
    if (table.health().attempts() + 1 < VIEW_TRIES) {
      wait(claimed, Decision.RETRY, failure);
    } else {
      metrics.failed(failure.code(), ErrorPolicy.describe(failure));
      coordinator.fail(ErrorPolicy.claimedViewFailure(table.id(), claimed.describe(), failure));
    }
  }

  private void wait(ClaimedPartition claimed, Decision decision, RuntimeException failure) {
    if (claimed != null) {
      claimed.partition().blockedBy(table.health());
    }
    if (ErrorPolicy.tableMayHaveChanged(failure)) {
      table.startAnew();
    } else if (claimed != null
        && decision != Decision.RETRY
        && !(failure instanceof LedgerException)) {
      claimed.drop();
    }
    pause.begin(decision, failure);
  }

  /**
   * Ends a claim whose every group is settled. If some were refused, a part of the rows is claimed
   * anew: only now, because what is unknown of the other groups would be unknown for ever.
   */
  void settleIfDone(ClaimedPartition claimed) {
    boolean refused = false;
    for (GroupRows group : claimed.rows().groups()) {
      if (group.outcome() == GroupRows.Outcome.OPEN) {
        return;
      }
      refused |= group.outcome() == GroupRows.Outcome.REFUSED;
    }
    if (refused && claimed.next() == null) {
      claimed.closeFirstHalf();
    } else if (!refused) {
      countDone(claimed);
      claimed.stored();
    }
  }

  /**
   * Whether a record of the claim at hand, or of one before, is on its way to the dead letter
   * queue: the next claim would say that it has arrived there.
   */
  boolean awaitsReports(ClaimedPartition claimed) {
    long done = claimed.claim() == null ? claimed.next().from() : claimed.claim().to();
    long unconfirmed = deadLetters.firstUnconfirmed(claimed.partition().topicPartition());
    return unconfirmed >= 0 && unconfirmed < done;
  }

  /** Counts rows as acknowledged, once: when they can't come again. */
  void countDone(ClaimedPartition claimed) {
    for (GroupRows group : claimed.rows().groups()) {
      if (group.outcome() == GroupRows.Outcome.DONE && !group.isReported()) {
        metrics.batchAcked(group.rows(), 0, 0);
      }
    }
  }
}
