// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.delivery;

import io.blockhouse.connect.table.GroupWriter;
import io.blockhouse.wire.Deadline;
import org.apache.kafka.connect.errors.ConnectException;

/** What one table needs of the task as a whole. */
interface Coordinator {
  /**
   * Makes sure that another INSERT can be opened, if need be by finishing one; false when that is
   * not possible before the deadline.
   */
  boolean freeConnection(Deadline deadline);

  /**
   * How long an answer may be waited for now: no longer than the runtime gives a task to stop (5 s
   * by default), or what is acknowledged is not committed and is written again. An INSERT that
   * takes longer stays open, and its answer is collected in a later call.
   */
  Deadline forAnswers(Deadline deadline);

  /** A block has grown: keeps the sum of all blocks within the budget. */
  void grown(GroupWriter writer, Deadline deadline);

  /** The task has to fail; what is in hand is settled first, and the next put throws. */
  void fail(ConnectException failure);
}
