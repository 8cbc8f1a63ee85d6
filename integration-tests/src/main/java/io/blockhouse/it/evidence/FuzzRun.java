// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence;

import io.blockhouse.wire.SessionFuzzer;
import java.util.Map;
import java.util.TreeMap;

/** Counts of a run, written by the thread that plays and read by the one that watches it. */
final class FuzzRun {
  /** So many untyped ends are told in full; the rest is counted. */
  private static final int TOLD = 5;

  private final Map<String, Integer> ends = new TreeMap<>();
  private int sessions;
  private int slow;
  private int untyped;
  private long maxAllocatedBytes;
  private long seed; // of the session that is being played
  private long begunNanos;

  synchronized void begin(long newSeed) {
    seed = newSeed;
    begunNanos = System.nanoTime();
  }

  synchronized void end(SessionFuzzer.Outcome outcome, long limitMs) {
    sessions++;
    maxAllocatedBytes = Math.max(maxAllocatedBytes, outcome.allocatedBytes());
    Throwable failure = outcome.failure();
    ends.merge(failure == null ? "none" : failure.getClass().getSimpleName(), 1, Integer::sum);
    if (outcome.millis() > limitMs) {
      slow++;
      System.out.println("  seed " + seed + " took " + outcome.millis() + " ms");
    }
    if (!outcome.isTyped() && ++untyped <= TOLD) {
      System.out.println("  seed " + seed + " ended with " + failure);
      StackTraceElement[] stack = failure.getStackTrace();
      for (int i = 0; i < Math.min(stack.length, 5); i++) {
        System.out.println("    at " + stack[i]);
      }
    }
  }

  /** How long the session under way has been played; its seed is {@link #seed()}. */
  synchronized long currentMs() {
    return (System.nanoTime() - begunNanos) / 1_000_000;
  }

  synchronized long seed() {
    return seed;
  }

  synchronized int sessions() {
    return sessions;
  }

  synchronized int slow() {
    return slow;
  }

  synchronized int untyped() {
    return untyped;
  }

  synchronized long maxAllocatedBytes() {
    return maxAllocatedBytes;
  }

  synchronized String ends() {
    return ends.toString();
  }
}
