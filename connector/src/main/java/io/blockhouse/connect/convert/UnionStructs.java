// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import java.util.List;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/**
 * Structs that stand for one value out of several types: how the converters of Avro, Protobuf and
 * JSON Schema hand over a union, a oneof and a oneOf. The value is that of the branch.
 */
final class UnionStructs {
  private static final String AVRO = "io.confluent.connect.avro.Union";
  private static final String PROTOBUF = "io.confluent.connect.protobuf.Union";
  private static final String JSON_SCHEMA = "io.confluent.connect.json.OneOf";

  /** Set instead of the names above with {@code generalized.sum.type.support=true}. */
  private static final String GENERALIZED = "org.apache.kafka.connect.data.Union";

  private UnionStructs() {}

  /** Whether a schema, which is of a Struct, is one of them. */
  static boolean isUnion(Schema schema) {
    String name = schema.name();
    if (name != null
        && (name.equals(AVRO)
            || name.equals(JSON_SCHEMA)
            || name.equals(PROTOBUF)
            || name.startsWith(PROTOBUF + "."))) {
      return true;
    }
    return schema.parameters() != null && schema.parameters().containsKey(GENERALIZED);
  }

  /** The branch that has a value; null when none has, which is how a union is null. */
  static Field branch(Struct union) {
    List<Field> fields = union.schema().fields();
    for (int i = 0; i < fields.size(); i++) {
      if (StructFields.value(union, fields.get(i)) != null) {
        return fields.get(i);
      }
    }
    return null;
  }
}
