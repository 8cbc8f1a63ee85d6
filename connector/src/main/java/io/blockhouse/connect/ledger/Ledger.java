// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.ledger;

import io.blockhouse.wire.Deadline;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Where claims are kept, one per key. May be read by several tasks at a time, and a read may be
 * stale; a move never is.
 *
 * <p>Every method throws {@link LedgerException} when the ledger can't be used now.
 */
public interface Ledger {
  /**
   * A claim as the ledger has it.
   *
   * @param claim what was claimed
   * @param claimedAtMs when, by the server's clock, in ms since the epoch
   * @param ageMs how long ago by the same clock when it was read
   */
  record Entry(Claim claim, long claimedAtMs, long ageMs) {}

  /**
   * A move from one claim to the next.
   *
   * @param key whose
   * @param previous the claim that has to be there; null when there must be none
   * @param next the claim to be there afterwards
   */
  record Move(LedgerKey key, Claim previous, Claim next) {
    /** Whether only the owner changes. */
    public boolean isTakeOver() {
      return next.isSameAs(previous);
    }
  }

  /**
   * What the ledger has after a move was tried.
   *
   * @param entry what is there, null for nothing: the move succeeded if that is its next claim, was
   *     lost if it is neither that nor its previous one
   * @param failure why nothing changed, if nothing did and there was a reason; else null
   */
  record Outcome(Entry entry, LedgerException failure) {
    /** Whether {@code claim} is what the ledger has. */
    public boolean holds(Claim claim) {
      return claim == null ? entry == null : entry != null && entry.claim().id().equals(claim.id());
    }
  }

  /** The claims of those keys that have one. */
  Map<LedgerKey, Entry> read(Collection<LedgerKey> keys, Deadline deadline);

  /**
   * Tries all moves by compare-and-set and reads back what came of them: the answer to the move
   * itself proves nothing. An exception means that nothing is known; the same moves may then be
   * tried again.
   */
  List<Outcome> advance(List<Move> moves, Deadline deadline);
}
