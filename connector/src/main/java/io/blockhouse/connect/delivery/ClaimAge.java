// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.delivery;

import io.blockhouse.connect.ledger.Claim;
import io.blockhouse.connect.ledger.ClaimException;
import io.blockhouse.connect.ledger.Ledger;
import io.blockhouse.connect.ledger.LedgerKey;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Records below the end of a claim are stored or were read when it was made. If they are younger
 * than the claim, they can't be: then the topic is another one than that of the ledger.
 */
final class ClaimAge {
  /** Clocks of producers, brokers and servers differ; timestamps of producers are not in order. */
  private static final long TOLERANCE_MS = 300_000;

  private ClaimAge() {}

  static void requireOlder(LedgerKey key, Ledger.Entry entry, SinkRecord record, long offset) {
    Claim claim = entry.claim();
    Long timestamp = record.timestamp();
    long latest =
        Math.max(entry.claimedAtMs(), Math.max(claim.firstTimestamp(), claim.lastTimestamp()));
    if (timestamp != null && timestamp > latest + TOLERANCE_MS) {
      throw ClaimException.otherRecords(key, claim, offset);
    }
  }

  /** A record that is replayed must be the one that was claimed, as far as can be told. */
  static void requireSame(LedgerKey key, Claim claim, SinkRecord record, long offset) {
    long timestamp = record.timestamp() == null ? Claim.UNKNOWN : record.timestamp();
    boolean other =
        offset == claim.firstOffset() && timestamp != claim.firstTimestamp()
            || offset == claim.lastOffset() && timestamp != claim.lastTimestamp();
    if (other) {
      throw ClaimException.otherRecords(key, claim, offset);
    }
  }
}
