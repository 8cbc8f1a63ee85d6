// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.shape;

/** What becomes of records without a value. */
public enum Tombstones {
  IGNORE,
  FAIL,
  /** The key becomes a row that marks the delete. */
  DELETE
}
