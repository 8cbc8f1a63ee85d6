// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.wire.block.ColumnWriter;
import io.blockhouse.wire.block.FixedColumn;
import io.blockhouse.wire.block.JsonColumn;
import io.blockhouse.wire.block.StringColumn;
import io.blockhouse.wire.error.UnsupportedTypeException;

/** The registry: one line per type family. A new ClickHouse type is a new class and a line here. */
final class TypeConversions {
  private TypeConversions() {}

  /**
   * The conversion into a column that is no shape around others: {@link ValueAppenders} sees to
   * those.
   */
  static TypeConversion of(ColumnWriter column, boolean nullAsDefault, JsonText json) {
    return switch (column.type().family()) {
      case INT8, INT16, INT32, INT64 -> new IntegerConversion(fixed(column), false, nullAsDefault);
      case UINT8, UINT16, UINT32, UINT64 ->
          new IntegerConversion(fixed(column), true, nullAsDefault);
      case INT128, INT256 -> new WideIntegerConversion(fixed(column), false, nullAsDefault);
      case UINT128, UINT256 -> new WideIntegerConversion(fixed(column), true, nullAsDefault);
      case DECIMAL -> new DecimalConversion(fixed(column), nullAsDefault);
      case BFLOAT16 -> new BFloat16Conversion(fixed(column), nullAsDefault);
      case FLOAT32 -> new FloatConversion(fixed(column), true, nullAsDefault);
      case FLOAT64 -> new FloatConversion(fixed(column), false, nullAsDefault);
      case BOOL -> new BoolConversion(fixed(column), nullAsDefault);
      case STRING -> new StringConversion((StringColumn) column, json, nullAsDefault);
      case FIXED_STRING -> new FixedStringConversion(fixed(column), json, nullAsDefault);
      case DATE -> new DateConversion(fixed(column), nullAsDefault);
      case DATE32 -> new Date32Conversion(fixed(column), nullAsDefault);
      case TIME, TIME64 -> new TimeConversion(fixed(column), nullAsDefault);
      case INTERVAL -> new IntervalConversion(fixed(column), nullAsDefault);
      case DATETIME -> new DateTimeConversion(fixed(column), nullAsDefault);
      case DATETIME64 -> new DateTime64Conversion(fixed(column), nullAsDefault);
      case UUID -> new UuidConversion(fixed(column), nullAsDefault);
      case IPV4, IPV6 -> new IpConversion(fixed(column), nullAsDefault);
      case ENUM8, ENUM16 -> new EnumConversion(fixed(column), nullAsDefault);
      case JSON -> new JsonConversion((JsonColumn) column, json, nullAsDefault);
      default ->
          throw new UnsupportedTypeException(
              column.name(), column.type().name(), "no conversion is registered for it");
    };
  }

  private static FixedColumn fixed(ColumnWriter column) {
    return (FixedColumn) column;
  }
}
