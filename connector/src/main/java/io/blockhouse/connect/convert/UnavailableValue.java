// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

/**
 * What becomes of Debezium's placeholder for a value that it could not get ({@code
 * cdc.unavailable.value}).
 */
public enum UnavailableValue {
  /** It is a value like others. */
  STORE,
  /** The record is refused: to store the placeholder would destroy what the table has. */
  FAIL,
  /** As null: of a deleted row only the key matters. */
  NULL
}
