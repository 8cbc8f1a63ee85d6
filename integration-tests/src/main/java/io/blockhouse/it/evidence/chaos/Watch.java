// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.chaos;

import java.util.Map;
import java.util.TreeMap;

/** Watches a run: how long the table gets no new row, and whether tasks fail. */
final class Watch {
  private static final int EVERY_MS = 250;
  private static final int STATUS_EVERY_MS = 500;

  private final ChaosStage stage;
  private final Map<String, Integer> failures = new TreeMap<>();
  private final Thread rows = new Thread(this::watchRows, "chaos-watch-rows");
  private final Thread tasks = new Thread(this::watchTasks, "chaos-watch-tasks");
  private volatile boolean stopped;
  private volatile long longestMs;
  private long lastCount;

  Watch(ChaosStage stage) {
    this.stage = stage;
    rows.setDaemon(true);
    tasks.setDaemon(true);
  }

  void start() {
    rows.start();
    tasks.start();
  }

  private void watchRows() {
    long lastChange = System.nanoTime();
    try {
      while (!stopped) {
        long count = stage.table().count().orElse(lastCount);
        long now = System.nanoTime();
        longestMs = Math.max(longestMs, (now - lastChange) / 1_000_000);
        if (count > lastCount) {
          lastCount = count;
          lastChange = now;
        }
        Pause.ms(EVERY_MS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void watchTasks() {
    try {
      while (!stopped) {
        try {
          stage.readLogs();
          String failure = stage.connector().mend();
          if (!failure.isEmpty()) {
            note(cause(failure));
          }
        } catch (RuntimeException noAnswer) {
          // The workers are the target of faults too; the next question may be answered.
        }
        Pause.ms(STATUS_EVERY_MS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String cause(String trace) {
    String last = trace.lines().findFirst().orElse("");
    for (String line : trace.lines().toList()) {
      if (line.startsWith("Caused by:")) {
        last = line;
        break;
      }
    }
    return last;
  }

  private synchronized void note(String cause) {
    failures.merge(cause, 1, Integer::sum);
    System.out.println("            a task failed and is restarted: " + cause);
  }

  /** Failed tasks that were restarted, by cause. */
  synchronized Map<String, Integer> failures() {
    return new TreeMap<>(failures);
  }

  /** The longest time without a new row; ends the watch on rows. */
  long longestMs() {
    return longestMs;
  }

  void stop() throws InterruptedException {
    stopped = true;
    rows.join();
    tasks.join();
  }
}
