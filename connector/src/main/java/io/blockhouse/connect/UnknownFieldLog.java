// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect;

import io.blockhouse.connect.convert.UnknownFieldListener;
import io.blockhouse.connect.metrics.SinkTaskMetrics;
import io.blockhouse.connect.table.TableId;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts fields that no column takes, and names each once in the log. */
final class UnknownFieldLog implements UnknownFieldListener {
  private static final Logger LOG = LoggerFactory.getLogger(UnknownFieldLog.class);

  /** Names kept per table; records with made-up field names must not fill the heap or the log. */
  private static final int MAX_NAMES = 1_000;

  private final TableId table;
  private final SinkTaskMetrics metrics;
  private final Set<String> named = new HashSet<>();

  UnknownFieldLog(TableId table, SinkTaskMetrics metrics) {
    this.table = table;
    this.metrics = metrics;
  }

  @Override
  public void unknownField(String field) {
    metrics.unknownField();
    if (named.size() < MAX_NAMES && named.add(field)) {
      LOG.warn(
          "Field {} of records for {} has no column and is left out (unknown.fields=ignore); add a"
              + " column to keep it (found within a minute).",
          field,
          table);
    }
  }
}
