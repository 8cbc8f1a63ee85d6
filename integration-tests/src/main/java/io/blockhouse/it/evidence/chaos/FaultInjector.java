// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.chaos;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Carries a schedule out: a thread for each target, so that faults of several targets overlap. */
final class FaultInjector {
  private static final int UNDO_MS = 240_000;

  private final ChaosStage stage;
  private final List<Fault> schedule;
  private final Map<Target, ExecutorService> threads = new EnumMap<>(Target.class);
  private final AtomicInteger inflicted = new AtomicInteger();
  private final List<String> failures = new CopyOnWriteArrayList<>();
  private final long start = System.nanoTime();
  private volatile boolean over;

  FaultInjector(ChaosStage stage, List<Fault> schedule) {
    this.stage = stage;
    this.schedule = schedule;
    for (Target target : Target.values()) {
      threads.put(
          target,
          Executors.newSingleThreadExecutor(
              work -> {
                Thread thread = new Thread(work, "chaos-" + target);
                thread.setDaemon(true);
                return thread;
              }));
    }
  }

  /** Returns at the end of the run's time, when all that was done is undone. */
  void run(long lengthMs) throws InterruptedException {
    for (Fault fault : schedule) {
      Pause.ms(Math.max(0, fault.atMs() - elapsedMs()));
      threads.get(fault.kind().target()).execute(() -> inflict(fault));
    }
    Pause.ms(Math.max(0, lengthMs - elapsedMs()));
    over = true;
    threads.values().forEach(ExecutorService::shutdown);
    for (Map.Entry<Target, ExecutorService> thread : threads.entrySet()) {
      if (!thread.getValue().awaitTermination(UNDO_MS, TimeUnit.MILLISECONDS)) {
        failures.add("the last fault of " + thread.getKey() + " does not end");
      }
    }
  }

  private void inflict(Fault fault) {
    if (over) { // a slow machine is behind its schedule
      return;
    }
    inflicted.incrementAndGet();
    System.out.printf(
        Locale.ROOT,
        "  %6.1f s  %s%s%n",
        elapsedMs() / 1e3,
        fault.kind(),
        fault.lastsMs() == 0 ? "" : " for " + fault.lastsMs() + " ms");
    try {
      fault.kind().inflict(stage, fault);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      failures.add(fault.kind() + " went wrong itself: " + e);
    }
  }

  private long elapsedMs() {
    return (System.nanoTime() - start) / 1_000_000;
  }

  int inflicted() {
    return inflicted.get();
  }

  /** What went wrong with the faults themselves. */
  List<String> failures() {
    return new ArrayList<>(failures);
  }
}
