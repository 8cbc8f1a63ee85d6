// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.type;

import java.util.List;
import java.util.Map;

/** A {@link ClickHouseType} in the making: set what the family has, then {@link #type()}. */
final class TypeTraits {
  final String name;
  final TypeFamily family;
  int widthBytes;
  int precision;
  int scale;
  int dimension;
  String zone;
  IntervalUnit intervalUnit;
  EnumMembers enumMembers;
  List<ClickHouseType> children = List.of();
  List<String> elementNames = List.of();
  Map<String, String> parameters = Map.of();
  JsonArguments jsonArguments;

  TypeTraits(String name, TypeFamily family) {
    this.name = name;
    this.family = family;
  }

  static ClickHouseType fixed(String name, TypeFamily family, int widthBytes) {
    TypeTraits traits = new TypeTraits(name, family);
    traits.widthBytes = widthBytes;
    return traits.type();
  }

  static ClickHouseType nested(String name, TypeFamily family, ClickHouseType... children) {
    TypeTraits traits = new TypeTraits(name, family);
    traits.children = List.of(children);
    return traits.type();
  }

  ClickHouseType type() {
    return new ClickHouseType(this);
  }
}
