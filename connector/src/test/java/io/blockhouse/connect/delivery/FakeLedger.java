// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.delivery;

import io.blockhouse.connect.ledger.Ledger;
import io.blockhouse.connect.ledger.LedgerException;
import io.blockhouse.connect.ledger.LedgerKey;
import io.blockhouse.wire.Deadline;
import io.blockhouse.wire.error.ConnectionException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** A ledger in memory, whose statements can fail, get lost, or land later than their answer. */
final class FakeLedger implements Ledger {
  /** What happens to a statement that moves claims. */
  enum Fate {
    WORKS,
    /** Nothing changes, and an error says so. */
    REFUSED,
    /** It takes effect, but the answer and the read after it are lost. */
    ANSWER_LOST,
    /** The link breaks, and it takes effect at the next {@link #land}. */
    LANDS_LATER,
    /** The link breaks before it. */
    NEVER
  }

  final Map<LedgerKey, Entry> entries = new HashMap<>();
  final Map<LedgerKey, Integer> versions = new HashMap<>();
  private final List<Runnable> late = new ArrayList<>();
  private final LongSupplier clockMs;
  Supplier<Fate> fates = () -> Fate.WORKS;
  Supplier<Boolean> readsFail = () -> false;

  FakeLedger(LongSupplier clockMs) {
    this.clockMs = clockMs;
  }

  /** Statements that were under way take effect, if they still can. */
  void land() {
    late.forEach(Runnable::run);
    late.clear();
  }

  @Override
  public Map<LedgerKey, Entry> read(Collection<LedgerKey> keys, Deadline deadline) {
    if (readsFail.get()) {
      throw lost();
    }
    Map<LedgerKey, Entry> found = new HashMap<>();
    for (LedgerKey key : keys) {
      Entry entry = entries.get(key);
      if (entry != null) {
        found.put(
            key,
            new Entry(
                entry.claim(), entry.claimedAtMs(), clockMs.getAsLong() - entry.claimedAtMs()));
      }
    }
    return found;
  }

  @Override
  public List<Outcome> advance(List<Move> moves, Deadline deadline) {
    LedgerException failure = null;
    switch (fates.get()) {
      case WORKS -> moves.forEach(this::move);
      case REFUSED -> failure = lost();
      case ANSWER_LOST -> {
        moves.forEach(this::move);
        throw lost();
      }
      case LANDS_LATER -> {
        for (Move move : moves) {
          Entry seen = entries.get(move.key());
          late.add(
              () -> {
                if (entries.get(move.key()) == seen) {
                  move(move);
                }
              });
        }
        throw lost();
      }
      default -> throw lost();
    }
    Map<LedgerKey, Entry> after = read(moves.stream().map(Move::key).toList(), deadline);
    List<Outcome> outcomes = new ArrayList<>();
    for (Move move : moves) {
      outcomes.add(new Outcome(after.get(move.key()), failure));
    }
    return outcomes;
  }

  private void move(Move move) {
    Entry entry = entries.get(move.key());
    boolean asExpected =
        move.previous() == null
            ? entry == null
            : entry != null && entry.claim().id().equals(move.previous().id());
    if (asExpected) {
      long claimedAtMs = move.isTakeOver() ? entry.claimedAtMs() : clockMs.getAsLong();
      entries.put(move.key(), new Entry(move.next(), claimedAtMs, 0));
      versions.merge(move.key(), 1, Integer::sum);
    }
  }

  private static LedgerException lost() {
    return new LedgerException("the ledger is away", new ConnectionException("reset", null));
  }
}
