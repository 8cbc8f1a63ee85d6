// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

/** Appends whole records to one block. Not thread-safe. */
@FunctionalInterface
public interface RowAppender {
  /**
   * Appends one value to every column of the block; the caller ends the row. The row must be of the
   * group the appender was made for. After a {@link
   * io.blockhouse.connect.error.ConversionException} the row is half appended: the caller rolls it
   * back.
   */
  void append(RowSource row);
}
