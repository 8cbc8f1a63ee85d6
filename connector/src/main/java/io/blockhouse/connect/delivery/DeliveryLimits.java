// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.delivery;

/**
 * When batches and blocks are closed and how long things may take; see the configuration reference
 * for the options of the same names.
 */
public record DeliveryLimits(
    long batchMaxRows,
    long batchMaxBytes,
    long batchLingerMs,
    long blockMaxRows,
    long blockMaxBytes,
    long bufferMaxBytes,
    long requestTimeoutMs,
    long retryBackoffMs,
    long retryBackoffMaxMs,
    long retryTimeoutMs) {
  /** Claims of the largest size that the buffer has room for. */
  static final int CLAIMS_IN_BUFFER = 4;

  boolean isBatchFull(Batch batch) {
    return batch.bytes() >= batchMaxBytes;
  }

  /**
   * Bytes at which the rows of a topic partition become a claim. They are one block, which is held
   * until it is acknowledged, so there must be room for several.
   */
  long claimMaxBytes() {
    return Math.min(batchMaxBytes, bufferMaxBytes / CLAIMS_IN_BUFFER);
  }

  boolean isBlockFull(Batch batch) {
    return batch.writer().blockRows() >= blockMaxRows
        || batch.writer().blockBytes() >= blockMaxBytes;
  }
}
