// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.delivery;

import io.blockhouse.connect.convert.RowSource;
import io.blockhouse.connect.table.GroupWriter;
import io.blockhouse.wire.Deadline;
import org.apache.kafka.connect.sink.SinkRecord;

/** The rows of one column group of a claim: one block, sent by one INSERT under one token. */
final class GroupRows {
  /** What became of the rows. */
  enum Outcome {
    /** Not sent, or no answer yet. */
    OPEN,
    /** In the table, or reported. */
    DONE,
    /** Refused by the server as a whole: one row is to blame, or there are too many. */
    REFUSED
  }

  private final String name;
  private final GroupWriter writer;
  private Outcome outcome = Outcome.OPEN;
  private boolean reported;
  private SinkRecord soleRecord;
  private long rows;
  private long endedMs;

  /** {@code name} tells the group from others, in every run of the connector alike. */
  GroupRows(String name, GroupWriter writer) {
    this.name = name;
    this.writer = writer;
  }

  String name() {
    return name;
  }

  GroupWriter writer() {
    return writer;
  }

  Outcome outcome() {
    return outcome;
  }

  void outcome(Outcome now) {
    outcome = now;
  }

  /** The only row was reported instead of stored. */
  void reported() {
    outcome = Outcome.DONE;
    reported = true;
  }

  boolean isReported() {
    return reported;
  }

  long rows() {
    return rows;
  }

  /** The only record; null when there are more. */
  SinkRecord soleRecord() {
    return soleRecord;
  }

  long endedMs() {
    return endedMs;
  }

  void append(RowSource row) {
    writer.append(row);
    rows++;
    soleRecord = rows == 1 ? row.record() : null;
  }

  boolean isAwaiting() {
    return writer.finalBlockSent();
  }

  void send(String token, Deadline deadline, long nowMs) {
    writer.end(token, deadline);
    endedMs = nowMs;
  }

  /** True when the rows are acknowledged. */
  boolean await(Deadline deadline) {
    if (!writer.await(deadline)) {
      return false;
    }
    outcome = Outcome.DONE;
    return true;
  }
}
