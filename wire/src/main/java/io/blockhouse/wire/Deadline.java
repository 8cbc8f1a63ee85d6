// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire;

import java.util.concurrent.TimeUnit;

/**
 * A point in time by which a call must be over. One deadline is shared by all steps of a call, so
 * that many small waits never add up to a long one. Uses the monotonic clock; immutable.
 */
public final class Deadline {
  /** Far enough never to be reached, near enough not to overflow in {@code nanoTime} arithmetic. */
  private static final long NEVER_MS = TimeUnit.DAYS.toMillis(365);

  private final long atNanos;

  private Deadline(long atNanos) {
    this.atNanos = atNanos;
  }

  /** A deadline {@code ms} milliseconds from now; zero or less is already over. */
  public static Deadline afterMs(long ms) {
    long bounded = Math.max(0, Math.min(ms, NEVER_MS));
    return new Deadline(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(bounded));
  }

  /** Milliseconds left, rounded up so that a caller never spins on a remainder; 0 when over. */
  public long remainingMs() {
    long nanos = atNanos - System.nanoTime();
    return nanos <= 0 ? 0 : (nanos + 999_999) / 1_000_000;
  }

  /** Whether the time is up. */
  public boolean expired() {
    return atNanos - System.nanoTime() <= 0;
  }

  /** The earlier of this deadline and one {@code ms} milliseconds from now. */
  public Deadline atMostMs(long ms) {
    Deadline other = afterMs(ms);
    return other.atNanos - atNanos < 0 ? other : this;
  }
}
