// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.metrics;

/**
 * What one task has done since it was started, as {@code
 * io.blockhouse:type=sink-task,connector=NAME,task=N}.
 *
 * <p>At every moment between two calls of the worker: {@code RecordsReceived = RowsAcked +
 * RecordsDeadLettered + RecordsIgnored + RowsOpen + RowsReleased}. A record delivered again after a
 * rewind is not received again.
 */
public interface SinkTaskMetricsMBean {
  /** Records taken in, each counted once however often it was delivered. */
  long getRecordsReceived();

  /** Rows that ClickHouse acknowledged. */
  long getRowsAcked();

  /** Records reported to the dead letter queue. */
  long getRecordsDeadLettered();

  /** Records that a documented option told the task to ignore: tombstones. */
  long getRecordsIgnored();

  /** Rows in blocks, in unanswered INSERTs, or dropped and to be read from Kafka again. */
  long getRowsOpen();

  /** Open rows handed back because their partition went to another task or out of the topic. */
  long getRowsReleased();

  /** Deliveries of records that were already in hand, skipped after a rewind. */
  long getRecordsSkipped();

  /** INSERTs acknowledged. */
  long getBatchesAcked();

  /** Attempts that failed and are or were tried again. */
  long getRetries();

  /** INSERTs whose answer was lost: stored or not, they were tried again, so may be doubled. */
  long getBatchesOfUnknownFate();

  /** Rows of those INSERTs: the most that can have been doubled. */
  long getRowsOfUnknownFate();

  /** Exactly-once: ranges of offsets that are claimed and not known to be stored. */
  int getClaimsInDoubt();

  /** Exactly-once: claims that another task made first, as after a rebalance. */
  long getClaimsLost();

  /** Exactly-once: rows that were claimed and no longer come from the topic. */
  long getClaimedRowsMissing();

  /** The code of ClickHouse's last error, 0 if there was none. */
  int getLastErrorCode();

  /** The last failure in words, empty if there was none. */
  String getLastError();

  /** Tables that are waiting for another try. */
  int getBlockedTables();

  /** Age of the oldest unacknowledged row in milliseconds, 0 when there is none. */
  long getOldestUnackedAgeMs();

  /** Heap held by blocks and connection buffers, in bytes. */
  long getRetainedBytes();

  /** Uncompressed block bytes of acknowledged INSERTs. */
  long getRawBytes();

  /** Bytes of acknowledged INSERTs given to sockets. */
  long getWireBytes();

  /** What blocks are compressed with, as {@code lz4 (native)}; {@code none} without compression. */
  String getCodec();

  /** Fields of records that no column takes, counted once per record shape. */
  long getUnknownFields();
}
