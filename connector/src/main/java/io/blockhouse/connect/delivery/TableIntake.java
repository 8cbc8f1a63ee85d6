// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.delivery;

import io.blockhouse.connect.convert.ColumnGroup;
import io.blockhouse.connect.convert.NewFieldsException;
import io.blockhouse.connect.convert.RowSource;
import io.blockhouse.connect.error.ConversionException;
import io.blockhouse.connect.metrics.SinkTaskMetrics;
import io.blockhouse.connect.table.TableWriter;
import io.blockhouse.wire.Deadline;
import io.blockhouse.wire.block.LateColumnException;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Takes the rows of one table into its batches: each is appended, is reported, or is let pass to be
 * delivered again.
 */
final class TableIntake {
  /** Another task may alter the table at the same time, so once may not be enough. */
  private static final int MAX_EVOLUTIONS = 3;

  private final BatchedTableDelivery table;
  private final TableWriter writer;
  private final DeliveryLimits limits;
  private final Coordinator coordinator;
  private final Rejections rejections;
  private final SinkTaskMetrics metrics;
  private final LongSupplier clockMs;
  private final OpenBatches batches;

  TableIntake(
      BatchedTableDelivery table,
      TableWriter writer,
      DeliveryLimits limits,
      Coordinator coordinator,
      Rejections rejections,
      SinkTaskMetrics metrics,
      LongSupplier clockMs) {
    this.table = table;
    this.writer = writer;
    this.limits = limits;
    this.coordinator = coordinator;
    this.rejections = rejections;
    this.metrics = metrics;
    this.clockMs = clockMs;
    this.batches = table.batches();
  }

  /** Takes a row, or lets it pass and arranges that its record is delivered again. */
  void accept(RowSource row, PartitionPosition partition, long offset, Deadline deadline) {
    TablePosition position = partition.table(writer.id());
    if (position.letsPass(offset)) {
      return;
    }
    if (table.health().isBlocked()) {
      letPass(partition, position, offset);
      return;
    }
    try {
      if (!takeWithColumns(row, partition, position, offset, deadline)) {
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

  /**
   * Like {@link #take}, after columns were added for fields that shall have one, or what lists too
   * few columns for the row was sent.
   */
  private boolean takeWithColumns(
      RowSource row,
      PartitionPosition partition,
      TablePosition position,
      long offset,
      Deadline deadline) {
    for (int evolutions = 0; ; evolutions++) {
      try {
        return take(row, partition, position, offset, deadline);
      } catch (NewFieldsException e) {
        if (evolutions == MAX_EVOLUTIONS || !settleBatches(deadline)) {
          return false;
        }
        writer.addColumns(row, deadline);
        batches.forgetWriters();
        if (position.letsPass(offset)) {
          return false;
        }
      } catch (LateColumnException e) {
        // Happens once: the next batch begins with the row, so it lists its columns.
        if (!settleBatches(deadline) || position.letsPass(offset)) {
          return false;
        }
      }
    }
  }

  /** Blocks have the columns they have: they have to be sent before a row with others is taken. */
  private boolean settleBatches(Deadline deadline) {
    for (Batch batch : batches.all()) {
      if (batch.rows() == 0) {
        table.dropAll(List.of(batch)); // opened for the very record that needs the column
      } else {
        table.flush(batch, deadline);
      }
    }
    return batches.isEmpty() && !table.health().isBlocked();
  }

  /** False when the row cannot be taken now, though nothing is wrong with it. */
  private boolean take(
      RowSource row,
      PartitionPosition partition,
      TablePosition position,
      long offset,
      Deadline deadline) {
    GroupPosition groupPosition = position.ungrouped();
    Batch batch;
    try {
      ColumnGroup group = writer.conversion(row, deadline).groupOf(row);
      groupPosition = position.group(group);
      if (groupPosition.has(offset)) {
        metrics.recordSkipped();
        return true;
      }
      metrics.rowsReleased(groupPosition.forgetVanished(offset));
      batch = batchWithRoom(group, position, offset, deadline);
      if (batch == null) {
        table.awaited(group).ifPresent(partition::blockedBy);
        return false;
      }
      if (batch.append(row, partition, position, groupPosition, offset)) {
        metrics.rowReceived();
      }
    } catch (ConversionException e) {
      writer.requireUnchanged(deadline);
      rejections.reject(row.record(), position, groupPosition, e);
      return true;
    }
    if (batch.writer().hasGrown()) {
      coordinator.grown(batch.writer(), deadline);
      if (batch.state() != Batch.State.OPEN) {
        return true; // it was the largest, so it was sent
      }
    }
    table.sendIfFull(batch, deadline);
    return true;
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
      if (!table.isFull(batch)) {
        return batch;
      }
      // It could not be sent when it became full: no connection was free, or the batch before it
      // had no answer yet.
      table.sendIfFull(batch, deadline);
      batch = batches.find(group);
      if (batch != null && batch.state() == Batch.State.OPEN && !table.isFull(batch)) {
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
    writer.lookForColumns(deadline);
    return batches.open(group, clockMs.getAsLong());
  }
}
