// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.type;

/** The kinds of types that can be written; says what {@link ClickHouseType} knows of each. */
public enum TypeFamily {
  /** Signed integer of 8 bits. */
  INT8,
  /** Signed integer of 16 bits. */
  INT16,
  /** Signed integer of 32 bits. */
  INT32,
  /** Signed integer of 64 bits. */
  INT64,
  /** Signed integer of 128 bits. */
  INT128,
  /** Signed integer of 256 bits. */
  INT256,
  /** Unsigned integer of 8 bits. */
  UINT8,
  /** Unsigned integer of 16 bits. */
  UINT16,
  /** Unsigned integer of 32 bits. */
  UINT32,
  /** Unsigned integer of 64 bits. */
  UINT64,
  /** Unsigned integer of 128 bits. */
  UINT128,
  /** Unsigned integer of 256 bits. */
  UINT256,
  /** IEEE 754, 32 bits. */
  FLOAT32,
  /** IEEE 754, 64 bits. */
  FLOAT64,
  /** The upper half of a Float32. */
  BFLOAT16,
  /** Has a precision and a scale; the value is an integer of 10<sup>-scale</sup>. */
  DECIMAL,
  /** One byte, 0 or 1. */
  BOOL,
  /** Bytes of any length, UTF-8 by convention only. */
  STRING,
  /** Exactly {@link ClickHouseType#widthBytes()} bytes, padded with zero bytes. */
  FIXED_STRING,
  /** Days since 1970-01-01, unsigned 16 bits. */
  DATE,
  /** Days since 1970-01-01, signed 32 bits. */
  DATE32,
  /** Seconds since the epoch, unsigned 32 bits; may have a zone. */
  DATETIME,
  /** Ticks of 10<sup>-scale</sup> seconds since the epoch, signed 64 bits; may have a zone. */
  DATETIME64,
  /** Seconds of a day or of a span, signed 32 bits. */
  TIME,
  /** Ticks of 10<sup>-scale</sup> seconds, signed 64 bits. */
  TIME64,
  /** A signed 64-bit count of {@link ClickHouseType#intervalUnit()}. */
  INTERVAL,
  /** Two unsigned 64-bit halves, the upper one first. */
  UUID,
  /** The numeric address, unsigned 32 bits. */
  IPV4,
  /** Sixteen bytes in network order. */
  IPV6,
  /** A signed 8-bit number among {@link ClickHouseType#enumMembers()}. */
  ENUM8,
  /** A signed 16-bit number among {@link ClickHouseType#enumMembers()}. */
  ENUM16,
  /** Has an element. */
  NULLABLE,
  /** Has an element. */
  ARRAY,
  /** Has elements, maybe none, and element names unless they are unnamed. */
  TUPLE,
  /** Has a key and a value. */
  MAP,
  /** Only of tables made with {@code flatten_nested=0}; its element is a named Tuple. */
  NESTED,
  /** Has an element: a Nullable or the type itself. */
  LOW_CARDINALITY,
  /** Has members. */
  VARIANT,
  /** May have parameters; what it holds is up to the values. */
  DYNAMIC,
  /** Has {@link ClickHouseType#jsonArguments()}. */
  JSON,
  /** Has an element, whose values it holds. */
  SIMPLE_AGGREGATE_FUNCTION,
  /** Has an element and a dimension. */
  QBIT,
  /** Has two Float64 elements, as Tuple has. */
  POINT,
  /** Has the element Point, as Array has. */
  RING,
  /** Has the element Point. */
  LINE_STRING,
  /** Has the element LineString. */
  MULTI_LINE_STRING,
  /** Has the element Ring. */
  POLYGON,
  /** Has the element Polygon. */
  MULTI_POLYGON,
  /** Has the six other geo types as members, as Variant has. */
  GEOMETRY
}
