// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.delivery;

import io.blockhouse.connect.table.TableId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How far one topic partition has come, over all tables it feeds. The partition is that of the
 * original record (KIP-793): transforms may rename topics, offsets are committed for the original.
 */
final class PartitionPosition {
  private static final Logger LOG = LoggerFactory.getLogger(PartitionPosition.class);
  private static final long NONE = -1;

  /** No table has this name: for records that are no rows, or whose table cannot be told. */
  private static final TableId UNROUTED = new TableId("", "");

  private final TopicPartition topicPartition;
  private final Map<TableId, TablePosition> tables = new HashMap<>(2);
  private final Set<Gate> blockedBy = new HashSet<>(2);
  private long nextOffset = NONE;
  private long seekTo = NONE;

  /** What the runtime says it has delivered, filtered records and transaction markers included. */
  private long consumedTo = NONE;

  private long committable = NONE;
  private long firstDelivered = NONE;
  private boolean paused;

  PartitionPosition(TopicPartition topicPartition) {
    this.topicPartition = topicPartition;
  }

  TopicPartition topicPartition() {
    return topicPartition;
  }

  TablePosition table(TableId table) {
    TablePosition position = tables.get(table);
    if (position == null) {
      position = new TablePosition();
      tables.put(table, position);
    }
    return position;
  }

  /** How far the partition has come with records that go to no table. */
  TablePosition unrouted() {
    return table(UNROUTED);
  }

  /**
   * Notes a delivery. An offset that goes back without a rewind of ours means that the topic was
   * re-created or reset from outside: then positions mean nothing, and taking a record twice is
   * better than never.
   */
  void delivered(long offset) {
    if (offset < nextOffset) {
      LOG.warn(
          "Offsets of {} went back from {} to {} without a rewind of this task: the topic was"
              + " re-created or its offsets were reset. Everything from there on is written again.",
          topicPartition,
          nextOffset - 1,
          offset);
      tables.values().forEach(TablePosition::restart);
    }
    if (firstDelivered == NONE) {
      firstDelivered = offset;
    }
    nextOffset = offset + 1;
  }

  /** The runtime has delivered, or has nothing to deliver of, everything below {@code offset}. */
  void consumed(long offset) {
    if (seekTo == NONE && !isRewinding()) {
      consumedTo = offset;
    }
  }

  /** Whether everything below {@code offset} was delivered to a table and taken there. */
  boolean hasPassed(long offset, TablePosition table) {
    return Math.max(nextOffset, consumedTo) >= offset && !table.letsPass(offset - 1);
  }

  /** Whether rows go to more than one INSERT at a time. */
  boolean feedsSeveral() {
    int groups = 0;
    for (TablePosition table : tables.values()) {
      groups += table.groupCount();
    }
    return groups > 1;
  }

  boolean isRewinding() {
    for (TablePosition table : tables.values()) {
      if (table.isRewinding()) {
        return true;
      }
    }
    return false;
  }

  /** First offset that may not be committed past; -1 when everything taken so far is done. */
  long firstUndone() {
    long first = seekTo;
    for (TablePosition table : tables.values()) {
      first = TablePosition.earlier(first, table.firstUndone());
    }
    return first;
  }

  /** Where the runtime has to go back to: never past what it was to deliver next anyway. */
  long rewindTo(long firstUndone) {
    return TablePosition.earlier(firstUndone, nextOffset);
  }

  /** The runtime was asked to go back to {@code offset}; all tables are LIVE from there. */
  void seeking(long offset) {
    seekTo = offset;
    nextOffset = offset;
    consumedTo = NONE;
    tables.values().forEach(TablePosition::live);
  }

  /** The runtime has carried the seek out: it does so before it polls, so before any next put. */
  void seekDone() {
    seekTo = NONE;
  }

  /** The offset that is committed, or would be, unless it is never. */
  void committable(long offset) {
    committable = offset;
  }

  /**
   * Offsets that are done in some table and can't be committed, because another table or group is
   * not as far, or because the runtime has not come back to them after a rewind: the next owner is
   * given them again. Empty when there are none.
   */
  Map<TableId, Long> doneAboveCommit() {
    Map<TableId, Long> above = new HashMap<>();
    long from = committable == NONE ? firstDelivered : committable;
    tables.forEach(
        (table, position) -> {
          if (from != NONE && table != UNROUTED && position.doneTo() > from) {
            above.put(table, position.doneTo());
          }
        });
    return above;
  }

  /** First offset of {@link #doneAboveCommit}. */
  long committedTo() {
    return committable == NONE ? firstDelivered : committable;
  }

  void forgetBelow(long floor) {
    tables.values().forEach(table -> table.forgetBelow(floor));
  }

  long awaitingReplay() {
    long rows = 0;
    for (TablePosition table : tables.values()) {
      rows += table.awaitingReplay();
    }
    return rows;
  }

  /** A table that this partition feeds has failed, or there is no room for its claim now. */
  void blockedBy(Gate gate) {
    blockedBy.add(gate);
  }

  /** Whether one of those is still closed. */
  boolean isBlocked() {
    blockedBy.removeIf(gate -> !gate.isBlocked());
    return !blockedBy.isEmpty();
  }

  boolean isPaused() {
    return paused;
  }

  void paused(boolean now) {
    paused = now;
  }
}
