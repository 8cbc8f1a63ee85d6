// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.table;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * When a table's description may be read again because records do not fit it: at once for the first
 * of them, then ever more rarely, so that records that never fit cost next to nothing.
 */
final class SchemaWatch {
  private static final long FIRST_WAIT_MS = 10;
  static final long LONGEST_WAIT_MS = 60_000;

  private final LongSupplier nanoTime;
  private long waitMs;
  private long lookedAt;

  SchemaWatch(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  boolean isDue() {
    return waitMs == 0 || TimeUnit.NANOSECONDS.toMillis(nanoTime.getAsLong() - lookedAt) >= waitMs;
  }

  /** Nothing had changed. */
  void lookedInVain() {
    lookedAt = nanoTime.getAsLong();
    waitMs = Math.min(Math.max(2 * waitMs, FIRST_WAIT_MS), LONGEST_WAIT_MS);
  }

  /** The description is a new one. */
  void reset() {
    waitMs = 0;
  }
}
