// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.wire.type.ClickHouseType;
import io.blockhouse.wire.type.TypeFamily;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Which member of a Variant a value goes into: the table below, one row per kind, the best family
 * first; then text, then whatever else takes the value. Of several members of one family (Decimal,
 * DateTime64, Time64, FixedString) the one that keeps most digits is first.
 */
final class MemberPrecedence {
  /** Of a member whose family the row does not have, but text. */
  static final int TEXT = 30;

  /** Of all other members. */
  static final int OTHER = 60;

  private static final String SIGNED = "INT128 INT256";
  private static final String WIDE = " INT128 INT256 UINT128 UINT256";
  private static final String NARROW = " INT32 UINT32 INT16 UINT16 INT8 UINT8";

  private static final Map<SourceKind, List<TypeFamily>> ROWS = new EnumMap<>(SourceKind.class);

  static {
    String inexact = " DECIMAL FLOAT64 FLOAT32 BFLOAT16";
    row("INT8", "INT8 INT16 INT32 INT64 " + SIGNED + " UINT8 UINT16 UINT32 UINT64" + inexact);
    row("INT16", "INT16 INT32 INT64 " + SIGNED + " UINT16 UINT32 UINT64 INT8 UINT8" + inexact);
    row("INT32", "INT32 INT64 " + SIGNED + " UINT32 UINT64 INT16 UINT16 INT8 UINT8" + inexact);
    row("INT64", "INT64 " + SIGNED + " UINT64" + NARROW + inexact);
    row("BIG_INTEGER", "INT64 UINT64" + WIDE + NARROW + inexact);
    row("FLOAT32", "FLOAT32 FLOAT64 DECIMAL BFLOAT16 INT64 UINT64" + WIDE + NARROW);
    row("FLOAT64", "FLOAT64 DECIMAL FLOAT32 BFLOAT16 INT64 UINT64" + WIDE + NARROW);
    row("DECIMAL", "DECIMAL INT64 UINT64" + WIDE + NARROW + " FLOAT64 FLOAT32 BFLOAT16");
    row("BOOLEAN", "BOOL UINT8 INT8 INT16 UINT16 INT32 UINT32 INT64 UINT64");
    row(
        "STRING",
        "STRING FIXED_STRING ENUM8 ENUM16 UUID IPV4 IPV6 DATETIME64 DATETIME DATE32 DATE TIME64"
            + " TIME DECIMAL INT64 UINT64"
            + WIDE
            + NARROW
            + " FLOAT64 FLOAT32");
    row("BYTES", "STRING FIXED_STRING UUID IPV6 IPV4");
    row("DATE", "DATE32 DATE DATETIME64 DATETIME");
    row("TIMESTAMP", "DATETIME64 DATETIME");
    row("TIME_OF_DAY", "TIME64 TIME");
  }

  private MemberPrecedence() {}

  private static void row(String kind, String families) {
    List<TypeFamily> row = new ArrayList<>();
    for (String family : families.split(" +")) {
      row.add(TypeFamily.valueOf(family));
    }
    ROWS.put(SourceKind.valueOf(kind), row);
  }

  /** The row of a kind: kinds that differ in their unit only have one. */
  private static List<TypeFamily> rowOf(SourceKind kind) {
    SourceKind row =
        switch (kind) {
          case EPOCH_DAYS -> SourceKind.DATE;
          case EPOCH_MILLIS, EPOCH_MICROS, EPOCH_NANOS -> SourceKind.TIMESTAMP;
          case TIME_MILLIS, TIME_MICROS, TIME_NANOS -> SourceKind.TIME_OF_DAY;
          case VARIABLE_DECIMAL -> SourceKind.DECIMAL;
          default -> kind;
        };
    return ROWS.getOrDefault(row, List.of());
  }

  /** The less, the better; of values that are neither objects nor lists. */
  static int of(SourceKind kind, ClickHouseType member) {
    TypeFamily family = plain(member).family();
    int place = rowOf(kind).indexOf(family);
    if (place >= 0) {
      return place;
    }
    return family == TypeFamily.STRING || family == TypeFamily.FIXED_STRING ? TEXT : OTHER;
  }

  /** The members' indexes, the best first. */
  static int[] order(SourceKind kind, List<ClickHouseType> members) {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < members.size(); i++) {
      order.add(i);
    }
    order.sort(
        Comparator.comparingInt((Integer i) -> of(kind, members.get(i)))
            .thenComparingInt(i -> -plain(members.get(i)).scale())
            .thenComparingInt(i -> -plain(members.get(i)).precision())
            .thenComparingInt(i -> plain(members.get(i)).widthBytes()));
    return order.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Without what does not change the values. */
  static ClickHouseType plain(ClickHouseType type) {
    return switch (type.family()) {
      case LOW_CARDINALITY, SIMPLE_AGGREGATE_FUNCTION, NULLABLE -> plain(type.element());
      default -> type;
    };
  }
}
