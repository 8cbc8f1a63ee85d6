// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.wire;

import java.util.LinkedHashSet;
import java.util.Random;
import java.util.Set;

/** Random type names that ClickHouse 26.7 accepts for a column. */
final class RandomTypes {
  private static final String[] LEAVES = {
    "Int8",
    "Int16",
    "Int32",
    "Int64",
    "Int128",
    "Int256",
    "UInt8",
    "UInt16",
    "UInt32",
    "UInt64",
    "UInt128",
    "UInt256",
    "Float32",
    "Float64",
    "BFloat16",
    "Bool",
    "String",
    "FixedString(3)",
    "Date",
    "Date32",
    "DateTime",
    "DateTime('Asia/Tokyo')",
    "DateTime64(3)",
    "DateTime64(9, 'America/New_York')",
    "Time",
    "Time64(6)",
    "UUID",
    "IPv4",
    "IPv6",
    "Decimal(9, 2)",
    "Decimal(18, 18)",
    "Decimal(38, 10)",
    "Decimal(76, 20)",
    "Enum8('it\\'s' = -1, 'b' = 7)",
    "Enum16('x' = 300, 'y' = -300)"
  };

  private static final String[] LOW_CARDINALITY = {
    "String",
    "Nullable(String)",
    "FixedString(2)",
    "UInt16",
    "Nullable(Int64)",
    "Date",
    "UUID",
    "DateTime('UTC')",
    "Nullable(IPv4)",
    "Float64"
  };

  private static final String[] KEYS = {
    "String", "LowCardinality(String)", "UInt32", "Int64", "Date", "UUID", "FixedString(2)"
  };

  private static final String[] MEMBERS = {
    "String",
    "UInt64",
    "Date",
    "UUID",
    "Array(String)",
    "LowCardinality(UInt16)",
    "Tuple(a UInt8, b LowCardinality(String))",
    "Map(String, Array(UInt8))",
    "Bool",
    "Array(Int128)"
  };

  private final Random random;

  RandomTypes(Random random) {
    this.random = random;
  }

  /** At most {@code depth} types around the innermost one. */
  String next(int depth) {
    if (depth == 0) {
      return leaf();
    }
    return switch (random.nextInt(9)) {
      case 0, 1, 2 -> "Array(" + next(depth - 1) + ")";
      case 3 -> "Map(" + one(KEYS) + ", " + next(depth - 1) + ")";
      case 4, 5 -> "Tuple(" + next(depth - 1) + ", " + next(depth - 1) + ")";
      case 6 -> "Tuple(a " + next(depth - 1) + ", `b c` " + leaf() + ")";
      case 7 -> variant();
      default -> leaf();
    };
  }

  private String leaf() {
    return switch (random.nextInt(8)) {
      case 0, 1 -> "Nullable(" + one(LEAVES) + ")";
      case 2, 3 -> "LowCardinality(" + one(LOW_CARDINALITY) + ")";
      case 4 -> random.nextBoolean() ? "Dynamic" : "JSON";
      default -> one(LEAVES);
    };
  }

  private String variant() {
    Set<String> members = new LinkedHashSet<>();
    for (int i = 1 + random.nextInt(4); i > 0; i--) {
      members.add(one(MEMBERS));
    }
    return "Variant(" + String.join(", ", members) + ")";
  }

  private String one(String[] names) {
    return names[random.nextInt(names.length)];
  }
}
