// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.delivery;

import io.blockhouse.connect.error.Decision;
import io.blockhouse.connect.error.ErrorPolicy;
import io.blockhouse.connect.table.TableId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether a table can be written, and when to try again if not. */
final class TableHealth implements Gate {
  private static final Logger LOG = LoggerFactory.getLogger(TableHealth.class);

  /** Often enough to be found in a log, seldom enough not to fill it. */
  private static final long WARN_EVERY_MS = 30_000;

  /**
   * Tries before a table that only somebody else can mend is taken for broken: with the default
   * pauses about five seconds, in which the first records of the other tables arrive.
   */
  private static final int TRIES_BEFORE_BROKEN = 4;

  private final TableId table;
  private final Backoff backoff;
  private boolean blocked;
  private Decision decision;
  private Throwable lastFailure;
  private long lastWarnMs;

  TableHealth(TableId table, Backoff backoff) {
    this.table = table;
    this.backoff = backoff;
  }

  void failed(Throwable failure, Decision decided, long nowMs) {
    boolean first = backoff.attempts() == 0;
    backoff.failed(nowMs);
    blocked = true;
    decision = decided;
    lastFailure = failure;
    if (first || nowMs - lastWarnMs >= WARN_EVERY_MS) {
      lastWarnMs = nowMs;
      LOG.warn(
          "Table {} cannot be written, attempt {}, for {} ms: {}. Nothing is lost; next try in {}"
              + " ms.",
          table,
          backoff.attempts(),
          backoff.failingForMs(nowMs),
          ErrorPolicy.describe(failure),
          backoff.retryAtMs() - nowMs);
    }
  }

  /** A try may be made: the table answers again, though nothing is acknowledged yet. */
  void unblocked() {
    blocked = false;
  }

  void acked(long nowMs) {
    if (backoff.attempts() > 0) {
      LOG.info(
          "Table {} is written again after {} failed attempts in {} ms.",
          table,
          backoff.attempts(),
          backoff.failingForMs(nowMs));
      backoff.succeeded();
    }
    blocked = false;
    decision = null;
    lastFailure = null;
  }

  @Override
  public boolean isBlocked() {
    return blocked;
  }

  /** Whether the time for the next try has not come. */
  boolean isWaiting(long nowMs) {
    return blocked && backoff.isWaiting(nowMs);
  }

  long retryAtMs() {
    return backoff.retryAtMs();
  }

  /** Failed tries since the last acknowledgement. */
  int attempts() {
    return backoff.attempts();
  }

  long failingForMs(long nowMs) {
    return backoff.failingForMs(nowMs);
  }

  /** Whether only a change by somebody else can help, and that has had its chance. */
  boolean isBroken() {
    return decision == Decision.TABLE && backoff.attempts() >= TRIES_BEFORE_BROKEN;
  }

  Throwable lastFailure() {
    return lastFailure;
  }
}
