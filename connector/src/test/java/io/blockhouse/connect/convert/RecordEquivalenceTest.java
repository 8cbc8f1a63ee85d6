// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.blockhouse.connect.error.ConversionException;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;
import org.junit.jupiter.api.Test;

/** The same data in every kind of record becomes the same bytes, or is refused alike. */
class RecordEquivalenceTest {
  private static final ObjectMapper WRITER =
      JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private static final String[] TYPES = {
    "Int8",
    "Int32",
    "UInt64",
    "Float32",
    "Float64",
    "Bool",
    "String",
    "FixedString(20)",
    "Date",
    "DateTime",
    "DateTime64(6)",
    "UUID",
    "Nullable(Int64)",
    "Nullable(String)",
    "Array(String)",
    "Array(Nullable(Int16))",
    "Int128",
    "Decimal(20, 4)",
    "Nullable(Decimal(40, 20))",
    "BFloat16",
    "Date32",
    "Enum8('true' = 1, 'x' = 7)",
    "LowCardinality(String)",
    "LowCardinality(Nullable(Int64))",
    "Tuple(f0 Nullable(String), f1 Nullable(Int64), f2 Array(String))",
    "Tuple(f0 Int32)",
    "Tuple(Nullable(String), Nullable(String), Nullable(String))",
    "Map(String, String)",
    "Map(LowCardinality(String), Nullable(Int64))",
    "Array(Tuple(f0 Nullable(Int64), f1 Map(String, String)))",
    "Nested(f0 Nullable(String), f1 Nullable(Float64))",
    "JSON",
    "Nullable(JSON)",
    "Dynamic",
    "Map(String, Dynamic)",
    "Variant(Bool, Int64, Float64, String, Array(Nullable(Int64)), Map(String, String))",
    "Variant(Array(Tuple(f0 Nullable(Int64))), Tuple(f0 Nullable(String)), JSON, UUID)",
    "Int32 DEFAULT",
    "Nullable(String) DEFAULT",
    "String DEFAULT"
  };

  private final long seed = Long.getLong("test.seed", System.nanoTime());
  private final Random random = new Random(seed);

  @Test
  void writesTheSameBytesFromStructsMapsAndJsonText() throws IOException {
    int texts = 0;
    int written = 0;
    int refused = 0;
    for (int i = 0; i < 8_000; i++) {
      String[] columns = new String[1 + random.nextInt(4)];
      for (int c = 0; c < columns.length; c++) {
        columns[c] = "f" + c + " " + TYPES[random.nextInt(TYPES.length)];
      }
      Struct struct = struct(2, columns.length + 1);
      String ofStruct = outcome(columns, struct);
      String ofMap = outcome(columns, schemaless(struct));
      assertThat(ofMap)
          .as("seed %d, columns %s, fields %s", seed, List.of(columns), struct.schema().fields())
          .isEqualTo(ofStruct);
      Object map = schemaless(struct);
      if (isJson(map)) {
        texts++;
        String text = WRITER.writeValueAsString(map);
        Object value = i % 2 == 0 ? text : text.getBytes(StandardCharsets.UTF_8);
        assertThat(outcome(columns, value))
            .as("seed %d, columns %s, text %s", seed, List.of(columns), text)
            .isEqualTo(ofStruct);
      }
      if (ofStruct.startsWith("refused")) {
        refused++;
      } else {
        written++;
      }
    }
    assertThat(texts).as("seed %d", seed).isGreaterThan(400);
    assertThat(written).as("seed %d", seed).isGreaterThan(200);
    assertThat(refused).as("seed %d", seed).isGreaterThan(200);
  }

  private static String outcome(String[] columns, Object record) {
    TestTable table = TestTable.json(columns);
    try {
      return table.emptyBlock(record).definitions() + " " + table.row(record);
    } catch (ConversionException e) {
      // Only the source types' names differ, and that keys of maps with a schema are not told.
      String message = e.getMessage().replaceAll("source type [^:]+:", "");
      return "refused: " + message.replaceAll("\\.[kf]-?[0-9]+", "[*]");
    }
  }

  /** Whether JSON text can say it so that a reader without schema knows what was meant. */
  private static boolean isJson(Object value) {
    if (value instanceof Map<?, ?> map) {
      return map.values().stream().allMatch(RecordEquivalenceTest::isJson);
    } else if (value instanceof List<?> list) {
      return list.stream().allMatch(RecordEquivalenceTest::isJson);
    } else if (value instanceof Float number) {
      return Double.parseDouble(number.toString()) == number;
    } else if (value instanceof Double number) {
      return Double.isFinite(number);
    }
    return !(value instanceof byte[] || value instanceof Date || value instanceof BigDecimal);
  }

  private Struct struct(int depth, int fields) {
    SchemaBuilder builder = SchemaBuilder.struct();
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < fields; i++) {
      boolean isNull = random.nextInt(6) == 0;
      Schema schema = schema(depth);
      values.add(isNull && schema.isOptional() ? null : value(schema));
      builder.field("f" + i, schema);
    }
    Struct struct = new Struct(builder.build());
    for (int i = 0; i < fields; i++) {
      struct.put("f" + i, values.get(i));
    }
    return struct;
  }

  private Schema schema(int depth) {
    return switch (random.nextInt(depth > 0 ? 14 : 11)) {
      case 0 -> Schema.OPTIONAL_INT8_SCHEMA;
      case 1 -> Schema.OPTIONAL_INT16_SCHEMA;
      case 2 -> Schema.OPTIONAL_INT32_SCHEMA;
      case 3 -> Schema.OPTIONAL_INT64_SCHEMA;
      case 4 -> Schema.OPTIONAL_FLOAT32_SCHEMA;
      case 5 -> Schema.OPTIONAL_FLOAT64_SCHEMA;
      case 6 -> Schema.OPTIONAL_BOOLEAN_SCHEMA;
      case 7 -> Schema.OPTIONAL_STRING_SCHEMA;
      case 8 -> Schema.OPTIONAL_BYTES_SCHEMA;
      case 9 -> Timestamp.builder().optional().build();
      case 10 -> Decimal.builder(2).optional().build();
      case 11 -> SchemaBuilder.array(schema(depth - 1)).optional().build();
      case 12 -> SchemaBuilder.map(Schema.STRING_SCHEMA, schema(depth - 1)).optional().build();
      default -> struct(depth - 1, 1 + random.nextInt(3)).schema();
    };
  }

  private Object value(Schema schema) {
    if (Timestamp.LOGICAL_NAME.equals(schema.name())) {
      return new Date(random.nextLong(-3_000_000_000_000L, 5_000_000_000_000L));
    }
    if (Decimal.LOGICAL_NAME.equals(schema.name())) {
      return BigDecimal.valueOf(random.nextInt(100_000) * (random.nextBoolean() ? 1 : 100L), 2);
    }
    return switch (schema.type()) {
      case INT8 -> (byte) random.nextInt();
      case INT16 -> (short) random.nextInt();
      case INT32 -> random.nextInt() >> random.nextInt(32);
      case INT64 -> random.nextLong() >> random.nextInt(64);
      case FLOAT32 -> random.nextBoolean() ? random.nextInt(300) : random.nextFloat();
      case FLOAT64 ->
          random.nextInt(9) == 0 ? Double.NaN : random.nextGaussian() * random.nextInt(2_000);
      case BOOLEAN -> random.nextBoolean();
      case STRING -> text();
      case BYTES -> bytes();
      case ARRAY ->
          random.ints(random.nextInt(4)).mapToObj(i -> value(schema.valueSchema())).toList();
      case MAP -> {
        Map<String, Object> map = new LinkedHashMap<>();
        random.ints(random.nextInt(3)).forEach(i -> map.put("k" + i, value(schema.valueSchema())));
        yield map;
      }
      default -> {
        Struct struct = new Struct(schema);
        schema.fields().forEach(field -> struct.put(field, value(field.schema())));
        yield struct;
      }
    };
  }

  private String text() {
    return switch (random.nextInt(6)) {
      case 0 -> Long.toString(random.nextLong() >> random.nextInt(64));
      case 1 -> new UUID(random.nextLong(), random.nextLong()).toString();
      case 2 -> "2024-04-02T03:59:00." + random.nextInt(1_000_000) + "+02:00";
      case 3 -> Double.toString(random.nextGaussian());
      case 4 -> "\u00e9\uD83D\uDE00".repeat(random.nextInt(4));
      default -> random.nextBoolean() ? "true" : "\uD83D";
    };
  }

  private byte[] bytes() {
    byte[] bytes = new byte[random.nextInt(3) == 0 ? 16 : random.nextInt(30)];
    random.nextBytes(bytes);
    return bytes;
  }

  private static Object schemaless(Object value) {
    if (value instanceof Struct struct) {
      Map<String, Object> map = new LinkedHashMap<>();
      for (Field field : struct.schema().fields()) {
        map.put(field.name(), schemaless(struct.get(field)));
      }
      return map;
    }
    if (value instanceof List<?> list) {
      return list.stream().map(RecordEquivalenceTest::schemaless).toList();
    }
    if (value instanceof Map<?, ?> map) {
      Map<Object, Object> copy = new LinkedHashMap<>();
      map.forEach((key, element) -> copy.put(key, schemaless(element)));
      return copy;
    }
    return value;
  }
}
