// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.delivery;

import io.blockhouse.connect.metrics.SinkTaskMetrics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * At least once: rows that are written and could not be committed when their partition was revoked.
 * The next owner starts at the commit and knows nothing of what is above it.
 */
final class RevokedRows {
  private static final Logger LOG = LoggerFactory.getLogger(RevokedRows.class);

  private final SinkTaskMetrics metrics;

  RevokedRows(SinkTaskMetrics metrics) {
    this.metrics = metrics;
  }

  /** Counts and logs what is doubled, at most. */
  void note(PartitionPosition partition) {
    long from = partition.committedTo();
    partition
        .doneAboveCommit()
        .forEach(
            (table, to) -> {
              metrics.fateUnknown(to - from);
              LOG.warn(
                  "{} offsets {}..{} are written to {} in part or whole and could not be committed"
                      + " before the partition was revoked: its next owner writes them again.",
                  partition.topicPartition(),
                  from,
                  to - 1,
                  table);
            });
  }
}
