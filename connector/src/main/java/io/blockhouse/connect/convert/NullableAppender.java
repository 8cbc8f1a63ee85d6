// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.wire.block.NullableColumn;

/** Nullable(T): null is NULL, everything else is T's business. */
final class NullableAppender extends ValueAppender {
  private final NullableColumn column;
  private final ValueAppender present;

  NullableAppender(NullableColumn column, ValueAppender present) {
    this.column = column;
    this.present = present;
  }

  @Override
  void append(Object value) {
    column.markPresent();
    present.append(value);
  }

  @Override
  void appendNull() {
    column.appendNull();
  }
}
