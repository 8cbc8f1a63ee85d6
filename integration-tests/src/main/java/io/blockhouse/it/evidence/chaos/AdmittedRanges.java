// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.chaos;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The records that at-least-once may deliver twice. A record that is in the table {@code k} times
 * must be in at least {@code k - 1} of these ranges of offsets.
 */
final class AdmittedRanges {
  /** Why a range may come twice. */
  enum Reason {
    /**
     * A task did not know the fate of an INSERT, as it counts it in its metrics and says in its
     * log, with partitions and offsets. The log is read, because metrics go with a killed worker
     * and with every restart of a task.
     */
    TOLD,
    /**
     * A worker got SIGKILL: what was in a partition behind the committed offset then, its tasks may
     * have stored, and cannot say so any more.
     */
    KILLED,
    /**
     * A task did not stop within the worker's {@code task.shutdown.graceful.timeout.ms}. Connect
     * then drops its last commit and tells it nothing, so it is as good as killed.
     */
    CANCELLED
  }

  private static final Pattern TOLD =
      Pattern.compile("got no answer: it may have been stored|could not be committed before");
  private static final Pattern RANGE = Pattern.compile("-(\\d{1,5}) offsets (\\d+)\\.\\.(\\d+)");

  /** Offsets from {@code first} to {@code last}, both included. */
  private record Range(Reason reason, int partition, long first, long last) {
    boolean has(int itsPartition, long offset) {
      return partition == itsPartition && offset >= first && offset <= last;
    }
  }

  private final List<Range> ranges = new CopyOnWriteArrayList<>();

  void add(Reason reason, int partition, long first, long last) {
    ranges.add(new Range(reason, partition, first, last));
  }

  /** Adds what tasks tell in lines of a worker's log. */
  void addTold(List<String> lines) {
    for (String line : lines) {
      if (TOLD.matcher(line).find()) {
        Matcher range = RANGE.matcher(line);
        while (range.find()) {
          add(
              Reason.TOLD,
              Integer.parseInt(range.group(1)),
              Long.parseLong(range.group(2)),
              Long.parseLong(range.group(3)));
        }
      }
    }
  }

  /** How many more times than once a record may be there, and why. */
  Map<Reason, Integer> moreCopiesOf(int partition, long number) {
    Map<Reason, Integer> copies = new EnumMap<>(Reason.class);
    for (Range range : ranges) {
      if (range.has(partition, number)) {
        copies.merge(range.reason, 1, Integer::sum);
      }
    }
    return copies;
  }
}
