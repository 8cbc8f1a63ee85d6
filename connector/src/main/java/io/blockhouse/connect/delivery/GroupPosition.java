// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.delivery;

/**
 * How far one topic partition has come in one column group of one table. Which group a record
 * belongs to depends on the record and the table alone, so a record that is delivered again meets
 * the position it met the first time.
 */
final class GroupPosition {
  private long appendedTo;
  private long seenTo;
  private long firstOpen = -1;
  private long firstSent = -1;
  private long awaitingReplay;

  /** Whether the record is in a batch, acknowledged, or reported: it must not be taken again. */
  boolean has(long offset) {
    return offset < appendedTo;
  }

  /** Whether the record was counted, and reported if it was bad, in an earlier delivery. */
  boolean hasSeen(long offset) {
    return offset < seenTo;
  }

  /** First offset in a batch that is not acknowledged; -1 when there is none. */
  long firstUnacked() {
    return TablePosition.earlier(firstSent, firstOpen);
  }

  /** First offset that was never taken, in no delivery; at or above the first not taken now. */
  long seenTo() {
    return seenTo;
  }

  /** Rows dropped with a batch and not delivered again yet. */
  long awaitingReplay() {
    return awaitingReplay;
  }

  /** First offset that was not taken, or was dropped again: everything below is done, or open. */
  long takenTo() {
    return appendedTo;
  }

  /** The record became a row of an open batch; true when it is its first time. */
  boolean appended(long offset) {
    if (firstOpen < 0 || offset < firstOpen) {
      firstOpen = offset;
    }
    boolean first = handled(offset);
    if (!first && awaitingReplay > 0) {
      awaitingReplay--;
    }
    return first;
  }

  /** The record needs no row: reported or ignored; true when it is its first time. */
  boolean handled(long offset) {
    appendedTo = Math.max(appendedTo, offset + 1);
    if (offset < seenTo) {
      return false;
    }
    seenTo = offset + 1;
    return true;
  }

  /**
   * Rows that were dropped and are no longer awaited, now that the record at {@code offset} was
   * dealt with: it is the last that was ever seen, so those that have not become rows again are
   * stored by another owner.
   */
  long storedByOthers(long offset) {
    if (awaitingReplay == 0 || offset + 1 < seenTo) {
      return 0;
    }
    long stored = awaitingReplay;
    awaitingReplay = 0;
    return stored;
  }

  /** The batch with all open rows was sent; those that come now are of the next one. */
  void sent() {
    firstSent = firstOpen;
    firstOpen = -1;
  }

  /** The batch that was sent before the open one was acknowledged. */
  void sentAcked() {
    firstSent = -1;
  }

  /**
   * The batch that was sent before the open one, {@code rows} rows from {@code first} on, was
   * dropped; the open one has to be dropped before, or its rows would be taken a second time.
   */
  void sentDropped(long first, long rows) {
    firstSent = -1;
    dropped(first, rows);
  }

  /** The batch with all open rows was acknowledged. */
  void acked() {
    firstOpen = -1;
  }

  /** The batch with all open rows, {@code rows} of them from {@code first} on, was dropped. */
  void dropped(long first, long rows) {
    appendedTo = first;
    firstOpen = -1;
    awaitingReplay += rows;
  }

  /** Offsets have started anew (topic re-created, or reset from outside): nothing is known. */
  void restart() {
    appendedTo = 0;
    seenTo = 0;
  }

  /** Rows that no longer exist in the topic, now that a later record came; they are forgotten. */
  long forgetVanished(long offset) {
    if (awaitingReplay == 0 || offset < seenTo) {
      return 0;
    }
    long vanished = awaitingReplay;
    awaitingReplay = 0;
    return vanished;
  }
}
