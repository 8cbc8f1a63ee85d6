// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.wire.block.FixedColumn;
import io.blockhouse.wire.type.EnumMembers;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Enum8 and Enum16: a member by its exact label or by its number. */
final class EnumConversion extends IntegralConversion {
  private static final String ADVICE =
      "Send a declared label or number, or add the member with ALTER TABLE ... MODIFY COLUMN.";

  private final FixedColumn column;
  private final Map<String, Integer> numbersByLabel = new HashMap<>();

  /** In ascending order. */
  private final int[] numbers;

  EnumConversion(FixedColumn column, boolean nullAsDefault) {
    super(column, nullAsDefault);
    this.column = column;
    EnumMembers members = column.type().enumMembers();
    for (String label : members.labels()) {
      numbersByLabel.put(label, members.value(label).getAsInt());
    }
    this.numbers = numbersByLabel.values().stream().mapToInt(Integer::intValue).sorted().toArray();
  }

  @Override
  String range() {
    return "of the declared numbers";
  }

  @Override
  void ofLong(long value) {
    if (value != (short) value || Arrays.binarySearch(numbers, (int) value) < 0) {
      throw reject("no member has this number", ADVICE);
    }
    append((int) value);
  }

  @Override
  void ofText(String value) {
    Integer number = numbersByLabel.get(value);
    if (number == null) {
      throw reject("no member has this label", ADVICE);
    }
    append(number);
  }

  private void append(int number) {
    if (column.widthBytes() == Byte.BYTES) {
      column.appendByte(number);
    } else {
      column.appendShort(number);
    }
  }
}
