// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.delivery;

/** Gives ids new numbers in the order in which they are met. */
final class ModelIds {
  /** New number by token. */
  private final int[] tokens = new int[16];

  /** New number of the owner by token and owner. */
  private final byte[] owners = new byte[128];

  private final byte[] ownersOf = new byte[16];
  private int count;

  int renumber(int claim) {
    if (claim == 0) {
      return 0;
    }
    int token = ModelClaims.token(claim);
    if (tokens[token] == 0) {
      tokens[token] = ++count;
    }
    int id = ModelClaims.id(claim);
    if (ModelClaims.owner(claim) != 0 && owners[id] == 0) {
      owners[id] = ++ownersOf[token];
    }
    return ModelClaims.withId(claim, tokens[token], owners[id]);
  }

  /** Tokens that were not met are left out. */
  int renumberTokens(int known) {
    int renumbered = 0;
    for (int token = 1; token < 16; token++) {
      if (tokens[token] != 0) {
        renumbered |= (known >>> (2 * token) & 3) << (2 * tokens[token]);
      }
    }
    return renumbered;
  }
}
