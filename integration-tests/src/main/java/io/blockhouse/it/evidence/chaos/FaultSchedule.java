// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.chaos;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/** The faults of a run. The same seed and length give the same ones. */
final class FaultSchedule {
  /** Before the first one, and after the last one's end. */
  private static final int CALM_MS = 2_000;

  private FaultSchedule() {}

  /** All faults of all targets, the earliest first. */
  static List<Fault> of(long seed, long lengthMs) {
    List<Fault> faults = new ArrayList<>();
    for (Target target : Target.values()) {
      // A stream of its own, so that another fault of one target leaves the others as they are.
      faults.addAll(of(target, new Random(seed * 31 + target.ordinal()), lengthMs));
    }
    faults.sort(Comparator.comparingLong(Fault::atMs));
    return faults;
  }

  private static List<Fault> of(Target target, Random random, long lengthMs) {
    List<Fault> faults = new ArrayList<>();
    Deque<FaultKind> bag = new ArrayDeque<>();
    long at = CALM_MS + random.nextInt(target.leastPauseMs());
    while (true) {
      if (bag.isEmpty()) {
        bag.addAll(shuffled(target, random));
      }
      FaultKind kind = bag.poll();
      int lasts = kind.leastMs() + random.nextInt(kind.mostMs() - kind.leastMs() + 1);
      Fault fault = new Fault(at, kind, lasts, random.nextInt());
      if (at + lasts > lengthMs - CALM_MS) {
        return faults;
      }
      faults.add(fault);
      int pause = target.mostPauseMs() - target.leastPauseMs();
      at += lasts + target.leastPauseMs() + random.nextInt(pause + 1);
    }
  }

  /** Every kind once, so that a run of some length meets all of them. */
  private static List<FaultKind> shuffled(Target target, Random random) {
    List<FaultKind> kinds =
        new ArrayList<>(
            Arrays.stream(FaultKind.values()).filter(kind -> kind.target() == target).toList());
    Collections.shuffle(kinds, random);
    return kinds;
  }
}
