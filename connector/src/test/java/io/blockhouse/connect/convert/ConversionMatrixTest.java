// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every source kind into every type family: the exact value, or ERROR. */
class ConversionMatrixTest {
  static final String ERROR = "ERROR";

  static final List<String> TYPES =
      List.of(
          "Int8",
          "Int16",
          "Int32",
          "Int64",
          "UInt8",
          "UInt16",
          "UInt32",
          "UInt64",
          "Float32",
          "Float64",
          "Bool",
          "String",
          "FixedString(40)",
          "Date",
          "DateTime",
          "DateTime64(6)",
          "UUID",
          "Array(Int16)");

  private static final Schema BYTES = Schema.BYTES_SCHEMA;
  private static final Schema INT16_ARRAY = SchemaBuilder.array(Schema.INT16_SCHEMA).build();
  private static final Schema TEXT_TO_INT =
      SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.INT32_SCHEMA).build();
  private static final Schema POINT =
      SchemaBuilder.struct().name("Point").field("x", Schema.INT32_SCHEMA).build();
  private static final Schema VARIABLE =
      SchemaBuilder.struct()
          .name("io.debezium.data.VariableScaleDecimal")
          .field("scale", Schema.INT32_SCHEMA)
          .field("value", Schema.BYTES_SCHEMA)
          .build();
  private static final Schema UNION =
      SchemaBuilder.struct()
          .name("io.confluent.connect.avro.Union")
          .field("string", Schema.OPTIONAL_STRING_SCHEMA)
          .field("int", Schema.OPTIONAL_INT32_SCHEMA)
          .build();
  private static final byte[] SIXTEEN = "0123456789abcdef".getBytes();
  private static final String UUID_OF_SIXTEEN = "30313233-3435-3637-3839-616263646566";
  private static final long MICROS = 1_700_000_000_123_456L;

  /** One row of the matrix. */
  record Source(String name, Schema schema, Object value, List<String> cells) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static Source source(String name, Schema schema, Object value, String cells) {
    String[] split = cells.trim().split("\\s*\\|\\s*");
    assertThat(split).as(name).hasSize(TYPES.size());
    return new Source(name, schema, value, List.of(split));
  }

  private static Schema debezium(Schema.Type type, String name) {
    return new SchemaBuilder(type).name("io.debezium.time." + name).build();
  }

  /** Of the number 77123: large enough for its absence from messages to be no accident. */
  private static String number(String asText) {
    return "E|E|77123|77123|E|E|77123|77123|77123.0|77123.0|E|#|#|E|1970-01-01T21:25:23Z"
            .replace("#", asText)
        + "|1970-01-01T00:00:00.077123Z|E|E";
  }

  static Stream<Source> sources() {
    return Stream.of(
        source(
            "INT8",
            Schema.INT8_SCHEMA,
            (byte) 1,
            "1|1|1|1|1|1|1|1|1.0|1.0|true|1|1|1970-01-02|1970-01-01T00:00:01Z"
                + "|1970-01-01T00:00:00.000001Z|E|E"),
        source(
            "INT16",
            Schema.INT16_SCHEMA,
            (short) -1234,
            "E|-1234|-1234|-1234|E|E|E|E|-1234.0|-1234.0|E|-1234|-1234|E|E"
                + "|1969-12-31T23:59:59.998766Z|E|E"),
        source("INT32", Schema.INT32_SCHEMA, 77_123, number("77123")),
        source("INT64", Schema.INT64_SCHEMA, 77_123L, number("77123")),
        source("FLOAT32", Schema.FLOAT32_SCHEMA, 77_123f, number("77123.0")),
        source(
            "FLOAT64", Schema.FLOAT64_SCHEMA, 2.5, "E|E|E|E|E|E|E|E|2.5|2.5|E|2.5|2.5|E|E|E|E|E"),
        source("FLOAT64 (integral)", Schema.FLOAT64_SCHEMA, 77_123.0, number("77123.0")),
        source(
            "BOOLEAN",
            Schema.BOOLEAN_SCHEMA,
            true,
            "1|1|1|1|1|1|1|1|1.0|1.0|true|true|true|E|E|E|E|E"),
        source(
            "STRING (integer)",
            Schema.STRING_SCHEMA,
            "77123",
            "E|E|77123|77123|E|E|77123|77123|77123.0|77123.0|E|77123|77123|E|E|E|E|E"),
        source(
            "STRING (date)",
            Schema.STRING_SCHEMA,
            "2024-04-02",
            "E|E|E|E|E|E|E|E|E|E|E|2024-04-02|2024-04-02|2024-04-02|2024-04-02T00:00:00Z"
                + "|2024-04-02T00:00:00Z|E|E"),
        source(
            "STRING (date-time)",
            Schema.STRING_SCHEMA,
            "2024-04-02 03:59:00.0722295",
            "E|E|E|E|E|E|E|E|E|E|E|2024-04-02 03:59:00.0722295|2024-04-02 03:59:00.0722295"
                + "|2024-04-02|2024-04-02T03:59:00Z|2024-04-02T03:59:00.072229Z|E|E"),
        source(
            "STRING (UUID)",
            Schema.STRING_SCHEMA,
            UUID_OF_SIXTEEN,
            "E|E|E|E|E|E|E|E|E|E|E|#|#|E|E|E|#|E".replace("#", UUID_OF_SIXTEEN)),
        source(
            "STRING (time)",
            Schema.STRING_SCHEMA,
            "03:59:00.123456789",
            "E|E|E|E|E|E|E|E|E|E|E|#|#|E|E|E|E|E".replace("#", "03:59:00.123456789")),
        source(
            "STRING (IPv4)",
            Schema.STRING_SCHEMA,
            "203.0.113.9",
            "E|E|E|E|E|E|E|E|E|E|E|#|#|E|E|E|E|E".replace("#", "203.0.113.9")),
        source(
            "STRING (IPv6)",
            Schema.STRING_SCHEMA,
            "2001:db8::7",
            "E|E|E|E|E|E|E|E|E|E|E|#|#|E|E|E|E|E".replace("#", "2001:db8::7")),
        source(
            "BYTES (4)",
            BYTES,
            new byte[] {(byte) 192, (byte) 168, 0, 1},
            "E|E|E|E|E|E|E|E|E|E|E|#|#|E|E|E|E|E".replace("#", "\u00c0\u00a8\0\1")),
        source(
            "BYTES (array)",
            BYTES,
            SIXTEEN,
            "E|E|E|E|E|E|E|E|E|E|E|0123456789abcdef|0123456789abcdef|E|E|E|#|E"
                .replace("#", UUID_OF_SIXTEEN)),
        source(
            "BYTES (buffer)",
            BYTES,
            ByteBuffer.wrap("..0123456789abcdef.".getBytes(), 2, 16),
            "E|E|E|E|E|E|E|E|E|E|E|0123456789abcdef|0123456789abcdef|E|E|E|#|E"
                .replace("#", UUID_OF_SIXTEEN)),
        source(
            "DECIMAL (integral)",
            Decimal.schema(2),
            new BigDecimal("77123.00"),
            number("77123.00")),
        source(
            "DECIMAL (fraction)",
            Decimal.schema(2),
            new BigDecimal("0.25"),
            "E|E|E|E|E|E|E|E|0.25|0.25|E|0.25|0.25|E|E|E|E|E"),
        source("big integer", null, new BigInteger("77123"), number("77123")),
        source(
            "logical DATE",
            org.apache.kafka.connect.data.Date.SCHEMA,
            new Date(19_723 * 86_400_000L),
            "E|19723|19723|19723|E|19723|19723|19723|E|E|E|2024-01-01|2024-01-01|2024-01-01"
                + "|2024-01-01T00:00:00Z|2024-01-01T00:00:00Z|E|E"),
        source(
            "logical TIME",
            Time.SCHEMA,
            new Date(14_340_123),
            "E|E|14340123|14340123|E|E|14340123|14340123|E|E|E|03:59:00.123|03:59:00.123"
                + "|E|E|E|E|E"),
        source(
            "Debezium Time",
            debezium(Schema.Type.INT32, "Time"),
            14_340_123,
            "E|E|14340123|14340123|E|E|14340123|14340123|E|E|E|03:59:00.123|03:59:00.123"
                + "|E|E|E|E|E"),
        source(
            "Debezium MicroTime",
            debezium(Schema.Type.INT64, "MicroTime"),
            14_340_123_456L,
            "E|E|E|14340123456|E|E|E|14340123456|E|E|E|03:59:00.123456|03:59:00.123456"
                + "|E|E|E|E|E"),
        source(
            "Debezium NanoTime",
            debezium(Schema.Type.INT64, "NanoTime"),
            14_340_123_456_789L,
            "E|E|E|14340123456789|E|E|E|14340123456789|E|E|E|03:59:00.123456789"
                + "|03:59:00.123456789|E|E|E|E|E"),
        source(
            "Debezium VariableScaleDecimal",
            VARIABLE,
            new Struct(VARIABLE)
                .put("scale", 2)
                .put("value", new BigInteger("7712300").toByteArray()),
            number("77123.00")),
        source("UNION", UNION, new Struct(UNION).put("int", 77_123), number("77123")),
        source("logical TIMESTAMP", Timestamp.SCHEMA, new Date(1_700_000_000_123L), instant(3)),
        source("java.util.Date", null, new Date(1_700_000_000_123L), instant(3)),
        source(
            "Debezium Date",
            debezium(Schema.Type.INT32, "Date"),
            19_723,
            "E|19723|19723|19723|E|19723|19723|19723|E|E|E|2024-01-01|2024-01-01|2024-01-01"
                + "|2024-01-01T00:00:00Z|2024-01-01T00:00:00Z|E|E"),
        source(
            "Debezium Timestamp",
            debezium(Schema.Type.INT64, "Timestamp"),
            MICROS / 1000,
            instant(3)),
        source(
            "Debezium MicroTimestamp",
            debezium(Schema.Type.INT64, "MicroTimestamp"),
            MICROS,
            instant(6)),
        source(
            "Debezium NanoTimestamp",
            debezium(Schema.Type.INT64, "NanoTimestamp"),
            MICROS * 1000 + 789,
            instant(9)),
        source(
            "Debezium ZonedTimestamp",
            debezium(Schema.Type.STRING, "ZonedTimestamp"),
            "2023-11-14T22:13:20.5Z",
            "E|E|E|E|E|E|E|E|E|E|E|2023-11-14T22:13:20.5Z|2023-11-14T22:13:20.5Z|2023-11-14"
                + "|2023-11-14T22:13:20Z|2023-11-14T22:13:20.500Z|E|E"),
        source(
            "LIST",
            INT16_ARRAY,
            List.of((short) 7, (short) -8),
            "E|E|E|E|E|E|E|E|E|E|E|[7,-8]|[7,-8]|E|E|E|E|[7, -8]"),
        source(
            "MAP",
            TEXT_TO_INT,
            Map.of("k", 71_234),
            "E|E|E|E|E|E|E|E|E|E|E|{\"k\":71234}|{\"k\":71234}|E|E|E|E|E"),
        source(
            "STRUCT",
            POINT,
            new Struct(POINT).put("x", 71_234),
            "E|E|E|E|E|E|E|E|E|E|E|{\"x\":71234}|{\"x\":71234}|E|E|E|E|E"),
        source(
            "unknown class",
            null,
            new StringBuilder("71234"),
            "E|E|E|E|E|E|E|E|E|E|E|E|E|E|E|E|E|E"));
  }

  /** 2023-11-14T22:13:20.123[456[789]] in milli, micro or nano. */
  private static String instant(int scale) {
    String fraction = "123456789".substring(0, scale);
    String text = "2023-11-14T22:13:20." + fraction + "Z";
    String cut = "2023-11-14T22:13:20." + fraction.substring(0, Math.min(6, scale)) + "Z";
    return ("E|E|E|#|E|E|E|#|E|E|E|"
            + text
            + "|"
            + text
            + "|2023-11-14|2023-11-14T22:13:20Z|"
            + cut
            + "|E|E")
        .replace("#", "1700000000" + fraction);
  }

  @ParameterizedTest
  @MethodSource("sources")
  void convertsOrRefusesExactly(Source source) {
    for (int i = 0; i < TYPES.size(); i++) {
      String type = TYPES.get(i);
      String expected = source.cells.get(i).equals("E") ? ERROR : source.cells.get(i);
      for (String shape : List.of(type, "Nullable(" + type + ")", "Array(" + type + ")")) {
        if (type.startsWith("Array") && shape.startsWith("Nullable")) {
          continue; // no such type
        }
        check(source, shape, shape.startsWith("Array(") && !shape.equals(type), expected);
      }
    }
  }

  static void check(Source source, String type, boolean wrapped, String expected) {
    TestTable table = TestTable.of("v " + type);
    Object plain = wrapped ? List.of(source.value) : source.value;
    String cell = wrapped && !expected.equals(ERROR) ? "[" + expected + "]" : expected;
    if (source.schema != null) {
      Schema schema = wrapped ? SchemaBuilder.array(source.schema).build() : source.schema;
      assertThat(outcome(table, TestTable.struct(schema, plain), source))
          .as("%s into %s, with schema", source.name, type)
          .isEqualTo(cell);
    }
    if (source.schema == null || source.schema.name() == null) {
      assertThat(outcome(table, Map.of("v", plain), source))
          .as("%s into %s, without schema", source.name, type)
          .isEqualTo(cell);
    }
  }

  private static String outcome(TestTable table, Object record, Source source) {
    try {
      return table.row(record).get(0);
    } catch (io.blockhouse.connect.error.ConversionException e) {
      assertThat(e).hasNoCause().hasMessageContaining("Column `v` of db.t (path `v");
      String text = source.value.toString();
      if (text.length() > 4) {
        assertThat(e.getMessage()).doesNotContain(text);
      }
      return ERROR;
    }
  }

  @Test
  void coversEverySourceKind() {
    assertThat(
            sources().map(s -> s.schema == null ? SourceKind.of(s.value) : SourceKind.of(s.schema)))
        .contains(SourceKind.values());
  }
}
