// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.block;

/**
 * A row has values for columns that what went before does without: the earlier rows of a narrow
 * block, which would become much larger by their defaults there, or the INSERT it belongs to. Roll
 * the row back, send what is there, and append the row to the empty block.
 */
public final class LateColumnException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Says what to do. */
  public LateColumnException() {
    super("The row needs columns that the rows before it do without: send those first.");
  }
}
