// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.delivery;

import io.blockhouse.connect.convert.ColumnGroup;
import java.util.HashMap;
import java.util.Map;

/**
 * How far one topic partition has come in one table. LIVE, or REWINDING: then records from {@link
 * #rewindFrom} on are let pass, because they will be delivered again.
 */
final class TablePosition {
  private static final long LIVE = -1;

  private final Map<ColumnGroup, GroupPosition> groups = new HashMap<>(2);

  /** For records that have no group: tombstones, and values that are no rows at all. */
  private final GroupPosition ungrouped = new GroupPosition();

  private long rewindFrom = LIVE;
  private int restarts;

  GroupPosition group(ColumnGroup group) {
    GroupPosition position = groups.get(group);
    if (position == null) {
      position = new GroupPosition();
      groups.put(group, position);
    }
    return position;
  }

  /** For deliveries that take the rows of all groups together. */
  GroupPosition allGroups() {
    return group(ColumnGroup.ALL);
  }

  /** How often the offsets have started anew. */
  int restarts() {
    return restarts;
  }

  GroupPosition ungrouped() {
    return ungrouped;
  }

  int groupCount() {
    return groups.size();
  }

  boolean isRewinding() {
    return rewindFrom != LIVE;
  }

  /**
   * Whether the record will be delivered again anyway. Records below the point of the rewind are
   * not: they come when an earlier rewind of the same partition is still under way.
   */
  boolean letsPass(long offset) {
    return rewindFrom != LIVE && offset >= rewindFrom;
  }

  /** Everything from {@code offset} on has to be delivered again. */
  void rewindFrom(long offset) {
    rewindFrom = rewindFrom == LIVE ? offset : Math.min(rewindFrom, offset);
  }

  /** The rewind was asked of the runtime: what comes next comes from there. */
  void live() {
    rewindFrom = LIVE;
  }

  /** First offset that is not done: not acknowledged, reported or ignored; -1 when all is done. */
  long firstUndone() {
    long first = rewindFrom;
    for (GroupPosition group : groups.values()) {
      first = earlier(first, group.firstUnacked());
    }
    return first;
  }

  /** The end of what is done in any group, open rows excluded; at most that of what was taken. */
  long doneTo() {
    long done = 0;
    for (GroupPosition group : groups.values()) {
      long open = group.firstUnacked();
      done = Math.max(done, open < 0 ? group.takenTo() : Math.min(open, group.takenTo()));
    }
    return done;
  }

  /** Rows dropped and not delivered again yet, over all groups. */
  long awaitingReplay() {
    long rows = 0;
    for (GroupPosition group : groups.values()) {
      rows += group.awaitingReplay();
    }
    return rows;
  }

  /** Drops positions that no rewind can come back to: everything below {@code floor} is done. */
  void forgetBelow(long floor) {
    if (!isRewinding()) {
      groups
          .values()
          .removeIf(
              group ->
                  group.seenTo() <= floor
                      && group.firstUnacked() < 0
                      && group.awaitingReplay() == 0);
    }
  }

  void restart() {
    restarts++;
    groups.values().forEach(GroupPosition::restart);
    ungrouped.restart();
  }

  /** The lower of two offsets, where -1 stands for none. */
  static long earlier(long a, long b) {
    if (a < 0) {
      return b;
    }
    return b < 0 ? a : Math.min(a, b);
  }
}
