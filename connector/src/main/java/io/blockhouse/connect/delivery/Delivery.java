// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.delivery;

import io.blockhouse.connect.convert.RowSource;
import io.blockhouse.connect.error.ConversionException;
import io.blockhouse.connect.error.ErrorPolicy;
import io.blockhouse.connect.metrics.SinkTaskMetrics;
import io.blockhouse.connect.shape.RecordShape;
import io.blockhouse.connect.table.GroupWriter;
import io.blockhouse.connect.table.InsertTarget;
import io.blockhouse.connect.table.TableId;
import io.blockhouse.connect.table.TableWriter;
import io.blockhouse.wire.Deadline;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTaskContext;

/**
 * Delivery of one task: what {@code put}, {@code preCommit}, {@code open} and {@code close} of
 * Connect mean for batches and positions. An offset is given out for commit only when every record
 * before it was acknowledged, reported, or ignored by option.
 */
public final class Delivery implements Coordinator {
  /*
   * How long answers are waited for, whatever the request timeout. A worker gives a task 5 s to stop
   * (task.shutdown.graceful.timeout.ms), then cancels it and commits nothing more. The stop may come
   * when a put has just begun, and the last commit and the close follow: the three together have to
   * take less, or all that was acknowledged since the commit before is written again.
   */

  private static final long ANSWER_WAIT_MS = 1_500;
  private static final long PRE_COMMIT_MS = 2_500;

  /** What is answered now comes too late to be committed. */
  private static final long CLOSE_MS = 250;

  /** How often an answer is looked for while no records come. */
  private static final long ANSWER_POLL_MS = 50;

  private final SinkTaskContext context;
  private final InsertTarget target;
  private final RecordShape shape;
  private final Function<SinkRecord, TableId> router;
  private final Function<TableId, TableWriter> writers;
  private final DeliveryLimits limits;
  private final ClaimOptions claims;
  private final ReplaySlots slots = new ReplaySlots();
  private final DeadLetters deadLetters;
  private final Rejections rejections;
  private final SinkTaskMetrics metrics;
  private final LongSupplier clockMs;
  private final Random random;
  private final BufferBudget budget;
  private final ConnectionShare connections;
  private final TaskGauges gauges;
  private final RevokedRows revokedRows;
  private final Map<TopicPartition, PartitionPosition> partitions = new HashMap<>();
  private final Map<TableId, TableDelivery> tables = new LinkedHashMap<>();
  private PartitionPosition lastPartition;
  private TableDelivery lastTable;
  private ConnectException failure;
  private long answersUntilMs;

  /**
   * At least once. {@code shape} says what row a record means, {@code router} which table it goes
   * to; either may throw a ConversionException. {@code writers} makes a table's writer; {@code
   * clockMs} is monotonic.
   */
  public Delivery(
      SinkTaskContext context,
      InsertTarget target,
      RecordShape shape,
      Function<SinkRecord, TableId> router,
      Function<TableId, TableWriter> writers,
      DeliveryLimits limits,
      SinkTaskMetrics metrics,
      LongSupplier clockMs,
      Random random) {
    this(context, target, shape, router, writers, limits, null, metrics, clockMs, random);
  }

  /** Exactly once with {@code claims}; at least once if they are null. */
  public Delivery(
      SinkTaskContext context,
      InsertTarget target,
      RecordShape shape,
      Function<SinkRecord, TableId> router,
      Function<TableId, TableWriter> writers,
      DeliveryLimits limits,
      ClaimOptions claims,
      SinkTaskMetrics metrics,
      LongSupplier clockMs,
      Random random) {
    this.context = context;
    this.target = target;
    this.shape = shape;
    this.router = router;
    this.writers = writers;
    this.limits = limits;
    this.claims = claims;
    this.deadLetters = new DeadLetters(context.errantRecordReporter());
    this.rejections = new Rejections(deadLetters, this, metrics);
    this.metrics = metrics;
    this.clockMs = clockMs;
    this.random = random;
    this.budget = new BufferBudget(limits.bufferMaxBytes(), tables.values());
    this.connections = new ConnectionShare(target, tables.values());
    this.revokedRows = new RevokedRows(metrics);
    this.gauges = new TaskGauges(tables.values(), budget, target, metrics);
  }

  /** New partitions, from offsets that the runtime knows. */
  public void open(Collection<TopicPartition> opened) {
    for (TopicPartition partition : opened) {
      partitions.put(partition, new PartitionPosition(partition));
    }
    lastPartition = null;
    // A pause outlives a rebalance in the runtime, though this task knows nothing of it any more.
    context.resume(opened.toArray(new TopicPartition[0]));
  }

  /** Partitions that go to another task, which starts at what was committed. */
  public void close(Collection<TopicPartition> closed) {
    Deadline deadline = Deadline.afterMs(CLOSE_MS);
    answersUntilMs = clockMs.getAsLong() + CLOSE_MS;
    Map<TopicPartition, PartitionPosition> leaving = new HashMap<>(partitions);
    leaving.keySet().retainAll(closed);
    for (TableDelivery table : tables.values()) {
      table.release(leaving.values(), deadline);
    }
    for (PartitionPosition partition : leaving.values()) {
      if (claims == null) {
        revokedRows.note(partition);
      }
      metrics.rowsReleased(partition.awaitingReplay());
      partitions.remove(partition.topicPartition());
      deadLetters.forget(partition.topicPartition());
    }
    lastPartition = null;
    gauges();
  }

  /** Takes records. Throws only to fail the task, and then without having taken any. */
  public void put(Collection<SinkRecord> records) {
    if (failure != null) {
      throw failure;
    }
    Deadline deadline = Deadline.afterMs(limits.requestTimeoutMs());
    answersUntilMs = clockMs.getAsLong() + ANSWER_WAIT_MS;
    partitions.values().forEach(PartitionPosition::seekDone);
    for (TableDelivery table : tables.values()) {
      table.resume(deadline);
    }
    for (SinkRecord record : records) {
      accept(record, deadline);
    }
    for (TableDelivery table : tables.values()) {
      if (failure == null) {
        table.flushDue(deadline);
      } else {
        table.settle(partition -> true, deadline);
      }
    }
    failIfNoTableWorks();
    if (failure == null) {
      rewindAndPause();
    } else {
      // What is done is committed before the next put throws, so that a restart doubles nothing.
      context.requestCommit();
    }
    wakeInTime();
    gauges();
  }

  private void accept(SinkRecord record, Deadline deadline) {
    PartitionPosition partition = partitionOf(record);
    long offset = record.originalKafkaOffset();
    partition.delivered(offset);
    TableDelivery table;
    RowSource row;
    try {
      row = shape.read(record);
      if (row == null) {
        rejections.ignore(record, partition);
        return;
      }
      table = tableOf(record);
    } catch (ConversionException e) {
      rejections.reject(record, partition, e);
      return;
    }
    table.accept(row, partition, offset, deadline);
  }

  private PartitionPosition partitionOf(SinkRecord record) {
    PartitionPosition last = lastPartition;
    if (last != null
        && last.topicPartition().partition() == record.originalKafkaPartition()
        && last.topicPartition().topic().equals(record.originalTopic())) {
      return last;
    }
    lastPartition =
        partitions.computeIfAbsent(
            new TopicPartition(record.originalTopic(), record.originalKafkaPartition()),
            PartitionPosition::new);
    return lastPartition;
  }

  private TableDelivery tableOf(SinkRecord record) {
    TableId id = router.apply(record);
    TableDelivery last = lastTable;
    if (last != null && last.id() == id) {
      return last;
    }
    TableDelivery table = tables.get(id);
    if (table == null) {
      table = newTable(id);
      tables.put(id, table);
    }
    lastTable = table;
    return table;
  }

  private TableDelivery newTable(TableId id) {
    Backoff backoff = new Backoff(limits.retryBackoffMs(), limits.retryBackoffMaxMs(), random);
    TableWriter writer = writers.apply(id);
    return claims == null
        ? new BatchedTableDelivery(writer, limits, this, deadLetters, metrics, clockMs, backoff)
        : new ClaimedTableDelivery(
            writer, limits, claims, slots, this, deadLetters, metrics, clockMs, backoff);
  }

  /**
   * Asks the runtime to deliver again what was let pass. Only here, at the end of a put: from
   * preCommit or close a seek can hit a partition that is being revoked.
   */
  private void rewindAndPause() {
    boolean rewound = false;
    for (PartitionPosition partition : partitions.values()) {
      TopicPartition topicPartition = partition.topicPartition();
      // One that is paused anyway can wait: until then more of it may be done.
      if (partition.isRewinding() && !partition.isBlocked()) {
        long offset = partition.rewindTo(firstUndone(partition));
        context.offset(topicPartition, offset);
        partition.seeking(offset);
        rewound = true;
      }
      if (partition.isBlocked() && !partition.isPaused()) {
        context.pause(topicPartition);
      } else if (!partition.isBlocked() && partition.isPaused()) {
        context.resume(topicPartition);
      }
      partition.paused(partition.isBlocked());
    }
    if (rewound) {
      // The runtime takes the offset of a rewind for a committed one: commit it for real first.
      context.requestCommit();
    }
  }

  /** First offset of the partition that must not be committed past; -1 when all is done. */
  private long firstUndone(PartitionPosition partition) {
    long unconfirmed = deadLetters.firstUnconfirmed(partition.topicPartition());
    if (deadLetters.failure() != null) {
      fail(deadLetters.failure());
    }
    return TablePosition.earlier(partition.firstUndone(), unconfirmed);
  }

  /** The offsets that may be committed, for every partition in {@code offsets}. Never throws. */
  public Map<TopicPartition, OffsetAndMetadata> preCommit(
      Map<TopicPartition, OffsetAndMetadata> offsets) {
    Deadline deadline = Deadline.afterMs(PRE_COMMIT_MS);
    answersUntilMs = clockMs.getAsLong() + PRE_COMMIT_MS;
    offsets.forEach(this::consumed);
    for (TableDelivery table : tables.values()) {
      table.settle(this::mustEndBeforeCommit, deadline);
      table.trimIdle();
    }
    Map<TopicPartition, OffsetAndMetadata> committable = new HashMap<>();
    for (Map.Entry<TopicPartition, OffsetAndMetadata> entry : offsets.entrySet()) {
      committable.put(entry.getKey(), committable(entry.getKey(), entry.getValue()));
    }
    wakeInTime();
    gauges();
    return committable;
  }

  private void consumed(TopicPartition topicPartition, OffsetAndMetadata offset) {
    PartitionPosition partition = partitions.get(topicPartition);
    if (partition != null) {
      partition.consumed(offset.offset());
    }
  }

  /**
   * A partition that feeds several tables or groups may have rows acknowledged above those that are
   * still open. If this is its last commit before it goes away, the next owner would write them
   * again; so such partitions are settled whole.
   */
  private boolean mustEndBeforeCommit(PartitionPosition partition) {
    return failure != null || partition.feedsSeveral();
  }

  private OffsetAndMetadata committable(TopicPartition topicPartition, OffsetAndMetadata consumed) {
    PartitionPosition partition = partitions.get(topicPartition);
    if (partition == null) {
      return consumed;
    }
    long undone = firstUndone(partition);
    if (undone < 0 || undone >= consumed.offset()) {
      partition.committable(consumed.offset());
      partition.forgetBelow(consumed.offset());
      return consumed;
    }
    partition.committable(undone);
    partition.forgetBelow(undone);
    return new OffsetAndMetadata(undone);
  }

  /** Whether the task is about to fail. */
  public boolean isFailing() {
    return failure != null;
  }

  @Override
  public boolean freeConnection(Deadline deadline) {
    return connections.free(deadline);
  }

  @Override
  public Deadline forAnswers(Deadline deadline) {
    return deadline.atMostMs(Math.max(0, answersUntilMs - clockMs.getAsLong()));
  }

  @Override
  public void grown(GroupWriter writer, Deadline deadline) {
    budget.grown(writer, deadline);
  }

  @Override
  public void fail(ConnectException because) {
    if (failure == null) {
      failure = because;
    }
  }

  private void failIfNoTableWorks() {
    if (failure != null || tables.isEmpty()) {
      return;
    }
    TableDelivery broken = null;
    for (TableDelivery table : tables.values()) {
      if (!table.health().isBroken()) {
        return;
      }
      broken = table;
    }
    fail(ErrorPolicy.tableFailure(broken.id(), broken.health().lastFailure()));
  }

  /** Without this the worker calls put on an idle topic only when a commit is due. */
  private void wakeInTime() {
    long due = failure != null ? 0 : Long.MAX_VALUE;
    for (TableDelivery table : tables.values()) {
      due = Math.min(due, table.nextDueMs());
    }
    for (PartitionPosition partition : partitions.values()) {
      if (partition.isRewinding() && !partition.isBlocked()) {
        due = 0;
      }
    }
    if (due != Long.MAX_VALUE) {
      context.timeout(Math.max(ANSWER_POLL_MS, due - clockMs.getAsLong()));
    }
  }

  private void gauges() {
    gauges.update(clockMs.getAsLong());
  }

  /** Breaks off whatever is open; Kafka still has it. */
  public void stop() {
    target.close();
  }
}
