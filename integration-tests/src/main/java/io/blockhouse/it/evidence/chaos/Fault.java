// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.chaos;

/**
 * A fault to come: when it begins, in milliseconds from the start of the run, how long it lasts,
 * and a random number for whatever else is left to chance.
 */
record Fault(long atMs, FaultKind kind, int lastsMs, int dice) {
  boolean coin() {
    return (dice & 1) == 1;
  }

  /** One of {@code sides}. */
  int pick(int sides) {
    return Math.floorMod(dice >> 1, sides);
  }
}
