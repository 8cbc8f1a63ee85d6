// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;

/** What a record value is, told by its schema or, without one, by its class. */
enum SourceKind {
  INT8,
  INT16,
  INT32,
  INT64,
  FLOAT32,
  FLOAT64,
  BOOLEAN,
  STRING,
  /** byte[] or ByteBuffer. */
  BYTES,
  BIG_INTEGER,
  /** BigDecimal, also Connect's logical Decimal. */
  DECIMAL,
  /** Connect's logical Date: a java.util.Date at midnight UTC. */
  DATE,
  /** Connect's logical Time: a java.util.Date on 1970-01-01. */
  TIME_OF_DAY,
  /**
   * An instant in milliseconds: Connect's logical Timestamp, or a java.util.Date without schema.
   */
  TIMESTAMP,
  /** Debezium: Integer, days since 1970-01-01. */
  EPOCH_DAYS,
  /** Debezium: Long since 1970-01-01T00:00:00Z, in the named unit. */
  EPOCH_MILLIS,
  EPOCH_MICROS,
  EPOCH_NANOS,
  /** Debezium: Integer or Long since midnight, in the named unit. */
  TIME_MILLIS,
  TIME_MICROS,
  TIME_NANOS,
  /** Debezium: a Struct of the scale and the unscaled bytes of a decimal. */
  VARIABLE_DECIMAL,
  /** A Struct with one field per branch, of which one at most is not null. */
  UNION,
  LIST,
  MAP,
  STRUCT,
  /** A class that no converter makes. */
  OTHER;

  private static final String DEBEZIUM = "io.debezium.time.";

  /** The kind of every non-null value of this schema. */
  static SourceKind of(Schema schema) {
    if (schema.name() != null) {
      SourceKind logical = ofLogical(schema.name(), schema.type());
      if (logical != null) {
        return logical;
      }
    }
    return switch (schema.type()) {
      case INT8 -> INT8;
      case INT16 -> INT16;
      case INT32 -> INT32;
      case INT64 -> INT64;
      case FLOAT32 -> FLOAT32;
      case FLOAT64 -> FLOAT64;
      case BOOLEAN -> BOOLEAN;
      case STRING -> STRING;
      case BYTES -> BYTES;
      case ARRAY -> LIST;
      case MAP -> MAP;
      case STRUCT -> UnionStructs.isUnion(schema) ? UNION : STRUCT;
      default -> OTHER;
    };
  }

  /** Null when the name means nothing special; io.debezium.time.ZonedTimestamp is plain text. */
  private static SourceKind ofLogical(String name, Schema.Type type) {
    return switch (name) {
      case Date.LOGICAL_NAME -> type == Schema.Type.INT32 ? DATE : null;
      case Time.LOGICAL_NAME -> type == Schema.Type.INT32 ? TIME_OF_DAY : null;
      case Timestamp.LOGICAL_NAME -> type == Schema.Type.INT64 ? TIMESTAMP : null;
      case Decimal.LOGICAL_NAME -> type == Schema.Type.BYTES ? DECIMAL : null;
      case DEBEZIUM + "Date" -> type == Schema.Type.INT32 ? EPOCH_DAYS : null;
      case DEBEZIUM + "Time" -> type == Schema.Type.INT32 ? TIME_MILLIS : null;
      case DEBEZIUM + "MicroTime" -> type == Schema.Type.INT64 ? TIME_MICROS : null;
      case DEBEZIUM + "NanoTime" -> type == Schema.Type.INT64 ? TIME_NANOS : null;
      case DEBEZIUM + "Timestamp" -> type == Schema.Type.INT64 ? EPOCH_MILLIS : null;
      case DEBEZIUM + "MicroTimestamp" -> type == Schema.Type.INT64 ? EPOCH_MICROS : null;
      case DEBEZIUM + "NanoTimestamp" -> type == Schema.Type.INT64 ? EPOCH_NANOS : null;
      case "io.debezium.data.VariableScaleDecimal" ->
          type == Schema.Type.STRUCT ? VARIABLE_DECIMAL : null;
      default -> null;
    };
  }

  /** The kind of a value without schema, the commonest classes of JSON first. */
  static SourceKind of(Object value) {
    if (value instanceof String) {
      return STRING;
    } else if (value instanceof Number) {
      return ofNumber(value);
    } else if (value instanceof Boolean) {
      return BOOLEAN;
    } else if (value instanceof List) {
      return LIST;
    } else if (value instanceof Map) {
      return MAP;
    } else if (value instanceof byte[] || value instanceof ByteBuffer) {
      return BYTES;
    } else if (value instanceof java.util.Date) {
      return TIMESTAMP;
    }
    return value instanceof Struct struct ? of(struct.schema()) : OTHER;
  }

  private static SourceKind ofNumber(Object value) {
    if (value instanceof Long) {
      return INT64;
    } else if (value instanceof Double) {
      return FLOAT64;
    } else if (value instanceof Integer) {
      return INT32;
    } else if (value instanceof BigDecimal) {
      return DECIMAL;
    } else if (value instanceof BigInteger) {
      return BIG_INTEGER;
    } else if (value instanceof Float) {
      return FLOAT32;
    } else if (value instanceof Short) {
      return INT16;
    }
    return value instanceof Byte ? INT8 : OTHER;
  }

  /** What error messages call a value's type: the schema's words, else words like them. */
  static String describe(Object value, Schema schema) {
    if (schema != null) {
      boolean logical = schema.name() != null && schema.type() != Schema.Type.STRUCT;
      return logical ? schema.type() + " (" + schema.name() + ")" : schema.type().toString();
    }
    if (value == null) {
      return "NULL";
    }
    SourceKind kind = of(value);
    return kind == OTHER ? value.getClass().getSimpleName() : kind.name();
  }
}
