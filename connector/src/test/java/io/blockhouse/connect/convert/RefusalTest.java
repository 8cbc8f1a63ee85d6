// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.blockhouse.connect.error.ConversionException;
import io.blockhouse.wire.block.Block;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Timestamp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a refused value leaves behind: a message without it, and a block as it was before. */
class RefusalTest {
  @Test
  void tellsColumnPathTypesReasonAndAdvice() {
    Schema array = SchemaBuilder.array(Schema.INT32_SCHEMA).build();
    assertThat(
            TestTable.of("v Array(UInt8)").refusal(TestTable.struct(array, List.of(1, 2, 8_172))))
        .isEqualTo(
            "Column `v` of db.t (path `v[2]`, ClickHouse type UInt8) cannot take a value of source"
                + " type INT32: out of range 0..255. Use a column type that holds it, or correct"
                + " the producer.");
  }

  @Test
  void namesLogicalTypes() {
    assertThat(
            TestTable.of("v UUID")
                .refusal(TestTable.struct(Decimal.schema(1), BigDecimal.ONE.setScale(1))))
        .contains("source type BYTES (org.apache.kafka.connect.data.Decimal)");
    Schema array = SchemaBuilder.array(Timestamp.SCHEMA).build();
    assertThat(
            TestTable.of("v Array(DateTime)")
                .refusal(TestTable.struct(array, List.of(new java.util.Date(-1)))))
        .contains("path `v[0]`", "source type INT64 (org.apache.kafka.connect.data.Timestamp)");
    assertThat(TestTable.of("v Array(Int8)").refusal(Map.of("v", "x")))
        .contains("source type STRING");
    assertThat(TestTable.of("v Int8").refusal(Map.of("v", Map.of()))).contains("source type MAP");
    assertThat(TestTable.of("v Int8").refusal(Map.of("v", List.of()))).contains("source type LIST");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Int8",
        "UInt64",
        "Float32",
        "Bool",
        "FixedString(3)",
        "Date",
        "DateTime",
        "DateTime64(3)",
        "UUID",
        "UInt128",
        "Decimal(9, 2)",
        "BFloat16",
        "Date32",
        "Time64(3)",
        "IntervalDay",
        "IPv4",
        "IPv6",
        "Enum8('a' = 1)",
        "LowCardinality(Int8)",
        "Array(Int8)",
        "Nullable(Int8)"
      })
  void neverTellsTheValue(String type) {
    String sentinel = "9817263544.25E+40 sentinel";
    for (Object value :
        List.of(sentinel, List.of(sentinel), Map.of("k", sentinel), 98172635445e70)) {
      ConversionException refused = null;
      try {
        TestTable.of("v " + type).row(Map.of("v", value));
      } catch (ConversionException e) {
        refused = e;
      }
      assertThat(refused).as("%s into %s", value, type).isNotNull();
      assertThat(refused).hasNoCause().hasNoSuppressedExceptions();
      assertThat(refused.toString())
          .contains("Column `v` of db.t (path `v", "ClickHouse type ", "source type ")
          .doesNotContain("sentinel", "9817263544", "9.8172635");
    }
  }

  @Test
  void leavesTheBlockAsItWasWhenTheRowIsRolledBack() {
    TestTable table =
        TestTable.of(
            "a Int64",
            "b String",
            "c Nullable(String)",
            "d Array(Array(Nullable(Int8)))",
            "e UUID",
            "f Array(String)",
            "g Tuple(a Int8, b Map(String, Array(LowCardinality(String))))",
            "n.a Array(String)",
            "n.b Array(UInt8)",
            "v Variant(Array(UInt8), String)",
            "y Dynamic",
            "j JSON",
            "l LowCardinality(Nullable(FixedString(2)))",
            "q QBit(Float32, 2)",
            "z Int8");
    Map<String, Object> good = new HashMap<>();
    good.put("a", 1);
    good.put("b", "text");
    good.put("c", "present");
    good.put("d", List.of(List.of(1, 2), Arrays.asList(3, null)));
    good.put("e", "00112233-4455-6677-8899-aabbccddeeff");
    good.put("f", List.of("x", List.of("y")));
    good.put("g", Map.of("a", 1, "b", Map.of("k", List.of("x", "y"))));
    good.put("n", List.of(Map.of("a", "x", "b", 1), Map.of("a", "y", "b", 2)));
    good.put("v", List.of(1, 2));
    good.put("y", List.of(1, 2));
    good.put("j", Map.of("k", 1));
    good.put("l", "ab");
    good.put("q", List.of(1, 2));
    good.put("z", 9);
    List<String> expected = table.row(good);
    Map<String, Object> bad = new HashMap<>();
    bad.put("g", Map.of("a", 1, "b", Map.of("k", List.of("new", Map.of("x", Double.NaN)))));
    bad.put("n", List.of(Map.of("a", "x", "b", 1), Map.of("a", "y", "b", 999)));
    bad.put("v", List.of(1, 2, 999));
    bad.put("y", List.of("text", Map.of("a", Double.NaN)));
    bad.put("j", Map.of("k", Double.NaN));
    bad.put("l", "abc");
    bad.put("q", List.of(1, "x"));
    bad.putAll(
        Map.of(
            "a",
            "no number",
            "b",
            "\uD83D",
            "c",
            List.of(Double.NaN),
            "d",
            List.of(List.of(1), List.of(2, 999)),
            "e",
            "not a uuid",
            "f",
            List.of("x", "\uD83D"),
            "z",
            1_000));
    Block block = table.emptyBlock(good);
    RowSource goodRecord = TestTable.record(good);
    RowAppender rows = table.conversion.rowAppender(table.conversion.groupOf(goodRecord), block);
    long seed = System.nanoTime();
    Random random = new Random(seed);
    List<String> names = new ArrayList<>(bad.keySet());
    int goodRows = 0;
    for (int i = 0; i < 500; i++) {
      Map<String, Object> record = new HashMap<>(good);
      if (random.nextBoolean()) {
        String broken = names.get(random.nextInt(names.size()));
        record.put(broken, bad.get(broken));
        assertThatThrownBy(() -> rows.append(TestTable.record(record)))
            .as("seed %d, column %s", seed, broken)
            .isInstanceOf(ConversionException.class)
            .hasMessageContaining("Column `" + broken + "`");
        block.rollbackRow();
      } else {
        rows.append(goodRecord);
        block.endRow();
        goodRows++;
      }
    }
    block.seal();
    assertThat(BlockReader.rows(block))
        .as("seed %d", seed)
        .hasSize(goodRows)
        .allMatch(expected::equals);
  }
}
