// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.delivery;

import java.util.Arrays;

/** One state of the model: ledger, server, what is under way to them, Kafka, and two owners. */
final class ModelWorld {
  static final int WORDS = 5;
  static final int NOBODY = 2;
  static final int MAX_MOVES = 3;
  static final int MAX_INSERTS = 2;

  int ledger;

  /** Claims that statements under way would put in place of the ledger's; 0 for none. */
  final int[] moves = new int[MAX_MOVES];

  /** INSERTs that nobody waits for and that may still be stored: token, group and rows. */
  final int[] inserts = new int[MAX_INSERTS];

  int stored;
  int doubled;

  /** Which tokens the server knows: two bits for each, one for each group. */
  int tokens;

  int deadLetters;
  int committed;

  /** Whose commits the group accepts. */
  int rightful = NOBODY;

  final ModelOwner[] owners = {new ModelOwner(), new ModelOwner()};

  ModelWorld copy() {
    ModelWorld copy = new ModelWorld();
    copy.ledger = ledger;
    System.arraycopy(moves, 0, copy.moves, 0, MAX_MOVES);
    System.arraycopy(inserts, 0, copy.inserts, 0, MAX_INSERTS);
    copy.stored = stored;
    copy.doubled = doubled;
    copy.tokens = tokens;
    copy.deadLetters = deadLetters;
    copy.committed = committed;
    copy.rightful = rightful;
    copy.owners[0] = owners[0].copy();
    copy.owners[1] = owners[1].copy();
    return copy;
  }

  static int insert(int token, int group, int rows) {
    return token | group << 4 | rows << 5;
  }

  /** A token that nothing has. */
  int freshToken() {
    int used = 0;
    for (int claim : claims()) {
      used |= 1 << ModelClaims.token(claim);
    }
    for (int insert : inserts) {
      used |= 1 << (insert & 15);
    }
    return Integer.numberOfTrailingZeros(~(used | 1));
  }

  /** An owner that the claim of that token has never had. */
  int freshOwner(int token) {
    int used = 1;
    for (int claim : claims()) {
      if (ModelClaims.token(claim) == token) {
        used |= 1 << ModelClaims.owner(claim);
      }
    }
    return Integer.numberOfTrailingZeros(~used);
  }

  private int[] claims() {
    return new int[] {
      ledger,
      owners[0].claim,
      owners[0].next,
      owners[1].claim,
      owners[1].next,
      moves[0],
      moves[1],
      moves[2]
    };
  }

  void remove(int move) {
    for (int i = 0; i < MAX_MOVES; i++) {
      if (moves[i] == move) {
        moves[i] = 0;
      }
    }
  }

  /** How many statements are under way that nobody waits for. */
  int orphans() {
    int count = 0;
    for (int move : moves) {
      count += move != 0 && isOrphan(move) ? 1 : 0;
    }
    return count;
  }

  int countInserts() {
    int count = 0;
    for (int insert : inserts) {
      count += insert == 0 ? 0 : 1;
    }
    return count;
  }

  boolean isMoving(int claim) {
    for (int move : moves) {
      if (move == claim) {
        return true;
      }
    }
    return false;
  }

  boolean add(int[] to, int what) {
    for (int i = 0; i < to.length; i++) {
      if (to[i] == 0) {
        to[i] = what;
        return true;
      }
    }
    return false;
  }

  /**
   * The state with the numbers that say all about it: owners are alike, ids differ or are the same,
   * no more, and what nobody will ever use again is forgotten.
   */
  long[] key() {
    forget();
    if (owners[0].order() > owners[1].order()) {
      ModelOwner first = owners[0];
      owners[0] = owners[1];
      owners[1] = first;
      rightful = rightful == NOBODY ? NOBODY : 1 - rightful;
    }
    renumber();
    long[] words = new long[WORDS];
    ModelBits bits = new ModelBits(words);
    bits.put(ledger, ModelClaims.BITS);
    for (int move : moves) {
      bits.put(move, ModelClaims.BITS);
    }
    for (int insert : inserts) {
      bits.put(insert, 9);
    }
    bits.put(stored, 4);
    bits.put(doubled, 4);
    bits.put(tokens >>> 16, 16);
    bits.put(tokens & 0xFFFF, 16);
    bits.put(deadLetters, 4);
    bits.put(committed, 3);
    bits.put(rightful, 2);
    owners[0].write(bits);
    owners[1].write(bits);
    return words;
  }

  private void forget() {
    for (int i = 0; i < MAX_INSERTS; i++) {
      if (inserts[i] != 0 && knows(inserts[i] & 15, inserts[i] >> 4 & 1)) {
        inserts[i] = 0;
      }
    }
    for (ModelOwner owner : owners) {
      if (!owner.read && !owner.own) {
        owner.claim = 0;
      }
    }
    // Statements of owners that have gone differ by what they claim alone.
    for (int i = 0; i < MAX_MOVES; i++) {
      for (int j = i + 1; j < MAX_MOVES; j++) {
        if (moves[i] != 0
            && moves[i] >> 7 == moves[j] >> 7
            && ModelClaims.token(moves[i])
                == ModelClaims.token(ledger)
                == (ModelClaims.token(moves[j]) == ModelClaims.token(ledger))
            && isOrphan(moves[i])
            && isOrphan(moves[j])) {
          moves[j] = 0;
        }
      }
    }
  }

  private boolean isOrphan(int move) {
    return owners[0].next != move && owners[1].next != move;
  }

  boolean knows(int token, int group) {
    return (tokens >>> (2 * token + group) & 1) == 1;
  }

  private void renumber() {
    sortByContent(moves);
    ModelIds ids = new ModelIds();
    ledger = ids.renumber(ledger);
    for (ModelOwner owner : owners) {
      owner.claim = ids.renumber(owner.claim);
      owner.next = ids.renumber(owner.next);
    }
    for (int i = 0; i < MAX_MOVES; i++) {
      moves[i] = ids.renumber(moves[i]);
    }
    Arrays.sort(moves);
    for (int i = 0; i < MAX_INSERTS; i++) {
      inserts[i] = inserts[i] & ~15 | ids.renumber(inserts[i] & 15);
    }
    Arrays.sort(inserts);
    tokens = ids.renumberTokens(tokens);
  }

  private static void sortByContent(int[] claims) {
    for (int i = 1; i < claims.length; i++) {
      for (int j = i; j > 0 && claims[j - 1] >> 7 > claims[j] >> 7; j--) {
        int swap = claims[j];
        claims[j] = claims[j - 1];
        claims[j - 1] = swap;
      }
    }
  }

  static ModelWorld of(long[] words) {
    ModelBits bits = new ModelBits(words);
    ModelWorld world = new ModelWorld();
    world.ledger = bits.take(ModelClaims.BITS);
    for (int i = 0; i < MAX_MOVES; i++) {
      world.moves[i] = bits.take(ModelClaims.BITS);
    }
    for (int i = 0; i < MAX_INSERTS; i++) {
      world.inserts[i] = bits.take(9);
    }
    world.stored = bits.take(4);
    world.doubled = bits.take(4);
    world.tokens = bits.take(16) << 16;
    world.tokens |= bits.take(16);
    world.deadLetters = bits.take(4);
    world.committed = bits.take(3);
    world.rightful = bits.take(2);
    world.owners[0] = ModelOwner.read(bits);
    world.owners[1] = ModelOwner.read(bits);
    return world;
  }

  static String describe(int claim) {
    return claim == 0
        ? "none"
        : ModelClaims.of(claim).id()
            + "["
            + ModelClaims.of(claim).from()
            + ","
            + ModelClaims.of(claim).to()
            + ")"
            + (ModelClaims.of(claim).storedAhead().isEmpty()
                ? ""
                : ModelClaims.of(claim).storedAhead());
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("ledger ").append(describe(ledger)).append(" moves");
    for (int move : moves) {
      text.append(move == 0 ? "" : " " + describe(move));
    }
    for (int insert : inserts) {
      text.append(insert == 0 ? "" : " insert " + (insert & 15) + "/" + (insert >> 4 & 1));
    }
    return text.append(" stored ")
        .append(Integer.toBinaryString(stored))
        .append(doubled == 0 ? "" : " DOUBLED " + Integer.toBinaryString(doubled))
        .append(" tokens ")
        .append(Integer.toHexString(tokens))
        .append(" dead ")
        .append(Integer.toBinaryString(deadLetters))
        .append(" committed ")
        .append(committed)
        .append(" rightful ")
        .append(rightful)
        .append(' ')
        .append(owners[0])
        .append(' ')
        .append(owners[1])
        .toString();
  }
}
