// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Date;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/**
 * Hands values of one source kind to a conversion in the form it wants. Where a schema tells the
 * kind, it is told once, when the plan is made; each class below is one kind, so that no value is
 * asked for its class again.
 */
final class SourceAppenders {
  private static final long MILLIS_PER_DAY = 86_400_000;

  private SourceAppenders() {}

  /** The appender for a schema; null = no schema, so every value's own class decides. */
  static ValueAppender of(Schema schema, TypeConversion to) {
    if (schema == null) {
      return new OfAny(to);
    }
    return switch (SourceKind.of(schema)) {
      case INT8 -> new OfByte(to);
      case INT16 -> new OfShort(to);
      case INT32 -> new OfInteger(to);
      case INT64 -> ofLong(schema.name(), to);
      case FLOAT32 -> new OfFloat(to);
      case FLOAT64 -> new OfDouble(to);
      case BOOLEAN -> new OfBoolean(to);
      case STRING -> new OfText(to);
      case BYTES -> new OfBytes(to);
      case DECIMAL -> new OfDecimal(to);
      case DATE -> new OfDate(to);
      case TIME_OF_DAY -> new OfTime(to);
      case TIMESTAMP -> new OfTimestamp(to);
      case TIME_MILLIS -> new OfTicksOfDay(to, 3);
      case TIME_MICROS -> new OfTicksOfDay(to, 6);
      case TIME_NANOS -> new OfTicksOfDay(to, 9);
      case VARIABLE_DECIMAL -> new OfVariableDecimal(to);
      case EPOCH_DAYS -> new OfEpochDays(to);
      case EPOCH_MILLIS -> new OfEpoch(to, 3);
      case EPOCH_MICROS -> new OfEpoch(to, 6);
      case EPOCH_NANOS -> new OfEpoch(to, 9);
      case LIST, MAP, STRUCT -> new OfComposite(to, schema);
      default -> new OfAny(to);
    };
  }

  /** The two logical types that are spans are numbers to all but the types of times and spans. */
  private static ValueAppender ofLong(String name, TypeConversion to) {
    if ("io.debezium.time.MicroDuration".equals(name)) {
      return new OfDuration(to, 6);
    }
    return "io.debezium.time.NanoDuration".equals(name) ? new OfDuration(to, 9) : new OfLong(to);
  }

  /** Of Connect's logical types. */
  static long millis(Object date) {
    return ((Date) date).getTime();
  }

  /** Of Connect's logical Date, which converters put at midnight UTC. */
  static long days(Object date) {
    return Math.floorDiv(millis(date), MILLIS_PER_DAY);
  }

  /** What all share: null does not depend on the kind. */
  private abstract static class OneKind extends ValueAppender {
    final TypeConversion to;

    OneKind(TypeConversion to) {
      this.to = to;
    }

    @Override
    final void appendNull() {
      to.ofNull();
    }

    @Override
    final void appendLong(long value) {
      to.ofLong(value);
    }

    @Override
    final void appendJson(JsonParser json) throws IOException {
      switch (json.currentToken()) {
        case VALUE_STRING ->
            to.ofChars(json.getTextCharacters(), json.getTextOffset(), json.getTextLength());
        case VALUE_NUMBER_INT -> {
          if (json.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
            to.ofBigInteger(json.getBigIntegerValue());
          } else {
            to.ofLong(json.getLongValue());
          }
        }
        case VALUE_NUMBER_FLOAT -> to.ofJsonFraction(json);
        case VALUE_TRUE -> to.ofBoolean(true);
        case VALUE_FALSE -> to.ofBoolean(false);
        default -> to.ofJson(json);
      }
    }
  }

  private static final class OfByte extends OneKind {
    OfByte(TypeConversion to) {
      super(to);
    }

    @Override
    void append(Object value) {
      to.ofLong((Byte) value);
    }
  }

  private static final class OfShort extends OneKind {
    OfShort(TypeConversion to) {
      super(to);
    }

    @Override
    void append(Object value) {
      to.ofLong((Short) value);
    }
  }

  private static final class OfInteger extends OneKind {
    OfInteger(TypeConversion to) {
      super(to);
    }

    @Override
    void append(Object value) {
      to.ofLong((Integer) value);
    }
  }

  private static final class OfLong extends OneKind {
    OfLong(TypeConversion to) {
      super(to);
    }

    @Override
    void append(Object value) {
      to.ofLong((Long) value);
    }
  }

  private static final class OfFloat extends OneKind {
    OfFloat(TypeConversion to) {
      super(to);
    }

    @Override
    void append(Object value) {
      to.ofFloat((Float) value);
    }
  }

  private static final class OfDouble extends OneKind {
    OfDouble(TypeConversion to) {
      super(to);
    }

    @Override
    void append(Object value) {
      to.ofDouble((Double) value);
    }
  }

  private static final class OfBoolean extends OneKind {
    OfBoolean(TypeConversion to) {
      super(to);
    }

    @Override
    void append(Object value) {
      to.ofBoolean((Boolean) value);
    }
  }

  private static final class OfText extends OneKind {
    OfText(TypeConversion to) {
      super(to);
    }

    @Override
    void append(Object value) {
      to.ofText((String) value);
    }
  }

  private static final class OfBytes extends OneKind {
    OfBytes(TypeConversion to) {
      super(to);
    }

    @Override
    void append(Object value) {
      if (value instanceof byte[] array) {
        to.ofBytes(array);
      } else {
        to.ofBytes((ByteBuffer) value);
      }
    }
  }

  private static final class OfDecimal extends OneKind {
    OfDecimal(TypeConversion to) {
      super(to);
    }

    @Override
    void append(Object value) {
      to.ofDecimal((BigDecimal) value);
    }
  }

  private static final class OfDate extends OneKind {
    OfDate(TypeConversion to) {
      super(to);
    }

    @Override
    void append(Object value) {
      to.ofDay(days(value));
    }
  }

  private static final class OfTime extends OneKind {
    OfTime(TypeConversion to) {
      super(to);
    }

    @Override
    void append(Object value) {
      to.ofTimeOfDay(millis(value), 3);
    }
  }

  private static final class OfTimestamp extends OneKind {
    OfTimestamp(TypeConversion to) {
      super(to);
    }

    @Override
    void append(Object value) {
      to.ofInstant(millis(value), 3);
    }
  }

  private static final class OfEpochDays extends OneKind {
    OfEpochDays(TypeConversion to) {
      super(to);
    }

    @Override
    void append(Object value) {
      to.ofDay((Integer) value);
    }
  }

  private static final class OfEpoch extends OneKind {
    private final int scale;

    OfEpoch(TypeConversion to, int scale) {
      super(to);
      this.scale = scale;
    }

    @Override
    void append(Object value) {
      to.ofInstant((Long) value, scale);
    }
  }

  private static final class OfDuration extends OneKind {
    private final int scale;

    OfDuration(TypeConversion to, int scale) {
      super(to);
      this.scale = scale;
    }

    @Override
    void append(Object value) {
      to.ofDuration((Long) value, scale);
    }
  }

  private static final class OfTicksOfDay extends OneKind {
    private final int scale;

    OfTicksOfDay(TypeConversion to, int scale) {
      super(to);
      this.scale = scale;
    }

    @Override
    void append(Object value) {
      to.ofTimeOfDay(((Number) value).longValue(), scale);
    }
  }

  private static final class OfVariableDecimal extends OneKind {
    OfVariableDecimal(TypeConversion to) {
      super(to);
    }

    @Override
    void append(Object value) {
      to.ofDecimal(VariableDecimal.of((Struct) value));
    }
  }

  private static final class OfComposite extends OneKind {
    private final Schema schema;

    OfComposite(TypeConversion to, Schema schema) {
      super(to);
      this.schema = schema;
    }

    @Override
    void append(Object value) {
      to.ofComposite(value, schema);
    }
  }

  /** Without schema: the class decides, the commonest of JSON first. */
  private static final class OfAny extends OneKind {
    OfAny(TypeConversion to) {
      super(to);
    }

    @Override
    void append(Object value) {
      if (value instanceof String text) {
        to.ofText(text);
      } else if (value instanceof Long number) {
        to.ofLong(number);
      } else if (value instanceof Double number) {
        to.ofDouble(number);
      } else if (value instanceof Boolean bool) {
        to.ofBoolean(bool);
      } else if (value instanceof Integer number) {
        to.ofLong(number);
      } else {
        appendRare(value);
      }
    }

    private void appendRare(Object value) {
      switch (SourceKind.of(value)) {
        case INT8, INT16 -> to.ofLong(((Number) value).longValue());
        case FLOAT32 -> to.ofFloat((Float) value);
        case BIG_INTEGER -> to.ofBigInteger((BigInteger) value);
        case DECIMAL -> to.ofDecimal((BigDecimal) value);
        case TIMESTAMP -> to.ofInstant(millis(value), 3);
        case LIST, MAP, STRUCT -> to.ofComposite(value, null);
        case VARIABLE_DECIMAL -> to.ofDecimal(VariableDecimal.of((Struct) value));
        case UNION -> appendBranch((Struct) value);
        case BYTES -> {
          if (value instanceof byte[] array) {
            to.ofBytes(array);
          } else {
            to.ofBytes((ByteBuffer) value);
          }
        }
        default -> throw to.unsupported();
      }
    }

    private void appendBranch(Struct union) {
      Field branch = UnionStructs.branch(union);
      if (branch == null) {
        to.ofNull();
      } else {
        of(branch.schema(), to).append(StructFields.value(union, branch));
      }
    }
  }
}
