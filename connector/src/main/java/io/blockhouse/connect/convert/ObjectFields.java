// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import java.util.Map;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;

/** Reads single fields of Structs and Maps alike, where no plan is worth while. */
public final class ObjectFields {
  private ObjectFields() {}

  /** The field's value; null when it is null or absent, or when {@code container} has no fields. */
  public static Object get(Object container, String name) {
    if (container instanceof Struct struct) {
      Field field = struct.schema().field(name);
      return field == null ? null : StructFields.value(struct, field);
    }
    return container instanceof Map<?, ?> map ? map.get(name) : null;
  }

  /** Whether there is a field of that name, null or not. */
  public static boolean has(Object container, String name) {
    if (container instanceof Struct struct) {
      return struct.schema().field(name) != null;
    }
    return container instanceof Map<?, ?> map && map.containsKey(name);
  }

  /** Whether the value has fields to be read by name. */
  public static boolean isObject(Object value) {
    return value instanceof Struct || value instanceof Map;
  }
}
