// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.delivery;

import io.blockhouse.connect.convert.ColumnGroup;
import io.blockhouse.connect.convert.RowSource;
import io.blockhouse.connect.error.ErrorPolicy;
import io.blockhouse.connect.metrics.SinkTaskMetrics;
import io.blockhouse.connect.table.GroupWriter;
import io.blockhouse.connect.table.TableId;
import io.blockhouse.connect.table.TableWriter;
import io.blockhouse.wire.Deadline;
import io.blockhouse.wire.error.ConnectionException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
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

  /** Whether no row should be added before something of the batch is sent. */
  boolean isFull(Batch batch) {
    return isComplete(batch) || limits.isBlockFull(batch);
  }

  private boolean isComplete(Batch batch) {
    return batchLimit.isReached(batch.rows()) || limits.isBatchFull(batch);
  }

  /** Sends the block if it or its batch has reached a limit. */
  void sendIfFull(Batch batch, Deadline deadline) {
    if (isComplete(batch)) {
      send(batch, deadline);
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
    send(batch, deadline);
    await(batch, deadline);
  }

  /** The same, but does not wait for the answer if the next batch can be filled meanwhile. */
  private void send(Batch batch, Deadline deadline) {
    if (batch.state() == Batch.State.OPEN) {
      end(batch, deadline);
    }
    if (!batch.isDetached()) {
      await(batch, deadline);
    }
  }

  private void end(Batch batch, Deadline deadline) {
    try {
      if (isPredecessorDone(batch, deadline) && canInsert(batch, deadline)) {
        batch.end(deadline, clockMs.getAsLong());
        if (batch.isDetached()) {
          batches.detached(batch);
        }
      }
    } catch (RuntimeException e) {
      failed(batch, e);
    }
  }

  /**
   * Before its final block is sent, the batch that was sent before it has to be acknowledged: if
   * that one fails, this one has to be read again behind it.
   */
  private boolean isPredecessorDone(Batch batch, Deadline deadline) {
    Batch predecessor = batches.detached(batch.group());
    if (predecessor == null) {
      return true;
    }
    await(predecessor, deadline);
    return predecessor.state() == Batch.State.CLOSED && batch.state() != Batch.State.CLOSED;
  }

  private boolean canInsert(Batch batch, Deadline deadline) {
    Batch.State before = batch.state();
    // To free a connection another INSERT may be finished; if that fails it may drop this batch.
    return (batch.isInserting() || coordinator.freeConnection(deadline)) && batch.state() == before;
  }

  /** Collects the answer to a batch, as long as the deadline allows. */
  void await(Batch batch, Deadline deadline) {
    if (batch.state() != Batch.State.AWAITING) {
      // The failure of another batch of the table has dropped it.
      return;
    }
    long rawBytes = batch.rawBytes();
    long wireBytes = batch.wireBytes();
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
    if (batch.finalBlockSent() && ErrorPolicy.serverCode(failure) == 0) {
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
    for (Batch batch : dropped) {
      if (batch.state() != Batch.State.CLOSED) {
        noteUnknownFate(batch, null);
        drop(batch);
      }
    }
  }

  /** Drops a batch, and the one that was begun after it. */
  void drop(Batch batch) {
    Batch successor = batch.isDetached() ? batches.find(batch.group()) : null;
    if (successor != null) {
      batches.remove(successor);
      successor.drop();
    }
    batches.remove(batch);
    batch.drop();
  }

  /**
   * The batch whose answer the next rows of a group have to wait for, if that is what is missing.
   */
  Optional<Batch> awaited(ColumnGroup group) {
    Batch detached = batches.detached(group);
    Batch batch = detached != null ? detached : batches.find(group);
    return Optional.ofNullable(batch).filter(Batch::isBlocked);
  }

  /** Waits for the answers to all that is sent, as long as one may be waited for now. */
  void awaitSent() {
    Deadline deadline = Deadline.afterMs(limits.requestTimeoutMs());
    for (Batch batch : batches.inState(Batch.State.AWAITING)) {
      await(batch, deadline);
    }
  }

  @Override
  public void resume(Deadline deadline) {
    for (Batch batch : batches.inState(Batch.State.AWAITING)) {
      if (!batch.isDetached()) {
        await(batch, deadline);
      } else if (batch.isToBeLookedAt(clockMs.getAsLong())) {
        await(batch, Deadline.afterMs(0));
      }
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
    if (batch.state() == Batch.State.KEPT) {
      end(batch, deadline);
      await(batch, deadline);
    }
  }

  @Override
  public void flushDue(Deadline deadline) {
    if (health.isBlocked()) {
      return;
    }
    for (Batch batch : batches.inState(Batch.State.OPEN)) {
      if (isDue(batch)) {
        send(batch, deadline);
      }
    }
  }

  private boolean isDue(Batch batch) {
    return clockMs.getAsLong() - batch.openedMs() >= limits.batchLingerMs();
  }

  @Override
  public void settle(Predicate<PartitionPosition> also, Deadline deadline) {
    for (Batch batch : batches.inState(Batch.State.AWAITING)) {
      await(batch, deadline);
    }
    if (health.isBlocked()) {
      return;
    }
    for (Batch batch : batches.inState(Batch.State.OPEN)) {
      if (isDue(batch) || batch.partitions().stream().anyMatch(also)) {
        flush(batch, deadline);
      }
    }
  }

  @Override
  public void release(Collection<PartitionPosition> partitions, Deadline deadline) {
    for (Batch batch : batches.all()) {
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
      if (batch.isInserting() && (largest == null || batch.bytes() > largest.bytes())) {
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
    if (largest.state() != Batch.State.CLOSED && !largest.isDetached()) {
      return false;
    }
    batches.trimIdle();
    return true;
  }
}
