// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.chaos;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Rows beyond the first of their record, by what excuses them in at-least-once. */
final class Duplicates {
  private static final int MAX_DETAILS = 10;

  private final Map<AdmittedRanges.Reason, Long> excused =
      new EnumMap<>(AdmittedRanges.Reason.class);
  private final List<String> details = new ArrayList<>();
  private long unexcused;

  /** A record that is there {@code rows} times. */
  void add(int partition, long number, long rows, AdmittedRanges admitted) {
    long excess = rows - 1;
    for (Map.Entry<AdmittedRanges.Reason, Integer> excuse :
        admitted.moreCopiesOf(partition, number).entrySet()) {
      long taken = Math.min(excess, excuse.getValue());
      if (taken > 0) {
        excused.merge(excuse.getKey(), taken, Long::sum);
        excess -= taken;
      }
    }
    unexcused += excess;
    if (excess > 0 && details.size() < MAX_DETAILS) {
      details.add(
          "doubled without excuse: number "
              + number
              + " of partition "
              + partition
              + ", "
              + rows
              + " rows");
    }
  }

  long unexcused() {
    return unexcused;
  }

  /** The first that have no excuse. */
  List<String> details() {
    return details;
  }

  @Override
  public String toString() {
    return "doubled rows by excuse " + excused + ", without one " + unexcused;
  }
}
