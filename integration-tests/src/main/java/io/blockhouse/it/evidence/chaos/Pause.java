// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.chaos;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waiting, bounded. */
final class Pause {
  private static final int POLL_MS = 200;

  private Pause() {}

  static void ms(long ms) throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(ms);
  }

  /** Whether it came true within {@code patienceMs}. */
  static boolean until(BooleanSupplier condition, long patienceMs) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(patienceMs);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        return false;
      }
      ms(POLL_MS);
    }
    return true;
  }

  /**
   * Does it until it does not fail: undoing a fault meets the faults of other targets. Throws the
   * last failure when {@code patienceMs} are over.
   */
  static void insist(Runnable action, long patienceMs) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(patienceMs);
    while (true) {
      try {
        action.run();
        return;
      } catch (RuntimeException e) {
        if (System.nanoTime() - deadline > 0) {
          throw e;
        }
        ms(POLL_MS);
      }
    }
  }
}
