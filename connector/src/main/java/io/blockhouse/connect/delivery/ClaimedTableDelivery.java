// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.delivery;

import io.blockhouse.connect.convert.RowSource;
import io.blockhouse.connect.convert.TableConversion;
import io.blockhouse.connect.ledger.ClaimException;
import io.blockhouse.connect.ledger.Ledger;
import io.blockhouse.connect.metrics.SinkTaskMetrics;
import io.blockhouse.connect.table.GroupWriter;
import io.blockhouse.connect.table.TableId;
import io.blockhouse.connect.table.TableWriter;
import io.blockhouse.wire.Deadline;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.apache.kafka.connect.sink.SinkRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Exactly-once delivery into one table: the rows of each topic partition are claimed in the ledger
 * before they are sent, one block per column group, and sent again as they were until they are
 * acknowledged.
 */
final class ClaimedTableDelivery implements TableDelivery {
  private static final Logger LOG = LoggerFactory.getLogger(ClaimedTableDelivery.class);

  private final TableWriter writer;
  private final DeliveryLimits limits;
  private final ClaimOptions options;
  private final ReplaySlots slots;
  private final LongSupplier clockMs;
  private final TableHealth health;
  private final ClaimSender sender;
  private final ClaimIntake intake;
  private final Map<PartitionPosition, ClaimedPartition> partitions = new LinkedHashMap<>();
  private final ClaimedBlocks blocks = new ClaimedBlocks(partitions.values());
  private ClaimedPartition last;
  private boolean fit;

  /** Empty when it says nothing. */
  private String tableUuid = "";

  private List<String> groupedBy = List.of();
  private TableConversion grouping;

  ClaimedTableDelivery(
      TableWriter writer,
      DeliveryLimits limits,
      ClaimOptions options,
      ReplaySlots slots,
      Coordinator coordinator,
      DeadLetters deadLetters,
      SinkTaskMetrics metrics,
      LongSupplier clockMs,
      Backoff backoff) {
    this.writer = writer;
    this.limits = limits;
    this.options = options;
    this.slots = slots;
    this.clockMs = clockMs;
    this.health = new TableHealth(writer.id(), backoff);
    BatchLimit batchLimit = new BatchLimit(limits.batchMaxRows());
    TablePause pause = new TablePause(writer.id(), health, limits, coordinator, metrics, clockMs);
    ClaimSettlement settlement =
        new ClaimSettlement(this, coordinator, deadLetters, metrics, clockMs, pause, batchLimit);
    this.sender =
        new ClaimSender(
            health, limits, options, coordinator, settlement, metrics, clockMs, batchLimit);
    Rejections rejections = new Rejections(deadLetters, coordinator, metrics);
    this.intake =
        new ClaimIntake(
            this, writer, limits, batchLimit, coordinator, rejections, metrics, clockMs);
  }

  @Override
  public TableId id() {
    return writer.id();
  }

  @Override
  public TableHealth health() {
    return health;
  }

  @Override
  public void accept(RowSource row, PartitionPosition partition, long offset, Deadline deadline) {
    TablePosition position = partition.table(id());
    if (position.letsPass(offset)) {
      return;
    }
    if (health.isBlocked()) {
      letPass(partition, position, offset);
      return;
    }
    ClaimedPartition claimed = claimed(partition);
    try {
      if (!intake.take(row, claimed, offset, deadline)) {
        letPass(partition, position, offset);
        if (claimed.isBlocked()) {
          partition.blockedBy(claimed);
        }
      }
    } catch (RuntimeException e) {
      claimed.drop();
      position.rewindFrom(offset);
      sender.failed(claimed, null, e);
    }
  }

  private void letPass(PartitionPosition partition, TablePosition position, long offset) {
    position.rewindFrom(offset);
    if (health.isBlocked()) {
      partition.blockedBy(health);
    }
  }

  private ClaimedPartition claimed(PartitionPosition partition) {
    if (last != null && last.partition() == partition) {
      return last;
    }
    last =
        partitions.computeIfAbsent(
            partition,
            any ->
                new ClaimedPartition(
                    options.key(partition.topicPartition(), id()),
                    partition,
                    new ClaimRows(writer),
                    slots));
    return last;
  }

  /** Reads what the ledger has of the partition, before the record at {@code offset} is taken. */
  void load(ClaimedPartition claimed, SinkRecord record, long offset, Deadline deadline) {
    requireFit(deadline);
    long now = clockMs.getAsLong();
    Ledger.Entry entry = options.ledger().read(List.of(claimed.key()), deadline).get(claimed.key());
    claimed.load(entry, tableUuid, offset, now);
    if (claimed.isOfOtherTable()) {
      LOG.info(
          "Table {} was created anew since the ledger's claim on {}: all that Kafka delivers is"
              + " written.",
          id(),
          claimed.partition().topicPartition());
      return;
    }
    if (entry != null && offset < entry.claim().to()) {
      ClaimAge.requireOlder(claimed.key(), entry, record, offset);
    }
    if (claimed.isReplaying()) {
      ClaimAge.requireSame(
          claimed.key(),
          claimed.claim(),
          record,
          offset); // before anybody is asked whether it was stored
    }
    if (claimed.isReplaying() && claimed.isInDoubt() && entry.ageMs() > options.maxInDoubtMs()) {
      throw inDoubt(claimed, entry.ageMs());
    }
  }

  /** Asked until the table is there: it may be created with its first record. */
  private void requireFit(Deadline deadline) {
    if (!fit) {
      Optional<String> uuid = options.fitness().require(id(), deadline);
      fit = uuid.isPresent();
      tableUuid = uuid.orElse("");
    }
  }

  private ClaimException inDoubt(ClaimedPartition claimed, long ageMs) {
    return ClaimException.inDoubt(
        claimed.key(), claimed.claim(), ageMs, options.maxInDoubtMs(), options.ledgerTable());
  }

  /** Whether there is room for the rows of a claim that was made earlier; if not, it waits. */
  boolean mayReplay(ClaimedPartition claimed) {
    if (slots.take(claimed)) {
      return true;
    }
    claimed.partition().blockedBy(slots);
    return false;
  }

  /** The conversion by which rows were grouped under that set of optional columns, if it exists. */
  Optional<TableConversion> grouping(List<String> optional, RowSource row, Deadline deadline) {
    if (grouping == null || !groupedBy.equals(optional)) {
      grouping = writer.conversionGroupedBy(optional, row, deadline).orElse(null);
      groupedBy = optional;
    }
    return Optional.ofNullable(grouping);
  }

  void submit(ClaimedPartition claimed, Deadline deadline) {
    submit(List.of(claimed), deadline);
  }

  private void submit(List<ClaimedPartition> closed, Deadline deadline) {
    if (closed.isEmpty()) {
      return;
    }
    try {
      requireFit(deadline);
    } catch (RuntimeException e) {
      sender.failed(closed.get(0), null, e);
      return;
    }
    sender.submit(closed, deadline);
  }

  /** Sends and waits for the answer, as far as the deadline allows. */
  void finish(ClaimedPartition claimed, Deadline deadline) {
    if (!health.isBlocked() && !claimed.isAwaiting()) {
      submit(claimed, deadline);
    }
    sender.await(claimed, deadline);
  }

  /** Sends whatever is open, before the table is altered; true when nothing is open any more. */
  boolean settleAll(Deadline deadline) {
    for (ClaimedPartition claimed : all()) {
      if (!claimed.isClosed() && claimed.isReplaying()) {
        claimed.drop(); // not complete: it is read again
      } else if (!claimed.isClosed() && !claimed.rows().isEmpty()) {
        claimed.close();
      }
      if (claimed.isClosed()) {
        finish(claimed, deadline);
      }
    }
    return all().stream().noneMatch(ClaimedPartition::isClosed) && !health.isBlocked();
  }

  /** After the description of the table was forgotten. */
  void forgetWriters() {
    grouping = null;
    all().forEach(claimed -> claimed.rows().forgetWriters());
  }

  /** The table may have changed: everything is read and converted again. */
  void startAnew() {
    all().forEach(ClaimedPartition::drop);
    forgetWriters();
    writer.forgetSchema();
    fit = false;
  }

  /** A copy, so that partitions may go while it is walked over. */
  private List<ClaimedPartition> all() {
    return new ArrayList<>(partitions.values());
  }

  @Override
  public void resume(Deadline deadline) {
    all().forEach(claimed -> sender.await(claimed, deadline));
    if (health.isWaiting(clockMs.getAsLong())) {
      return;
    }
    if (health.isBlocked()) {
      try {
        writer.probe(deadline);
      } catch (RuntimeException e) {
        sender.failed(null, null, e);
        return;
      }
      health.unblocked();
    }
    submit(closed(), deadline);
  }

  private List<ClaimedPartition> closed() {
    return partitions.values().stream().filter(ClaimedPartition::isClosed).toList();
  }

  @Override
  public void settle(Predicate<PartitionPosition> also, Deadline deadline) {
    all().forEach(claimed -> sender.await(claimed, deadline));
    if (health.isBlocked()) {
      return;
    }
    long now = clockMs.getAsLong();
    for (ClaimedPartition claimed : partitions.values()) {
      if (!claimed.isClosed() && isDue(claimed, also, now)) {
        claimed.close();
      }
    }
    submit(closed(), deadline);
    all().forEach(claimed -> sender.await(claimed, deadline));
  }

  private boolean isDue(ClaimedPartition claimed, Predicate<PartitionPosition> also, long now) {
    if (claimed.isReplaying()) {
      return claimed.isReplayComplete();
    }
    return !claimed.rows().isEmpty()
        && (also.test(claimed.partition())
            || now - claimed.rows().openedMs() >= limits.batchLingerMs());
  }

  @Override
  public void release(Collection<PartitionPosition> leaving, Deadline deadline) {
    for (PartitionPosition partition : leaving) {
      ClaimedPartition claimed = partitions.remove(partition);
      if (claimed != null) {
        sender.await(claimed, deadline);
        claimed.drop();
      }
    }
    last = null;
  }

  @Override
  public long nextDueMs() {
    long due = health.isBlocked() ? health.retryAtMs() : Long.MAX_VALUE;
    for (ClaimedPartition claimed : partitions.values()) {
      if (claimed.isAwaiting()) {
        due = 0;
      } else if (health.isBlocked()) {
        continue;
      } else if (claimed.isClosed()) {
        due = 0;
      } else if (!claimed.rows().isEmpty() && !claimed.isReplaying()) {
        due = Math.min(due, claimed.rows().openedMs() + limits.batchLingerMs());
      }
    }
    return due;
  }

  @Override
  public long oldestUnackedMs() {
    long oldest = -1;
    for (ClaimedPartition claimed : partitions.values()) {
      if (!claimed.rows().isEmpty()) {
        oldest = TablePosition.earlier(oldest, claimed.rows().openedMs());
      }
    }
    return oldest;
  }

  @Override
  public int claimsInDoubt() {
    return (int)
        partitions.values().stream()
            .filter(claimed -> claimed.isReplaying() || claimed.isClosed())
            .count();
  }

  @Override
  public void trimIdle() {
    partitions.values().forEach(claimed -> claimed.rows().trimIdle());
  }

  @Override
  public Collection<GroupWriter> writers() {
    return partitions.values().stream()
        .flatMap(claimed -> claimed.rows().writers().stream())
        .toList();
  }

  @Override
  public long largestInsertBytes(boolean awaiting) {
    // Each INSERT is complete when it is begun.
    ClaimedPartition largest = awaiting ? blocks.largestAwaiting() : null;
    return largest == null ? -1 : largest.rows().bytes();
  }

  @Override
  public void finishLargestInsert(boolean awaiting, Deadline deadline) {
    sender.await(blocks.largestAwaiting(), deadline);
  }

  @Override
  public long largestBlockBytes() {
    return blocks.largestBytes();
  }

  @Override
  public boolean closeLargestBlock(Deadline deadline) {
    ClaimedPartition largest = blocks.largestToClose();
    if (largest == null) {
      return blocks.dropLeastComplete();
    }
    if (health.isBlocked()) {
      largest.drop();
    } else {
      if (!largest.isClosed()) {
        largest.close();
      }
      finish(largest, deadline);
    }
    largest.rows().trimIdle();
    return largest.rows().isEmpty();
  }
}
