// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.blockhouse.wire.block.Block;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;
import org.junit.jupiter.api.Test;

/** Converting must not allocate per value: at a million rows a second every object shows. */
class ConversionAllocationTest {
  private static final int ROWS = 2_000;
  private static final int ROUNDS = 12;

  private static final TestTable TABLE =
      TestTable.json(
          "id UInt64",
          "small Int8",
          "ratio Float64",
          "flag Bool",
          "name String",
          "code FixedString(8)",
          "uuid UUID",
          "at DateTime64(3)",
          "seen DateTime",
          "day Date",
          "n Nullable(Int32)",
          "tags Array(String)",
          "text String",
          "big Int128",
          "price Decimal(18, 4)",
          "amount Decimal(38, 10)",
          "rate Decimal(9, 3)",
          "v4 IPv4",
          "v6 IPv6",
          "kind Enum16('small' = 1, 'large' = 1000)",
          "level Enum16('low' = 1, 'high' = 1000)",
          "country LowCardinality(String)",
          "city LowCardinality(Nullable(String))",
          "took Time64(3)",
          "half BFloat16",
          "born Date32",
          "either Variant(Int64, String)",
          "opt Int32 DEFAULT");

  private static final Schema SCHEMA =
      SchemaBuilder.struct()
          .field("id", Schema.INT64_SCHEMA)
          .field("small", Schema.INT32_SCHEMA)
          .field("ratio", Schema.FLOAT64_SCHEMA)
          .field("flag", Schema.BOOLEAN_SCHEMA)
          .field("name", Schema.STRING_SCHEMA)
          .field("code", Schema.STRING_SCHEMA)
          .field("uuid", Schema.STRING_SCHEMA)
          .field("at", Timestamp.SCHEMA)
          .field("seen", Schema.STRING_SCHEMA)
          .field("day", Schema.STRING_SCHEMA)
          .field("n", Schema.OPTIONAL_INT32_SCHEMA)
          .field("tags", SchemaBuilder.array(Schema.STRING_SCHEMA).build())
          .field("text", Schema.INT64_SCHEMA)
          .field("big", Schema.STRING_SCHEMA)
          .field("price", Schema.INT64_SCHEMA)
          .field("amount", Schema.STRING_SCHEMA)
          .field("rate", Schema.FLOAT64_SCHEMA)
          .field("v4", Schema.STRING_SCHEMA)
          .field("v6", Schema.STRING_SCHEMA)
          .field("kind", Schema.STRING_SCHEMA)
          .field("level", Schema.INT32_SCHEMA)
          .field("country", Schema.STRING_SCHEMA)
          .field("city", Schema.OPTIONAL_STRING_SCHEMA)
          .field("took", Schema.STRING_SCHEMA)
          .field("half", Schema.FLOAT64_SCHEMA)
          .field("born", Schema.STRING_SCHEMA)
          .field("either", Schema.STRING_SCHEMA)
          .field("opt", Schema.INT32_SCHEMA)
          .build();

  private static Struct struct() {
    return new Struct(SCHEMA)
        .put("id", 1_234_567_890_123L)
        .put("small", -5)
        .put("ratio", 0.25)
        .put("flag", true)
        .put("name", "a name in ASCII")
        .put("code", "EUR")
        .put("uuid", "00112233-4455-6677-8899-aabbccddeeff")
        .put("at", new Date(1_700_000_000_123L))
        .put("seen", "2024-04-02T03:59:00.123456+02:00")
        .put("day", "2024-04-02")
        .put("n", null)
        .put("tags", List.of("red", "green"))
        .put("text", 987_654_321L)
        .put("big", "-170141183460469231731687303715884105728")
        .put("price", 1_234_567L)
        .put("amount", "-1234567890.0123456789")
        .put("rate", 0.125)
        .put("v4", "203.0.113.9")
        .put("v6", "2001:db8::192.0.2.33")
        .put("kind", "large")
        .put("level", 1_000)
        .put("country", "NL")
        .put("city", null)
        .put("took", "01:02:03.456")
        .put("half", 0.5)
        .put("born", "1999-12-31")
        .put("either", "text")
        .put("opt", 7);
  }

  private static byte[] json() throws IOException {
    Map<String, Object> map = map();
    map.put("at", "2023-11-14T22:13:20.123Z");
    return new ObjectMapper().writeValueAsBytes(map);
  }

  private static Map<String, Object> map() {
    Map<String, Object> map = new HashMap<>();
    for (Field field : SCHEMA.fields()) {
      map.put(field.name(), struct().get(field));
    }
    return map;
  }

  @Test
  void allocatesNothingPerRowOfAStruct() {
    assertThat(bytesPerRow(TestTable.record(struct()))).isLessThan(4);
  }

  @Test
  void allocatesNothingPerRowOfAMap() {
    assertThat(bytesPerRow(TestTable.record(map()))).isLessThan(4);
  }

  /**
   * What is left is one object that says where the parser stands, where escape analysis fails, and
   * the Strings by which an Enum's label and a Variant's member are found.
   */
  @Test
  void allocatesNothingPerValueOfJsonText() throws IOException {
    assertThat(bytesPerRow(TestTable.record(json()))).isLessThan(250);
    assertThat(bytesPerRow(TestTable.record(new String(json(), StandardCharsets.UTF_8))))
        .isLessThan(250);
  }

  /** The least of some rounds: the first ones grow the block and compile the code. */
  private static double bytesPerRow(RowSource record) {
    Block block = TABLE.emptyBlock(record.value());
    RowAppender rows = TABLE.conversion.rowAppender(TABLE.conversion.groupOf(record), block);
    com.sun.management.ThreadMXBean threads =
        (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      block.reset();
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int row = 0; row < ROWS; row++) {
        TABLE.conversion.groupOf(record);
        rows.append(record);
        block.endRow();
      }
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    return (double) least / ROWS;
  }
}
