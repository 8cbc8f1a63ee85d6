// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.ledger;

/** A claim can't be written again without somebody's look at it; the message says what to do. */
public final class ClaimException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private ClaimException(String message) {
    super(message);
  }

  /** It is too old for the server to be sure to know its token. */
  public static ClaimException inDoubt(
      LedgerKey key, Claim claim, long ageMs, long limitMs, String ledger) {
    return new ClaimException(
        describe(key, claim)
            + " were claimed "
            + ageMs
            + " ms ago, longer than ledger.max.in.doubt.ms ("
            + limitMs
            + "), and it is not known whether they were stored. Look whether the table has them."
            + " If it has: ALTER TABLE "
            + ledger
            + " UPDATE from_offset = to_offset, rows = 0 WHERE claim = '"
            + claim.id()
            + "' SETTINGS keeper_map_strict_mode = 1. If it has none of them, or the server still"
            + " knows their token: ALTER TABLE "
            + ledger
            + " UPDATE claimed_at = now64(3) WHERE claim = '"
            + claim.id()
            + "' SETTINGS keeper_map_strict_mode = 1. If it has some of them: delete those, and then"
            + " ALTER TABLE "
            + ledger
            + " UPDATE to_offset = from_offset, rows = 0 WHERE claim = '"
            + claim.id()
            + "' SETTINGS keeper_map_strict_mode = 1. Restart the task afterwards if it has failed");
  }

  /** The topic holds other records than those that were claimed. */
  public static ClaimException otherRecords(LedgerKey key, Claim claim, long offset) {
    return new ClaimException(
        describe(key, claim)
            + " were claimed, but the record at offset "
            + offset
            + " has not the timestamp that it had, or should have: the topic was re-created, or"
            + " another Kafka cluster has a topic of this name. Set ledger.epoch to another value"
            + " to begin anew with the records of today; those that are in the table stay there");
  }

  /** The rows can't be put into the groups in which they were sent. */
  public static ClaimException columnsGone(LedgerKey key, Claim claim) {
    return new ClaimException(
        describe(key, claim)
            + " were claimed, and one of the columns by which they were grouped then ("
            + String.join(", ", claim.optionalColumns())
            + ") is gone from the table. Add it again until the claim is written");
  }

  private static String describe(LedgerKey key, Claim claim) {
    return "Offsets "
        + claim.from()
        + " to "
        + (claim.to() - 1)
        + " of "
        + key.topic()
        + "-"
        + key.partition();
  }
}
