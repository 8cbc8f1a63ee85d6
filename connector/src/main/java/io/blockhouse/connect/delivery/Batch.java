// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.delivery;

import io.blockhouse.connect.convert.ColumnGroup;
import io.blockhouse.connect.convert.RowSource;
import io.blockhouse.connect.table.GroupWriter;
import io.blockhouse.connect.table.OpenInsert;
import io.blockhouse.wire.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * The rows of one INSERT and where they came from. OPEN while it takes rows; AWAITING once its
 * final block is sent; KEPT when it failed but its block holds all of it, so that the same bytes
 * can be sent again. Once a batch of several blocks is sent there is nothing to keep: it leaves its
 * writer to the next batch, which fills and streams while the server sorts and stores this one.
 */
final class Batch implements Gate {
  private static final long LOOK_EVERY_MS = 50;

  enum State {
    OPEN,
    AWAITING,
    KEPT,
    CLOSED
  }

  private final ColumnGroup group;
  private final GroupWriter writer;

  /**
   * Random, never derived from offsets: a batch that is read again from Kafka has other boundaries,
   * and the server goes by the token alone.
   */
  private final String token = UUID.randomUUID().toString();

  private final long openedMs;
  private final List<Range> ranges = new ArrayList<>(2);
  private Range lastRange;
  private SinkRecord soleRecord;
  private State state = State.OPEN;

  /** The INSERT once it was taken from the writer. */
  private OpenInsert sent;

  private long rows;
  private long streamedBytes;
  private long endedMs;
  private long lookedMs;

  /** Offsets of one partition in the batch; first and last are of rows, gaps are possible. */
  private static final class Range {
    final PartitionPosition partition;
    final TablePosition table;
    final GroupPosition position;
    long first;
    long last;
    long rows;

    Range(PartitionPosition partition, TablePosition table, GroupPosition position, long offset) {
      this.partition = partition;
      this.table = table;
      this.position = position;
      this.first = offset;
      this.last = offset;
    }
  }

  Batch(ColumnGroup group, GroupWriter writer, long nowMs) {
    this.group = group;
    this.writer = writer;
    this.openedMs = nowMs;
  }

  ColumnGroup group() {
    return group;
  }

  GroupWriter writer() {
    return writer;
  }

  State state() {
    return state;
  }

  long rows() {
    return rows;
  }

  /** Encoded bytes, sent or still in the block, with a share for columns that are not sent. */
  long bytes() {
    return sent != null ? streamedBytes : streamedBytes + writer.weightBytes();
  }

  long openedMs() {
    return openedMs;
  }

  long endedMs() {
    return endedMs;
  }

  /** Whether it has left its writer to the next batch. */
  boolean isDetached() {
    return sent != null;
  }

  /** Whether rows that come after it have to wait for its answer. */
  @Override
  public boolean isBlocked() {
    return state == State.AWAITING;
  }

  /** Whether it is time to look whether the answer has come; looking may cost a millisecond. */
  boolean isToBeLookedAt(long nowMs) {
    if (nowMs - lookedMs < LOOK_EVERY_MS) {
      return false;
    }
    lookedMs = nowMs;
    return true;
  }

  /** Whether an INSERT is open, so that a connection is in use. */
  boolean isInserting() {
    return state != State.CLOSED && (sent != null || writer.isInserting());
  }

  /** Whether it can simply be sent again. */
  boolean holdsAllRows() {
    return sent == null && writer.holdsWholeBatch();
  }

  /** Whether the final block was sent: without an answer, nobody knows whether it was stored. */
  boolean finalBlockSent() {
    return sent != null ? sent.finalBlockSent() : writer.finalBlockSent();
  }

  /** Uncompressed bytes of the INSERT so far. */
  long rawBytes() {
    return sent != null ? sent.rawBytes() : writer.rawBytes();
  }

  /** Bytes of the INSERT given to the socket so far. */
  long wireBytes() {
    return sent != null ? sent.wireBytes() : writer.wireBytes();
  }

  /** Appends a row or throws a ConversionException; true when it is the record's first time. */
  boolean append(
      RowSource row,
      PartitionPosition partition,
      TablePosition table,
      GroupPosition position,
      long offset) {
    writer.append(row);
    Range range = lastRange;
    if (range == null || range.partition != partition) {
      range = rangeOf(partition, table, position, offset);
      lastRange = range;
    }
    range.first = Math.min(range.first, offset);
    range.last = Math.max(range.last, offset);
    range.rows++;
    rows++;
    // The only record that is ever kept: if the server refuses this row alone, it is reported.
    soleRecord = rows == 1 ? row.record() : null;
    return position.appended(offset);
  }

  private Range rangeOf(
      PartitionPosition partition, TablePosition table, GroupPosition position, long offset) {
    for (Range range : ranges) {
      if (range.partition == partition) {
        return range;
      }
    }
    Range range = new Range(partition, table, position, offset);
    ranges.add(range);
    return range;
  }

  /** Sends a full block and goes on taking rows. */
  void stream(Deadline deadline) {
    long bytes = writer.weightBytes();
    writer.stream(token, deadline);
    streamedBytes += bytes;
  }

  /** Sends the last block and the end of the INSERT. */
  void end(Deadline deadline, long nowMs) {
    long bytes = writer.weightBytes();
    writer.end(token, deadline);
    state = State.AWAITING;
    endedMs = nowMs;
    lookedMs = nowMs;
    if (!writer.holdsWholeBatch()) {
      streamedBytes += bytes;
      sent = writer.detach();
      for (Range range : ranges) {
        range.position.sent();
      }
    }
  }

  /** Waits for the answer; true when all rows are acknowledged. */
  boolean await(Deadline deadline) {
    if (!(sent != null ? sent.await(deadline) : writer.await(deadline))) {
      return false;
    }
    acked();
    return true;
  }

  private void acked() {
    state = State.CLOSED;
    for (Range range : ranges) {
      if (sent != null) {
        range.position.sentAcked();
      } else {
        range.position.acked();
      }
    }
  }

  /** Keeps the block, to send the same bytes under the same token again. */
  void keep() {
    writer.abort();
    state = State.KEPT;
  }

  /** The record of a batch of one row; null for a larger one. */
  SinkRecord soleRecord() {
    return soleRecord;
  }

  /** The server refuses the only row: it is done with, though not stored. */
  void setAside() {
    discard();
    acked();
  }

  /** Drops the rows: their partitions have to deliver them again. */
  void drop() {
    discard();
    state = State.CLOSED;
    for (Range range : ranges) {
      if (sent != null) {
        range.position.sentDropped(range.first, range.rows);
      } else {
        range.position.dropped(range.first, range.rows);
      }
      range.table.rewindFrom(range.first);
    }
  }

  private void discard() {
    if (sent != null) {
      sent.abort();
    } else {
      writer.discard();
    }
  }

  boolean touches(PartitionPosition partition) {
    for (Range range : ranges) {
      if (range.partition == partition) {
        return true;
      }
    }
    return false;
  }

  List<PartitionPosition> partitions() {
    return ranges.stream().map(range -> range.partition).toList();
  }

  /** For logs: topic, partition and offsets, no values. */
  String describeRanges() {
    StringBuilder text = new StringBuilder();
    for (Range range : ranges) {
      text.append(text.length() == 0 ? "" : ", ")
          .append(range.partition.topicPartition())
          .append(" offsets ")
          .append(range.first)
          .append("..")
          .append(range.last);
    }
    return text.toString();
  }
}
