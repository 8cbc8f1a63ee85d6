// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.delivery;

import io.blockhouse.connect.convert.ColumnGroup;
import io.blockhouse.connect.convert.RowSource;
import io.blockhouse.connect.convert.TableConversion;
import io.blockhouse.connect.ledger.Claim;
import io.blockhouse.connect.table.GroupWriter;
import io.blockhouse.connect.table.TableWriter;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The rows of one claim, or of one to be made, by column group; and the writers, kept for more. */
final class ClaimRows {
  /** Each group has a block and an INSERT of its own. */
  private static final int MAX_GROUPS = 16;

  private final TableWriter tableWriter;
  private final Map<ColumnGroup, GroupRows> groups = new LinkedHashMap<>(2);

  /** In order of use; of groups with and without rows now. */
  private final Map<ColumnGroup, GroupWriter> writers = new LinkedHashMap<>(2, 0.75f, true);

  /** What all rows were converted by; null while there are none. */
  private TableConversion conversion;

  private ColumnGroup lastGroup;
  private GroupRows lastRows;
  private long rows;
  private long firstOffset;
  private long lastOffset;
  private long firstTimestamp;
  private long lastTimestamp;
  private long openedMs;

  ClaimRows(TableWriter tableWriter) {
    this.tableWriter = tableWriter;
  }

  boolean isEmpty() {
    return rows == 0;
  }

  long rows() {
    return rows;
  }

  long firstOffset() {
    return firstOffset;
  }

  long lastOffset() {
    return lastOffset;
  }

  long firstTimestamp() {
    return firstTimestamp;
  }

  long lastTimestamp() {
    return lastTimestamp;
  }

  /** Clock time of the first row. */
  long openedMs() {
    return openedMs;
  }

  List<String> optionalColumns() {
    return conversion == null ? List.of() : conversion.optionalColumns();
  }

  Collection<GroupRows> groups() {
    return groups.values();
  }

  Collection<GroupWriter> writers() {
    return writers.values();
  }

  /** Whether rows so far were converted by another description of the table. */
  boolean isOfOther(TableConversion other) {
    return conversion != null && conversion != other;
  }

  /** The rows of a group; null when there is no room for another group. */
  GroupRows group(TableConversion by, ColumnGroup group) {
    if (group == lastGroup && lastRows != null) {
      return lastRows;
    }
    GroupRows found = groups.get(group);
    if (found == null) {
      if (groups.size() == MAX_GROUPS) {
        return null;
      }
      found = new GroupRows(String.join(",", by.optionalColumnsOf(group)), writer(by, group));
      groups.put(group, found);
    }
    conversion = by;
    lastGroup = group;
    lastRows = found;
    return found;
  }

  private GroupWriter writer(TableConversion by, ColumnGroup group) {
    GroupWriter writer = writers.get(group);
    if (writer == null) {
      if (writers.size() == MAX_GROUPS) {
        writers.keySet().removeIf(idle -> !groups.containsKey(idle));
      }
      writer = tableWriter.newGroupWriter(by, group);
      writers.put(group, writer);
    }
    return writer;
  }

  void append(GroupRows group, RowSource row, long offset, long nowMs) {
    group.append(row);
    Long timestamp = row.record().timestamp();
    lastTimestamp = timestamp == null ? Claim.UNKNOWN : timestamp;
    lastOffset = offset;
    if (rows++ == 0) {
      firstOffset = offset;
      firstTimestamp = lastTimestamp;
      openedMs = nowMs;
    }
  }

  /** Rows that are neither in the table nor reported. */
  long openRows() {
    long open = 0;
    for (GroupRows group : groups.values()) {
      open += group.outcome() == GroupRows.Outcome.DONE ? 0 : group.rows();
    }
    return open;
  }

  /** All rows but those reported instead of stored. */
  long unreportedRows() {
    long count = rows;
    for (GroupRows group : groups.values()) {
      count -= group.isReported() ? group.rows() : 0;
    }
    return count;
  }

  /** Encoded bytes of all blocks. */
  long bytes() {
    long bytes = 0;
    for (GroupRows group : groups.values()) {
      bytes += group.writer().blockBytes();
    }
    return bytes;
  }

  /** Heap of all blocks with rows, as far as it was measured. */
  long measuredBytes() {
    long bytes = 0;
    for (GroupRows group : groups.values()) {
      bytes += group.writer().measuredBytes();
    }
    return bytes;
  }

  /** Breaks off what is open and forgets all rows; the writers stay for the next ones. */
  void discard() {
    for (GroupRows group : groups.values()) {
      group.writer().discard();
    }
    clear();
  }

  /** After every group was acknowledged. */
  void clear() {
    groups.clear();
    conversion = null;
    lastRows = null;
    lastGroup = null;
    rows = 0;
  }

  /** After the table was described anew; there must be no rows. */
  void forgetWriters() {
    writers.clear();
  }

  void trimIdle() {
    writers.forEach(
        (group, writer) -> {
          if (!groups.containsKey(group)) {
            writer.trim();
            writer.measure();
          }
        });
  }
}
