// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.error;

/** What a failure means for delivery. */
public enum Decision {
  /** Temporary: try the same again after a pause. */
  RETRY,
  /** One record is to blame: report it, or fail the task when there is nowhere to report. */
  RECORD,
  /**
   * The table can't be written until somebody changes it. Other tables go on; the task fails only
   * when none of its tables can be written.
   */
  TABLE,
  /** The configuration is wrong: fail the task and say what to change. */
  FATAL
}
