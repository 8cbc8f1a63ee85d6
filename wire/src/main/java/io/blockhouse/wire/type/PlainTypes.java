// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.type;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The types without arguments, by their names. */
final class PlainTypes {
  private static final Map<String, ClickHouseType> BY_NAME = new HashMap<>();

  static {
    fixed("Int8", TypeFamily.INT8, 1);
    fixed("Int16", TypeFamily.INT16, 2);
    fixed("Int32", TypeFamily.INT32, 4);
    fixed("Int64", TypeFamily.INT64, 8);
    fixed("Int128", TypeFamily.INT128, 16);
    fixed("Int256", TypeFamily.INT256, 32);
    fixed("UInt8", TypeFamily.UINT8, 1);
    fixed("UInt16", TypeFamily.UINT16, 2);
    fixed("UInt32", TypeFamily.UINT32, 4);
    fixed("UInt64", TypeFamily.UINT64, 8);
    fixed("UInt128", TypeFamily.UINT128, 16);
    fixed("UInt256", TypeFamily.UINT256, 32);
    fixed("Float32", TypeFamily.FLOAT32, 4);
    fixed("Float64", TypeFamily.FLOAT64, 8);
    fixed("BFloat16", TypeFamily.BFLOAT16, 2);
    fixed("Bool", TypeFamily.BOOL, 1);
    fixed("String", TypeFamily.STRING, 0);
    fixed("Date", TypeFamily.DATE, 2);
    fixed("Date32", TypeFamily.DATE32, 4);
    fixed("Time", TypeFamily.TIME, 4);
    fixed("UUID", TypeFamily.UUID, 16);
    fixed("IPv4", TypeFamily.IPV4, 4);
    fixed("IPv6", TypeFamily.IPV6, 16);
    for (IntervalUnit unit : IntervalUnit.values()) {
      TypeTraits traits = new TypeTraits(unit.typeName(), TypeFamily.INTERVAL);
      traits.widthBytes = Long.BYTES;
      traits.intervalUnit = unit;
      add(traits.type());
    }
    geo();
  }

  private PlainTypes() {}

  /** Null for any other name. */
  static ClickHouseType get(String name) {
    return BY_NAME.get(name);
  }

  private static void fixed(String name, TypeFamily family, int widthBytes) {
    add(TypeTraits.fixed(name, family, widthBytes));
  }

  private static void geo() {
    ClickHouseType coordinate = BY_NAME.get("Float64");
    ClickHouseType point =
        add(TypeTraits.nested("Point", TypeFamily.POINT, coordinate, coordinate));
    ClickHouseType ring = add(TypeTraits.nested("Ring", TypeFamily.RING, point));
    ClickHouseType line = add(TypeTraits.nested("LineString", TypeFamily.LINE_STRING, point));
    ClickHouseType lines =
        add(TypeTraits.nested("MultiLineString", TypeFamily.MULTI_LINE_STRING, line));
    ClickHouseType polygon = add(TypeTraits.nested("Polygon", TypeFamily.POLYGON, ring));
    ClickHouseType polygons =
        add(TypeTraits.nested("MultiPolygon", TypeFamily.MULTI_POLYGON, polygon));
    TypeTraits geometry = new TypeTraits("Geometry", TypeFamily.GEOMETRY);
    // By name: the discriminators' order.
    geometry.children = List.of(line, lines, polygons, point, polygon, ring);
    add(geometry.type());
  }

  private static ClickHouseType add(ClickHouseType type) {
    BY_NAME.put(type.name(), type);
    return type;
  }
}
