// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.wire.block.FixedColumn;

/** Bool: booleans, the numbers 0 and 1, and the texts true, false, 1 and 0. */
final class BoolConversion extends IntegralConversion {
  private final FixedColumn column;

  BoolConversion(FixedColumn column, boolean nullAsDefault) {
    super(column, nullAsDefault);
    this.column = column;
  }

  @Override
  String range() {
    return "0..1";
  }

  @Override
  void ofBoolean(boolean value) {
    column.appendByte(value ? 1 : 0);
  }

  @Override
  void ofLong(long value) {
    if (value != 0 && value != 1) {
      throw outOfRange(range());
    }
    column.appendByte((int) value);
  }

  @Override
  void ofText(String value) {
    if (value.equalsIgnoreCase("true") || value.equals("1")) {
      column.appendByte(1);
    } else if (value.equalsIgnoreCase("false") || value.equals("0")) {
      column.appendByte(0);
    } else {
      throw reject("the text is not a boolean", "Send true, false, 1 or 0.");
    }
  }
}
