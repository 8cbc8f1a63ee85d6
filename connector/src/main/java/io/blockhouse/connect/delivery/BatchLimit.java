// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.delivery;

/**
 * How many rows a batch of one table may have for now. Halved each time the server refuses a whole
 * batch, down to the one row that is to blame, and doubled again with each batch that is stored: so
 * a bad row among n costs about two dozen small INSERTs and the others land in ever larger ones.
 */
final class BatchLimit {
  /**
   * Refused rows in a row, none stored in between, before the table is taken for unwritable: then
   * it is not single records that are bad.
   */
  private static final int MAX_REFUSED_IN_A_ROW = 1_000;

  private final long configuredRows;
  private long rows;
  private int refusedInARow;

  BatchLimit(long configuredRows) {
    this.configuredRows = configuredRows;
    this.rows = configuredRows;
  }

  boolean isReached(long batchRows) {
    return batchRows >= rows;
  }

  /** A batch of {@code batchRows} rows was refused as a whole. */
  void refused(long batchRows) {
    rows = Math.max(1, Math.min(rows, batchRows) / 2);
  }

  /** A single row was refused and set aside; false when that has gone on for too long. */
  boolean rowRefused() {
    return ++refusedInARow < MAX_REFUSED_IN_A_ROW;
  }

  void stored() {
    refusedInARow = 0;
    rows = rows > configuredRows / 2 ? configuredRows : rows * 2;
  }
}
