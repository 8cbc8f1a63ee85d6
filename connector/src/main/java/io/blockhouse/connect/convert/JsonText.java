// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/**
 * Objects and arrays as compact JSON text in UTF-8, equal for equal data whether it has a schema or
 * not. Dates and times are ISO-8601 text, decimals plain numbers, bytes base64. What JSON cannot
 * say (NaN, infinities, half a surrogate pair) is refused. Owned by one {@link TableConversion}:
 * one buffer and one generator for all columns and blocks of a table.
 */
final class JsonText {
  /** Longer plain notation is refused: 1E+1000000000 takes a few bytes to send. */
  private static final int MAX_DECIMAL_DIGITS = 10_000;

  static final String ADVICE = "Correct the producer, or convert it with a transform.";

  private static final JsonFactory FACTORY =
      new JsonFactoryBuilder()
          .rootValueSeparator((String) null)
          // Else a pair becomes two escapes of six characters each.
          .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
          .build();

  private final ReusedBytes bytes = new ReusedBytes();

  private boolean mayBreakRules;

  /** Null before the first use and after a failure, which leaves its nesting undefined. */
  private JsonGenerator generator;

  /** The text of the last {@link #write}, valid until the next. */
  byte[] array() {
    return bytes.array();
  }

  /** How many bytes of {@link #array} it takes. */
  int length() {
    return bytes.size();
  }

  /** Whether the text last written could be one that {@link JsonRules} refuse. */
  boolean mayBreakRules() {
    return mayBreakRules;
  }

  /** Replaces the text; refusals name the owner's type. */
  void write(Object value, Schema schema, TypeConversion owner) {
    bytes.reset();
    mayBreakRules = false;
    JsonGenerator json = generator;
    generator = null;
    try {
      if (json == null) {
        json = FACTORY.createGenerator(bytes);
      }
      new Writer(this, json, owner).value(value, schema);
      json.flush();
    } catch (IOException e) {
      throw owner.reject("it cannot be written as JSON text", ADVICE);
    }
    generator = json;
  }

  /**
   * Replaces the text by the object or array at whose start the parser stands, without blanks and
   * otherwise as it was written; leaves the parser at its end.
   *
   * @throws IOException from the parser: its text is malformed
   */
  void copy(JsonParser parser, TypeConversion owner) throws IOException {
    bytes.reset();
    JsonGenerator json = generator;
    generator = null;
    if (json == null) {
      json = FACTORY.createGenerator(bytes);
    }
    new JsonCopy(parser, json, owner).composite();
    json.flush();
    generator = json;
  }

  /** Null when the plain notation would be too long. */
  static String plain(BigDecimal value) {
    long digits = Math.abs((long) value.scale()) + value.precision();
    return digits > MAX_DECIMAL_DIGITS ? null : value.toPlainString();
  }

  /** One text being written. */
  private record Writer(JsonText text, JsonGenerator json, TypeConversion owner) {
    void value(Object value, Schema schema) throws IOException {
      if (value == null) {
        json.writeNull();
        return;
      }
      SourceKind kind = schema == null ? SourceKind.of(value) : SourceKind.of(schema);
      try {
        switch (kind) {
          case LIST -> list((List<?>) value, schema);
          case MAP -> map((Map<?, ?>) value, schema);
          case STRUCT -> struct((Struct) value);
          case UNION -> union((Struct) value);
          default -> scalar(kind, value);
        }
      } catch (IOException e) {
        throw refuse("it is nested too deeply to be written as JSON text")
            .from(SourceKind.describe(value, schema));
      } catch (Rejection e) {
        throw e.from(SourceKind.describe(value, schema));
      }
    }

    private void scalar(SourceKind kind, Object value) throws IOException {
      switch (kind) {
        case INT8, INT16, INT32, INT64 -> json.writeNumber(((Number) value).longValue());
        case FLOAT32 -> {
          float number = (Float) value;
          requireFinite(number);
          json.writeNumber(number);
        }
        case FLOAT64 -> {
          double number = (Double) value;
          requireFinite(number);
          json.writeNumber(number);
        }
        case BOOLEAN -> json.writeBoolean((Boolean) value);
        case STRING -> json.writeString(wellFormed((String) value));
        case BYTES -> bytes(value);
        case BIG_INTEGER -> {
          text.mayBreakRules = true; // larger than UInt64
          json.writeNumber((BigInteger) value);
        }
        case DECIMAL -> decimal((BigDecimal) value);
        case DATE -> json.writeString(TemporalText.ofDay(SourceAppenders.days(value)));
        case TIME_OF_DAY -> timeOfDay(SourceAppenders.millis(value), 3);
        case TIME_MILLIS -> timeOfDay((Integer) value, 3);
        case TIME_MICROS -> timeOfDay((Long) value, 6);
        case TIME_NANOS -> timeOfDay((Long) value, 9);
        case VARIABLE_DECIMAL -> decimal(VariableDecimal.of((Struct) value));
        case TIMESTAMP ->
            json.writeString(TemporalText.ofInstant(SourceAppenders.millis(value), 3));
        case EPOCH_DAYS -> json.writeString(TemporalText.ofDay((Integer) value));
        case EPOCH_MILLIS -> json.writeString(TemporalText.ofInstant((Long) value, 3));
        case EPOCH_MICROS -> json.writeString(TemporalText.ofInstant((Long) value, 6));
        case EPOCH_NANOS -> json.writeString(TemporalText.ofInstant((Long) value, 9));
        default -> throw refuse("JSON text has no form for this type");
      }
    }

    /** Jackson writes half a pair as an escape that few readers take. */
    private String wellFormed(String string) {
      int length = string.length();
      for (int i = 0; i < length; i++) {
        char c = string.charAt(i);
        if (Character.isSurrogate(c)) {
          boolean pair = i + 1 < length && Character.isSurrogatePair(c, string.charAt(i + 1));
          if (!pair) {
            throw refuse("its text has half a surrogate pair, which UTF-8 cannot hold");
          }
          i++;
        }
      }
      return string;
    }

    private void requireFinite(double number) {
      if (!Double.isFinite(number)) {
        throw refuse("JSON has no NaN and no infinity");
      }
    }

    private void bytes(Object value) throws IOException {
      if (value instanceof byte[] array) {
        json.writeBinary(array);
      } else {
        ByteBuffer source = ((ByteBuffer) value).duplicate();
        byte[] copy = new byte[source.remaining()];
        source.get(copy);
        json.writeBinary(copy);
      }
    }

    private void decimal(BigDecimal value) throws IOException {
      String plain = plain(value);
      text.mayBreakRules = true; // larger than UInt64 or Float64
      if (plain == null) {
        throw refuse("it has more than " + MAX_DECIMAL_DIGITS + " digits");
      }
      json.writeNumber(plain);
    }

    private void timeOfDay(long ticks, int scale) throws IOException {
      String time = TemporalText.ofTimeOfDay(ticks, scale);
      if (time == null) {
        throw refuse("not a time of day");
      }
      json.writeString(time);
    }

    private void list(List<?> list, Schema schema) throws IOException {
      Schema elementSchema = schema == null ? null : schema.valueSchema();
      json.writeStartArray();
      int index = 0;
      for (Object element : list) {
        try {
          value(element, elementSchema);
        } catch (Rejection e) {
          throw e.inElement(index);
        }
        index++;
      }
      json.writeEndArray();
    }

    private void map(Map<?, ?> map, Schema schema) throws IOException {
      Schema valueSchema = schema == null ? null : schema.valueSchema();
      json.writeStartObject();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        String name = name(entry.getKey());
        json.writeFieldName(name);
        try {
          value(entry.getValue(), valueSchema);
        } catch (Rejection e) {
          throw schema == null ? e.inField(name) : e.inEntry();
        }
      }
      json.writeEndObject();
    }

    private String name(Object key) {
      if (key instanceof String name) {
        text.mayBreakRules |= name.indexOf('.') >= 0; // a path that another may be, too
        return wellFormed(name);
      }
      if (key instanceof Number || key instanceof Boolean) {
        text.mayBreakRules = true; // the same text twice
        return key.toString();
      }
      throw refuse("JSON objects need keys of text, numbers or booleans");
    }

    /** Which branch it was is no part of the data. */
    private void union(Struct struct) throws IOException {
      Field branch = UnionStructs.branch(struct);
      if (branch == null) {
        json.writeNull();
      } else {
        value(StructFields.value(struct, branch), branch.schema());
      }
    }

    private void struct(Struct struct) throws IOException {
      json.writeStartObject();
      for (Field field : struct.schema().fields()) {
        text.mayBreakRules |= field.name().indexOf('.') >= 0;
        json.writeFieldName(field.name());
        try {
          value(StructFields.value(struct, field), field.schema());
        } catch (Rejection e) {
          throw e.inField(field.name());
        }
      }
      json.writeEndObject();
    }

    private Rejection refuse(String reason) {
      return owner.reject(reason, ADVICE);
    }
  }
}
