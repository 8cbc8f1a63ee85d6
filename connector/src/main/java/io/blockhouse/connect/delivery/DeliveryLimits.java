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

  boolean isBatchFull(Batch batch) {
    return batch.bytes() >= batchMaxBytes;
  }

  boolean isBlockFull(Batch batch) {
    return batch.writer().blockRows() >= blockMaxRows
        || batch.writer().blockBytes() >= blockMaxBytes;
  }
}
