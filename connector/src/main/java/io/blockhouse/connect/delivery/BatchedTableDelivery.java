// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.delivery;

import io.blockhouse.connect.convert.RowSource;
import io.blockhouse.connect.error.ErrorPolicy;
import io.blockhouse.connect.metrics.SinkTaskMetrics;
import io.blockhouse.connect.table.GroupWriter;
import io.blockhouse.connect.table.TableId;
import io.blockhouse.connect.table.TableWriter;
import io.blockhouse.wire.Deadline;
import io.blockhouse.wire.error.ConnectionException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * At-least-once delivery into one table: takes records into batches over all partitions, sends
 * them, and settles what becomes of them.
 */
final class BatchedTableDelivery implements TableDelivery {
  private static final Logger LOG = LoggerFactory.getLogger(BatchedTableDelivery.class);

  private final TableWriter writer;
  private final DeliveryLimits limits;
  private final Coordinator coordinator;
  private final SinkTaskMetrics metrics;
  private final LongSupplier clockMs;
  private final TableHealth health;
  private final OpenBatches batches;
  private final TableIntake intake;
  private final BatchLimit batchLimit;
  private final FailureSettlement failures;

  BatchedTableDelivery(
      TableWriter writer,
      DeliveryLimits limits,
      Coordinator coordinator,
      DeadLetters deadLetters,
      SinkTaskMetrics metrics,
      LongSupplier clockMs,
      Backoff backoff) {
    this.writer = writer;
    this.limits = limits;
    this.coordinator = coordinator;
    this.metrics = metrics;
    this.clockMs = clockMs;
    this.health = new TableHealth(writer.id(), backoff);
    this.batches = new OpenBatches(writer);
    this.batchLimit = new BatchLimit(limits.batchMaxRows());
    TablePause pause = new TablePause(writer.id(), health, limits, coordinator, metrics, clockMs);
    this.failures =
        new FailureSettlement(this, writer, coordinator, deadLetters, metrics, pause, batchLimit);
    Rejections rejections = new Rejections(deadLetters, coordinator, metrics);
    this.intake = new TableIntake(this, writer, limits, coordinator, rejections, metrics, clockMs);
  }

  @Override
  public TableId id() {
    return writer.id();
  }

  @Override
  public TableHealth health() {
    return health;
  }

  OpenBatches batches() {
    return batches;
  }

  @Override
  public void accept(RowSource row, PartitionPosition partition, long offset, Deadline deadline) {
    intake.accept(row, partition, offset, deadline);
  }

  /** Sends the block if it or its batch has reached a limit. */
  void sendIfFull(Batch batch, Deadline deadline) {
    if (batchLimit.isReached(batch.rows()) || limits.isBatchFull(batch)) {
      flush(batch, deadline);
    } else if (limits.isBlockFull(batch)) {
      try {
        if (canInsert(batch, deadline)) {
          batch.stream(deadline);
        }
      } catch (RuntimeException e) {
        failed(batch, e);
      }
    }
  }

  /** Sends the rest of an open batch and waits for the answer as long as the deadline allows. */
  void flush(Batch batch, Deadline deadline) {
    if (batch.state() == Batch.State.OPEN) {
      try {
        if (!canInsert(batch, deadline)) {
          return;
        }
        batch.end(deadline, clockMs.getAsLong());
      } catch (RuntimeException e) {
        failed(batch, e);
        return;
      }
    }
    await(batch, deadline);
  }

  private boolean canInsert(Batch batch, Deadline deadline) {
    return batch.writer().isInserting() || coordinator.freeConnection(deadline);
  }

  /** Collects the answer to a batch, as long as the deadline allows. */
  void await(Batch batch, Deadline deadline) {
    if (batch.state() != Batch.State.AWAITING) {
      // The failure of another batch of the table has dropped it.
      return;
    }
    long rawBytes = batch.writer().rawBytes();
    long wireBytes = batch.writer().wireBytes();
    try {
      if (batch.await(coordinator.forAnswers(deadline))) {
        batches.remove(batch);
        metrics.batchAcked(batch.rows(), rawBytes, wireBytes);
        health.acked(clockMs.getAsLong());
        batchLimit.stored();
      } else if (clockMs.getAsLong() - batch.endedMs() >= limits.requestTimeoutMs()) {
        throw new ConnectionException(
            "No answer to an INSERT within "
                + limits.requestTimeoutMs()
                + " ms: raise clickhouse.request.timeout.ms, or make batches smaller",
            null);
      }
    } catch (RuntimeException e) {
      failed(batch, e);
    }
  }

  /** {@code batch} is null when the failure is not about a batch in hand. */
  void failed(Batch batch, RuntimeException failure) {
    failures.settle(batch, failure);
  }

  /** Counts and logs a batch whose answer was lost. */
  void noteUnknownFate(Batch batch, Throwable failure) {
    if (batch.writer().finalBlockSent() && ErrorPolicy.serverCode(failure) == 0) {
      metrics.fateUnknown(batch.rows());
      LOG.warn(
          "An INSERT of {} rows into {} got no answer: it may have been stored and is sent again"
              + " ({}). Without a deduplication window on the table its rows may be doubled.",
          batch.rows(),
          writer.id(),
          batch.describeRanges());
    }
  }

  /** Drops batches; their partitions deliver the rows again. */
  void dropAll(Collection<Batch> dropped) {
    for (Batch batch : new ArrayList<>(dropped)) {
      noteUnknownFate(batch, null);
      batches.remove(batch);
      batch.drop();
    }
  }

  @Override
  public void resume(Deadline deadline) {
    for (Batch batch : batches.inState(Batch.State.AWAITING)) {
      await(batch, deadline);
    }
    if (health.isWaiting(clockMs.getAsLong())) {
      return;
    }
    if (health.isBlocked()) {
      try {
        writer.probe(deadline);
      } catch (RuntimeException e) {
        failed(null, e);
        return;
      }
      health.unblocked();
    }
    for (Batch batch : batches.inState(Batch.State.KEPT)) {
      sendAgain(batch, deadline);
    }
  }

  private void sendAgain(Batch batch, Deadline deadline) {
    try {
      if (batch.state() == Batch.State.KEPT && canInsert(batch, deadline)) {
        batch.end(deadline, clockMs.getAsLong());
        await(batch, deadline);
      }
    } catch (RuntimeException e) {
      failed(batch, e);
    }
  }

  @Override
  public void flushDue(Predicate<PartitionPosition> also, Deadline deadline) {
    for (Batch batch : batches.inState(Batch.State.AWAITING)) {
      await(batch, deadline);
    }
    if (health.isBlocked()) {
      return;
    }
    long now = clockMs.getAsLong();
    for (Batch batch : batches.inState(Batch.State.OPEN)) {
      boolean asked = batch.partitions().stream().anyMatch(also);
      if (asked || now - batch.openedMs() >= limits.batchLingerMs()) {
        flush(batch, deadline);
      }
    }
  }

  @Override
  public void release(Collection<PartitionPosition> partitions, Deadline deadline) {
    for (Batch batch : new ArrayList<>(batches.all())) {
      if (partitions.stream().noneMatch(batch::touches)) {
        continue;
      }
      await(batch, deadline);
      if (batch.state() != Batch.State.CLOSED) {
        dropAll(List.of(batch));
      }
    }
  }

  @Override
  public long nextDueMs() {
    long due = health.isBlocked() ? health.retryAtMs() : Long.MAX_VALUE;
    for (Batch batch : batches.all()) {
      if (batch.state() == Batch.State.OPEN && !health.isBlocked()) {
        due = Math.min(due, batch.openedMs() + limits.batchLingerMs());
      } else if (batch.state() == Batch.State.AWAITING) {
        due = Math.min(due, batch.endedMs());
      }
    }
    return due;
  }

  @Override
  public long oldestUnackedMs() {
    long oldest = -1;
    for (Batch batch : batches.all()) {
      oldest = TablePosition.earlier(oldest, batch.openedMs());
    }
    return oldest;
  }

  @Override
  public void trimIdle() {
    batches.trimIdle();
  }

  @Override
  public Collection<GroupWriter> writers() {
    return batches.writers();
  }

  @Override
  public long largestInsertBytes(boolean awaiting) {
    Batch largest = largestInsert(awaiting);
    return largest == null ? -1 : largest.bytes();
  }

  @Override
  public void finishLargestInsert(boolean awaiting, Deadline deadline) {
    flush(largestInsert(awaiting), deadline);
  }

  private Batch largestInsert(boolean awaiting) {
    Batch largest = null;
    for (Batch batch : batches.inState(awaiting ? Batch.State.AWAITING : Batch.State.OPEN)) {
      if (batch.writer().isInserting() && (largest == null || batch.bytes() > largest.bytes())) {
        largest = batch;
      }
    }
    return largest;
  }

  @Override
  public long largestBlockBytes() {
    Batch largest = batches.largest();
    return largest == null ? -1 : largest.writer().measuredBytes();
  }

  @Override
  public boolean closeLargestBlock(Deadline deadline) {
    Batch largest = batches.largest();
    if (health.isBlocked()) {
      dropAll(List.of(largest));
    } else {
      flush(largest, deadline);
    }
    if (largest.state() != Batch.State.CLOSED) {
      return false;
    }
    batches.trimIdle();
    return true;
  }
}
