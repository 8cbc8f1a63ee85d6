// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.delivery;

import io.blockhouse.connect.ledger.Claim;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The claims of a model as small numbers, and as those that the connector itself works with. 0
 * stands for none.
 */
final class ModelClaims {
  /** Bits of a claim: token, owner of that token, from, to, and stored ahead of two groups. */
  static final int BITS = 4 + 3 + 3 + 3 + 3 + 3;

  private static final Claim[] CLAIMS = new Claim[1 << BITS];

  private ModelClaims() {}

  /** Tokens are counted from 1, owners from 0: whoever made the claim. */
  static int token(int claim) {
    return claim & 15;
  }

  static int owner(int claim) {
    return claim >> 4 & 7;
  }

  /** Two claims are the same to the ledger if this is the same. */
  static int id(int claim) {
    return claim & 127;
  }

  static int withId(int claim, int token, int owner) {
    return claim & ~127 | owner << 4 | token;
  }

  static String group(int group) {
    return group == 0 ? "" : "extra";
  }

  static Claim of(int claim) {
    if (claim == 0) {
      return null;
    }
    if (CLAIMS[claim] == null) {
      Map<String, Long> ahead = new HashMap<>();
      for (int group = 0; group < 2; group++) {
        long below = claim >> (13 + 3 * group) & 7;
        if (below > 0) {
          ahead.put(group(group), below);
        }
      }
      long from = claim >> 7 & 7;
      long to = claim >> 10 & 7;
      Claim made =
          new Claim(
              Integer.toString(token(claim)),
              from,
              to,
              from,
              to - 1,
              Claim.UNKNOWN,
              Claim.UNKNOWN,
              Claim.UNKNOWN,
              List.of(),
              ahead,
              "");
      CLAIMS[claim] = owner(claim) == 0 ? made : made.takenOver(Integer.toString(owner(claim)));
    }
    return CLAIMS[claim];
  }

  static int of(Claim claim) {
    int token = Integer.parseInt(claim.token());
    String owner = claim.id().substring(claim.token().length());
    return token
        | (owner.isEmpty() ? 0 : Integer.parseInt(owner.substring(1))) << 4
        | (int) claim.from() << 7
        | (int) claim.to() << 10
        | claim.storedAhead().getOrDefault(group(0), 0L).intValue() << 13
        | claim.storedAhead().getOrDefault(group(1), 0L).intValue() << 16;
  }
}
