// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

/**
 * Writes values of one source kind into one column: the unit a plan is made of. Refusals are {@link
 * Rejection}s.
 */
abstract class ValueAppender {
  /** Appends one value that is not null. */
  abstract void append(Object value);

  /** Appends what null means here. */
  abstract void appendNull();
}
