// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.delivery;

import io.blockhouse.connect.convert.ColumnGroup;
import io.blockhouse.connect.error.ConversionException;
import io.blockhouse.connect.error.ErrorPolicy;
import io.blockhouse.connect.metrics.SinkTaskMetrics;
import io.blockhouse.connect.table.TableWriter;
import io.blockhouse.wire.Deadline;
import java.util.function.LongSupplier;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Takes the records of one table into its batches: each record becomes a row, is reported, is
 * ignored by option, or is let pass to be delivered again.
 */
final class TableIntake {
  private final TableDelivery table;
  private final TableWriter writer;
  private final DeliveryLimits limits;
  private final Coordinator coordinator;
  private final DeadLetters deadLetters;
  private final SinkTaskMetrics metrics;
  private final LongSupplier clockMs;
  private final OpenBatches batches;

  TableIntake(
      TableDelivery table,
      TableWriter writer,
      DeliveryLimits limits,
      Coordinator coordinator,
      DeadLetters deadLetters,
      SinkTaskMetrics metrics,
      LongSupplier clockMs) {
    this.table = table;
    this.writer = writer;
    this.limits = limits;
    this.coordinator = coordinator;
    this.deadLetters = deadLetters;
    this.metrics = metrics;
    this.clockMs = clockMs;
    this.batches = table.batches();
  }

  /** Takes a record, or lets it pass and arranges that it is delivered again. */
  void accept(SinkRecord record, PartitionPosition partition, long offset, Deadline deadline) {
    TablePosition position = partition.table(writer.id());
    if (position.letsPass(offset)) {
      return;
    }
    if (table.health().isBlocked()) {
      letPass(partition, position, offset);
      return;
    }
    try {
      if (record.value() == null) {
        acceptTombstone(record, position, offset);
      } else if (!take(record, partition, position, offset, deadline)) {
        letPass(partition, position, offset);
      }
    } catch (RuntimeException e) {
      position.rewindFrom(offset);
      partition.blockedBy(table.health());
      table.failed(null, e);
    }
  }

  private void letPass(PartitionPosition partition, TablePosition position, long offset) {
    position.rewindFrom(offset);
    if (table.health().isBlocked()) {
      partition.blockedBy(table.health());
    }
  }

  private void acceptTombstone(SinkRecord record, TablePosition position, long offset) {
    if (limits.failOnTombstones()) {
      ConversionException refused =
          new ConversionException(
              "The value for table "
                  + writer.id()
                  + " is null (a tombstone), which tombstones=fail refuses; tombstones=ignore skips"
                  + " such records");
      reject(record, position, position.ungrouped(), offset, refused);
    } else if (position.ungrouped().handled(offset)) {
      metrics.recordIgnored();
    }
  }

  /** False when the record cannot be taken now, though nothing is wrong with it. */
  private boolean take(
      SinkRecord record,
      PartitionPosition partition,
      TablePosition position,
      long offset,
      Deadline deadline) {
    GroupPosition groupPosition = position.ungrouped();
    Batch batch;
    try {
      ColumnGroup group = writer.conversion(deadline).groupOf(record);
      groupPosition = position.group(group);
      if (groupPosition.has(offset)) {
        metrics.recordSkipped();
        return true;
      }
      metrics.rowsReleased(groupPosition.forgetVanished(offset));
      batch = batchWithRoom(group, position, offset, deadline);
      if (batch == null) {
        return false;
      }
      if (batch.append(record, partition, position, groupPosition, offset)) {
        metrics.rowReceived();
      }
    } catch (ConversionException e) {
      reject(record, position, groupPosition, offset, e);
      return true;
    }
    if (batch.writer().hasGrown()) {
      coordinator.grown(batch.writer(), deadline);
      if (batch.state() == Batch.State.CLOSED) {
        return true;
      }
    }
    table.sendIfFull(batch, deadline);
    return true;
  }

  private void reject(
      SinkRecord record,
      TablePosition position,
      GroupPosition groupPosition,
      long offset,
      ConversionException cause) {
    if (groupPosition.hasSeen(offset)) {
      // Reported before the rewind that brings it back.
      groupPosition.handled(offset);
      metrics.recordSkipped();
    } else if (deadLetters.report(record, cause, coordinator)) {
      groupPosition.handled(offset);
      metrics.recordDeadLettered();
    } else {
      position.rewindFrom(offset);
      metrics.failed(0, ErrorPolicy.describe(cause));
    }
  }

  /** The open batch of the group, a new one, or null while neither is possible. */
  private Batch batchWithRoom(
      ColumnGroup group, TablePosition position, long offset, Deadline deadline) {
    Batch batch = batches.find(group);
    if (batch != null && batch.state() == Batch.State.AWAITING) {
      table.await(batch, deadline);
      batch = batches.find(group);
    }
    if (batch != null && batch.state() == Batch.State.OPEN) {
      if (!limits.isBlockFull(batch)) {
        return batch;
      }
      // It could not be sent when it became full: no connection was free.
      table.sendIfFull(batch, deadline);
      batch = batches.find(group);
      if (batch != null && batch.state() == Batch.State.OPEN && !limits.isBlockFull(batch)) {
        return batch;
      }
    }
    if (batch != null || table.health().isBlocked()) {
      return null;
    }
    if (!batches.hasRoomFor(group)) {
      table.flush(batches.leastRecent(), deadline);
    }
    // What was sent here may have failed and brought a rewind to below this record.
    if (!batches.hasRoomFor(group) || position.letsPass(offset)) {
      return null;
    }
    return batches.open(group, clockMs.getAsLong());
  }
}
