// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.wire.type.ClickHouseType;
import java.util.function.Function;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/** What appenders of values that consist of others share. */
abstract class CompositeAppender extends ValueAppender {
  private final ClickHouseType type;
  private final boolean nullAsDefault;
  private final SchemaCache<ValueAppender> structs;

  /**
   * The compiler makes the appender for Structs that come where no schema announced anything; null
   * where one did, and what comes is something else.
   */
  CompositeAppender(
      ClickHouseType type, boolean nullAsDefault, Function<Schema, ValueAppender> compiler) {
    this.type = type;
    this.nullAsDefault = nullAsDefault;
    this.structs = compiler == null ? null : new SchemaCache<>(compiler);
  }

  /** Whether Structs of any schema may come. */
  final boolean takesStructs() {
    return structs != null;
  }

  final void appendStruct(Struct struct) {
    structs.get(struct.schema()).append(struct);
  }

  /** Appends a value, or what null means, to a part of the composite. */
  static void appendPart(ValueAppender part, Object value) {
    if (value == null) {
      part.appendNull();
    } else {
      part.append(value);
    }
  }

  /** For types without an empty value: as other types without NULL. */
  final void requireNullAsDefault() {
    if (!nullAsDefault) {
      throw TypeConversion.refuseNull(type);
    }
  }

  final Rejection reject(String reason, String advice) {
    return new Rejection(type.name(), reason, advice);
  }
}
