// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;

/** Reads fields of Structs: a null stays null. */
final class StructFields {
  private StructFields() {}

  /**
   * Whether {@link Struct#get(Field)} would turn a null that was sent into the schema's default. A
   * converter that is to do so has done it already ({@code replace.null.with.default}), so a null
   * that arrives here is meant. Required fields cannot be null: there an unset field takes the
   * schema's default.
   */
  static boolean defaultHidesNull(Field field) {
    return field.schema().isOptional() && field.schema().defaultValue() != null;
  }

  static Object value(Struct struct, Field field) {
    return defaultHidesNull(field) ? struct.getWithoutDefault(field.name()) : struct.get(field);
  }
}
