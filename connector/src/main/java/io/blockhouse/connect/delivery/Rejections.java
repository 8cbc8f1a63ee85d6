// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.delivery;

import io.blockhouse.connect.error.ConversionException;
import io.blockhouse.connect.error.ErrorPolicy;
import io.blockhouse.connect.metrics.SinkTaskMetrics;
import org.apache.kafka.connect.sink.SinkRecord;

/** What becomes of records that are no rows: refused or ignored, the table known or not. */
final class Rejections {
  private final DeadLetters deadLetters;
  private final Coordinator coordinator;
  private final SinkTaskMetrics metrics;

  Rejections(DeadLetters deadLetters, Coordinator coordinator, SinkTaskMetrics metrics) {
    this.deadLetters = deadLetters;
    this.coordinator = coordinator;
    this.metrics = metrics;
  }

  /** Reports a record of one table, or fails the task where there is nowhere to report. */
  void reject(
      SinkRecord record,
      TablePosition position,
      GroupPosition groupPosition,
      ConversionException cause) {
    long offset = record.originalKafkaOffset();
    if (groupPosition.hasSeen(offset)) {
      // Reported before the rewind that brings it back.
      groupPosition.handled(offset);
      metrics.recordSkipped();
    } else if (deadLetters.report(record, cause, coordinator)) {
      groupPosition.handled(offset);
      metrics.recordDeadLettered();
    } else {
      position.rewindFrom(offset);
      metrics.failed(0, ErrorPolicy.describe(cause));
    }
  }

  /** Rejects a record of which no table is known; its position is the partition's own. */
  void reject(SinkRecord record, PartitionPosition partition, ConversionException cause) {
    TablePosition position = partition.unrouted();
    if (!position.letsPass(record.originalKafkaOffset())) {
      reject(record, position, position.ungrouped(), cause);
    }
  }

  /** Counts a record that by option is no row, once. */
  void ignore(SinkRecord record, PartitionPosition partition) {
    if (partition.unrouted().ungrouped().handled(record.originalKafkaOffset())) {
      metrics.recordIgnored();
    }
  }
}
