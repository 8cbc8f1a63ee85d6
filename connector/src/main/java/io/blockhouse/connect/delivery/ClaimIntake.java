// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.delivery;

import io.blockhouse.connect.convert.ColumnGroup;
import io.blockhouse.connect.convert.NewFieldsException;
import io.blockhouse.connect.convert.RowSource;
import io.blockhouse.connect.convert.TableConversion;
import io.blockhouse.connect.error.ConversionException;
import io.blockhouse.connect.ledger.ClaimException;
import io.blockhouse.connect.metrics.SinkTaskMetrics;
import io.blockhouse.connect.table.GroupWriter;
import io.blockhouse.connect.table.TableWriter;
import io.blockhouse.wire.Deadline;
import io.blockhouse.wire.block.LateColumnException;
import java.util.function.LongSupplier;

/**
 * Takes the rows of one table towards their claims: each is appended, is known to be stored, is
 * reported, or is let pass to be delivered again.
 */
final class ClaimIntake {
  /** Another task may alter the table at the same time, so once may not be enough. */
  private static final int MAX_EVOLUTIONS = 3;

  private final ClaimedTableDelivery table;
  private final TableWriter writer;
  private final DeliveryLimits limits;
  private final BatchLimit batchLimit;
  private final Coordinator coordinator;
  private final Rejections rejections;
  private final SinkTaskMetrics metrics;
  private final LongSupplier clockMs;

  ClaimIntake(
      ClaimedTableDelivery table,
      TableWriter writer,
      DeliveryLimits limits,
      BatchLimit batchLimit,
      Coordinator coordinator,
      Rejections rejections,
      SinkTaskMetrics metrics,
      LongSupplier clockMs) {
    this.table = table;
    this.writer = writer;
    this.limits = limits;
    this.batchLimit = batchLimit;
    this.coordinator = coordinator;
    this.rejections = rejections;
    this.metrics = metrics;
    this.clockMs = clockMs;
  }

  /** False when the row cannot be taken now, though nothing is wrong with it. */
  boolean take(RowSource row, ClaimedPartition claimed, long offset, Deadline deadline) {
    for (int evolutions = 0; ; evolutions++) {
      try {
        return isReady(row, claimed, offset, deadline) && append(row, claimed, offset, deadline);
      } catch (NewFieldsException e) {
        if (evolutions == MAX_EVOLUTIONS || !table.settleAll(deadline)) {
          return false;
        }
        writer.addColumns(row, deadline);
        table.forgetWriters();
        if (claimed.position().letsPass(offset)) {
          return false;
        }
      }
    }
  }

  /** Whether the partition can take a row now; brings it there if possible. */
  private boolean isReady(RowSource row, ClaimedPartition claimed, long offset, Deadline deadline) {
    if (!claimed.isRead()) {
      table.load(claimed, row.record(), offset, deadline);
    }
    if (claimed.isReplaying() && !table.mayReplay(claimed)) {
      return false;
    }
    boolean complete =
        claimed.isReplaying() && !claimed.isClosed() && offset >= claimed.claim().to();
    if (complete) {
      claimed.close();
    }
    if (claimed.isClosed()) {
      table.finish(claimed, deadline);
    }
    // What was sent here may have failed and brought a rewind to below this record.
    return !claimed.isClosed()
        && claimed.isRead()
        && !table.health().isBlocked()
        && !claimed.position().letsPass(offset);
  }

  private boolean append(RowSource row, ClaimedPartition claimed, long offset, Deadline deadline) {
    GroupPosition position = claimed.rowsPosition();
    if (claimed.has(offset)) {
      metrics.recordSkipped();
      metrics.rowsReleased(position.storedByOthers(offset));
      return true;
    }
    metrics.rowsReleased(position.forgetVanished(offset));
    ClaimRows rows = claimed.rows();
    if (rows.isEmpty() && !claimed.isReplaying()) {
      writer.lookForColumns(deadline);
    }
    GroupRows group;
    try {
      TableConversion conversion = conversion(row, claimed, deadline);
      ColumnGroup columns = conversion.groupOf(row);
      group = rows.isOfOther(conversion) ? null : rows.group(conversion, columns);
      if (group == null) {
        return closeForMore(claimed, deadline) && append(row, claimed, offset, deadline);
      }
      if (claimed.isSettled(group, offset)) {
        position.handled(offset);
        metrics.rowsReleased(position.storedByOthers(offset));
        metrics.recordSkipped();
        return true;
      }
      try {
        rows.append(group, row, offset, clockMs.getAsLong());
      } catch (LateColumnException e) {
        if (!claimed.isReplaying()) {
          return closeForMore(claimed, deadline) && append(row, claimed, offset, deadline);
        }
        // It went with the others once: records that are gone since make the difference.
        group.writer().takeLateColumns();
        rows.append(group, row, offset, clockMs.getAsLong());
      }
    } catch (ConversionException e) {
      if (!claimed.isReplaying()) {
        writer.requireUnchanged(deadline);
      }
      rejections.reject(row.record(), claimed.position(), position, e);
      metrics.rowsReleased(position.storedByOthers(offset));
      return true;
    }
    if (position.appended(offset)) {
      metrics.rowReceived();
    }
    metrics.rowsReleased(position.storedByOthers(offset));
    if (claimed.isReplaying()) {
      ClaimAge.requireSame(claimed.key(), claimed.claim(), row.record(), offset);
    }
    return sendIfFull(claimed, group.writer(), offset, deadline);
  }

  /** Rows of a claim are grouped as they were, whatever has become of the table. */
  private TableConversion conversion(RowSource row, ClaimedPartition claimed, Deadline deadline) {
    if (!claimed.isReplaying()) {
      return writer.conversion(row, deadline);
    }
    return table
        .grouping(claimed.claim().optionalColumns(), row, deadline)
        .orElseThrow(() -> ClaimException.columnsGone(claimed.key(), claimed.claim()));
  }

  /** Sends what is in hand because the next row does not go with it; true when there is room. */
  private boolean closeForMore(ClaimedPartition claimed, Deadline deadline) {
    if (claimed.isReplaying() || claimed.rows().isEmpty()) {
      claimed.drop();
      return false;
    }
    claimed.close();
    table.finish(claimed, deadline);
    return !claimed.isClosed() && claimed.isRead() && !table.health().isBlocked();
  }

  private boolean sendIfFull(
      ClaimedPartition claimed, GroupWriter grown, long offset, Deadline deadline) {
    if (grown.hasGrown()) {
      coordinator.grown(grown, deadline);
      if (claimed.isClosed() || claimed.rows().isEmpty()) {
        return true;
      }
    }
    ClaimRows rows = claimed.rows();
    boolean full =
        claimed.isReplaying()
            ? offset == claimed.claim().lastOffset()
            : batchLimit.isReached(rows.rows()) || rows.bytes() >= limits.claimMaxBytes();
    if (full) {
      claimed.close();
      table.submit(claimed, deadline);
    }
    return true;
  }
}
