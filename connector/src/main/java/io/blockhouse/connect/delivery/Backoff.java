// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.delivery;

import java.util.Random;

/** Exponential pauses with jitter between the tries of one table. */
final class Backoff {
  private final long baseMs;
  private final long maxMs;
  private final Random random;
  private int attempts;
  private long firstFailureMs;
  private long retryAtMs;

  Backoff(long baseMs, long maxMs, Random random) {
    this.baseMs = baseMs;
    this.maxMs = maxMs;
    this.random = random;
  }

  /**
   * Another failure: the pause doubles up to the limit; half of it is random, so that tasks that
   * failed together do not come back together.
   */
  void failed(long nowMs) {
    if (attempts == 0) {
      firstFailureMs = nowMs;
    }
    attempts++;
    int doublings = Math.min(attempts - 1, 30);
    long pauseMs = Math.min(maxMs, baseMs << doublings);
    retryAtMs = nowMs + pauseMs / 2 + (long) (random.nextDouble() * (pauseMs - pauseMs / 2));
  }

  /** A batch was acknowledged: the next failure starts from the shortest pause. */
  void succeeded() {
    attempts = 0;
  }

  boolean isWaiting(long nowMs) {
    return attempts > 0 && nowMs < retryAtMs;
  }

  long retryAtMs() {
    return retryAtMs;
  }

  int attempts() {
    return attempts;
  }

  /** Time since the first failure of this series; 0 when there is none. */
  long failingForMs(long nowMs) {
    return attempts == 0 ? 0 : nowMs - firstFailureMs;
  }
}
