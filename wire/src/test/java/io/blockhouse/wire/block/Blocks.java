// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.block;

import io.blockhouse.wire.type.ClickHouseType;
import java.util.ArrayList;
import java.util.List;

/** Short ways to make blocks. */
final class Blocks {
  private Blocks() {}

  /** Columns named c0, c1, ... */
  static Block of(String... typeNames) {
    return new Block(definitions(typeNames));
  }

  /** The same, in a block that sends only what its rows have values for. */
  static Block narrow(String... typeNames) {
    return Block.narrow(definitions(typeNames));
  }

  private static List<ColumnDefinition> definitions(String... typeNames) {
    List<ColumnDefinition> definitions = new ArrayList<>();
    for (String typeName : typeNames) {
      definitions.add(
          new ColumnDefinition("c" + definitions.size(), ClickHouseType.parse(typeName)));
    }
    return definitions;
  }

  static FixedColumn fixed(ColumnWriter column) {
    return (FixedColumn) column;
  }

  static StringColumn string(ColumnWriter column) {
    return (StringColumn) column;
  }

  static NullableColumn nullable(ColumnWriter column) {
    return (NullableColumn) column;
  }

  static ArrayColumn array(ColumnWriter column) {
    return (ArrayColumn) column;
  }

  static MapColumn map(ColumnWriter column) {
    return (MapColumn) column;
  }

  static TupleColumn tuple(ColumnWriter column) {
    return (TupleColumn) column;
  }

  static LowCardinalityColumn low(ColumnWriter column) {
    return (LowCardinalityColumn) column;
  }

  static VariantColumn variant(ColumnWriter column) {
    return (VariantColumn) column;
  }

  static DynamicColumn dynamic(ColumnWriter column) {
    return (DynamicColumn) column;
  }

  static JsonColumn json(ColumnWriter column) {
    return (JsonColumn) column;
  }

  static QBitColumn qbit(ColumnWriter column) {
    return (QBitColumn) column;
  }
}
