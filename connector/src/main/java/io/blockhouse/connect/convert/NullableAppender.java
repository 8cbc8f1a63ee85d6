// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import com.fasterxml.jackson.core.JsonParser;
import io.blockhouse.wire.block.NullableColumn;
import java.io.IOException;

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
  void appendLong(long value) {
    column.markPresent();
    present.appendLong(value);
  }

  @Override
  void appendJson(JsonParser json) throws IOException {
    column.markPresent();
    present.appendJson(json);
  }

  @Override
  void appendNull() {
    column.appendNull();
  }
}
