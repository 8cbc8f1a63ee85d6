// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.error;

/** What a failure means for delivery. */
public enum Decision {
  /** Temporary: try the same again after a pause. */
  RETRY,
  /**
   * One record is to blame: report it, or fail the task when there is nowhere to report. When the
   * server refused a whole batch because of it, nothing of the batch was stored.
   */
  RECORD,
  /** The batch is too much for the server at once: send the same rows in smaller ones. */
  SMALLER,
  /**
   * A materialized view failed after the rows were stored in the table itself: sending them again
   * doubles them, unless the table deduplicates.
   */
  VIEW,
  /** The server has the rows already. */
  STORED,
  /**
   * The table can't be written until somebody changes it. Other tables go on; the task fails only
   * when none of its tables can be written.
   */
  TABLE,
  /** The configuration is wrong: fail the task and say what to change. */
  FATAL
}
