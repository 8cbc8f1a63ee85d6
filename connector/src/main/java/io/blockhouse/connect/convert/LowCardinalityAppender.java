// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import com.fasterxml.jackson.core.JsonParser;
import io.blockhouse.wire.block.LowCardinalityColumn;
import java.io.IOException;

/** LowCardinality(T): T's business, and NULL where T is Nullable. */
final class LowCardinalityAppender extends ValueAppender {
  private final LowCardinalityColumn column;
  private final ValueAppender values;

  LowCardinalityAppender(LowCardinalityColumn column, ValueAppender values) {
    this.column = column;
    this.values = values;
  }

  @Override
  void append(Object value) {
    values.append(value);
    column.endValue();
  }

  @Override
  void appendLong(long value) {
    values.appendLong(value);
    column.endValue();
  }

  @Override
  void appendJson(JsonParser json) throws IOException {
    values.appendJson(json);
    column.endValue();
  }

  @Override
  void appendNull() {
    if (column.isNullable()) {
      column.appendNull();
    } else {
      values.appendNull();
      column.endValue();
    }
  }
}
