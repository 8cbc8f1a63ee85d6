// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.delivery;

import io.blockhouse.connect.convert.ColumnGroup;
import io.blockhouse.connect.table.GroupWriter;
import io.blockhouse.connect.table.TableWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The batches of one table, and the writers of its column groups. A group has at most one batch
 * that takes rows, and one before it that has left its writer and awaits its answer. Groups are
 * capped: each has a block of its own.
 */
final class OpenBatches {
  /** Sparse records rarely have more shapes at a time; more would make small batches anyway. */
  private static final int MAX_GROUPS = 16;

  private final TableWriter tableWriter;
  private final Map<ColumnGroup, Batch> batches = new LinkedHashMap<>(2);
  private final Map<ColumnGroup, Batch> detached = new LinkedHashMap<>(2);

  /** In order of use, so that the least recent group gives way. */
  private final Map<ColumnGroup, GroupWriter> writers = new LinkedHashMap<>(2, 0.75f, true);

  private ColumnGroup lastGroup;
  private Batch lastBatch;

  OpenBatches(TableWriter tableWriter) {
    this.tableWriter = tableWriter;
  }

  /** The batch of a group that has the group's writer, or null. */
  Batch find(ColumnGroup group) {
    if (group == lastGroup && lastBatch != null) {
      return lastBatch;
    }
    lastGroup = group;
    lastBatch = batches.get(group);
    return lastBatch;
  }

  /** The batch of a group that awaits its answer without the group's writer, or null. */
  Batch detached(ColumnGroup group) {
    return detached.get(group);
  }

  boolean isEmpty() {
    return batches.isEmpty() && detached.isEmpty();
  }

  /** Those that were sent before others of their group first; a copy, so that batches may end. */
  List<Batch> all() {
    if (isEmpty()) {
      return List.of();
    }
    List<Batch> all = new ArrayList<>(detached.size() + batches.size());
    all.addAll(detached.values());
    all.addAll(batches.values());
    return all;
  }

  /** The same of one state. */
  List<Batch> inState(Batch.State state) {
    List<Batch> all = all();
    return all.isEmpty() ? all : all.stream().filter(batch -> batch.state() == state).toList();
  }

  /** Whether a batch of the group can be opened; gives up the least recent idle writer for it. */
  boolean hasRoomFor(ColumnGroup group) {
    if (writers.size() < MAX_GROUPS || writers.containsKey(group)) {
      return true;
    }
    Iterator<ColumnGroup> leastRecentFirst = writers.keySet().iterator();
    while (leastRecentFirst.hasNext()) {
      if (!batches.containsKey(leastRecentFirst.next())) {
        leastRecentFirst.remove();
        return true;
      }
    }
    return false;
  }

  /** The batch with a writer that was opened first. */
  Batch leastRecent() {
    return batches.values().iterator().next();
  }

  Batch open(ColumnGroup group, long nowMs) {
    GroupWriter writer = writers.get(group);
    if (writer == null) {
      writer = tableWriter.newGroupWriter(group);
      writers.put(group, writer);
    }
    Batch batch = new Batch(group, writer, nowMs);
    batches.put(group, batch);
    lastBatch = null;
    return batch;
  }

  /** The batch has left its writer to the next one of its group. */
  void detached(Batch batch) {
    batches.remove(batch.group(), batch);
    detached.put(batch.group(), batch);
    lastBatch = null;
  }

  void remove(Batch batch) {
    (batch.isDetached() ? detached : batches).remove(batch.group(), batch);
    lastBatch = null;
  }

  /** After the table's description was forgotten; there must be no batch. */
  void forgetWriters() {
    writers.clear();
    lastBatch = null;
  }

  Collection<GroupWriter> writers() {
    return writers.values();
  }

  /** Gives back the heap of groups that have no rows. */
  void trimIdle() {
    for (Map.Entry<ColumnGroup, GroupWriter> entry : writers.entrySet()) {
      if (!batches.containsKey(entry.getKey())) {
        entry.getValue().trim();
        entry.getValue().measure();
      }
    }
  }

  /** The batch whose block holds the most heap; null when no block has rows. */
  Batch largest() {
    Batch largest = null;
    for (Batch batch : batches.values()) {
      if (largest == null || batch.writer().measuredBytes() > largest.writer().measuredBytes()) {
        largest = batch;
      }
    }
    return largest;
  }
}
