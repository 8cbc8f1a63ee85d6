// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextConversionTest {
  private static final String WIDE =
      "\u00e0\u00e9 \u6f22\u5b57 \uD83D\uDE00 a\u0000b"; // accents, CJK, an emoji, a NUL

  private final TestTable strings = TestTable.of("v String");

  private String row(Object value) {
    return strings.row(Map.of("v", value)).get(0);
  }

  @Test
  void keepsTextAndBytesAsTheyAre() {
    assertThat(row(WIDE)).isEqualTo(WIDE);
    assertThat(row("")).isEmpty();
    byte[] binary = {(byte) 0xFF, 0, (byte) 0xC3};
    assertThat(row(binary)).isEqualTo("\u00FF\u0000\u00C3");
    ByteBuffer direct = ByteBuffer.allocateDirect(5).put(1, (byte) 0xFE).position(1).limit(2);
    assertThat(row(direct)).isEqualTo("\u00FE");
    assertThat(direct.position()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 7, -7, 10, -100, Long.MAX_VALUE, Long.MIN_VALUE})
  void writesIntegersInDecimal(long number) {
    assertThat(row(number)).isEqualTo(Long.toString(number));
  }

  @Test
  void writesNumbersAndBooleansAsJsonDoes() {
    assertThat(row(2.5)).isEqualTo("2.5");
    assertThat(row(0.1f)).isEqualTo("0.1");
    assertThat(row(false)).isEqualTo("false");
    assertThat(row(new BigInteger("123456789012345678901"))).isEqualTo("123456789012345678901");
    assertThat(row(new BigDecimal("1E+3"))).isEqualTo("1000");
    assertThat(row(new BigDecimal("0.10"))).isEqualTo("0.10");
  }

  @Test
  void refusesWhatTextCannotSay() {
    for (Object value : List.of(Double.NaN, Float.POSITIVE_INFINITY)) {
      assertThat(strings.refusal(Map.of("v", value))).contains("NaN and infinities");
    }
    assertThat(strings.refusal(Map.of("v", new BigDecimal("1E+1000000000")))).contains("digits");
    assertThat(strings.refusal(Map.of("v", new BigDecimal("1E-1000000000")))).contains("digits");
    for (String half : List.of("\uD83D", "a\uDE00b", "\uD83Dx")) {
      assertThat(strings.refusal(Map.of("v", half))).contains("half a surrogate pair");
    }
    assertThat(strings.refusal(TestTable.struct(Time.SCHEMA, new Date(86_400_000))))
        .contains("out of range 00:00:00..23:59:59.999");
  }

  @Test
  void writesObjectsAndArraysAsCompactJson() {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("text", "\"\u00e9\uD83D\uDE00\n");
    object.put("none", null);
    object.put("number", 1);
    object.put("big", new BigInteger("18446744073709551615"));
    object.put("exact", new BigDecimal("1E+2"));
    object.put("half", 0.5);
    object.put("yes", true);
    object.put("bytes", new byte[] {1, 2, 3});
    object.put("buffer", ByteBuffer.wrap(new byte[] {0, 1, 2, 3}, 1, 3));
    object.put("at", new Date(1_700_000_000_000L));
    object.put("list", Arrays.asList(1L, null, List.of()));
    object.put("map", Map.of(5, "five"));
    assertThat(row(object))
        .isEqualTo(
            "{\"text\":\"\\\"\u00e9\uD83D\uDE00\\n\",\"none\":null,\"number\":1,"
                + "\"big\":18446744073709551615,\"exact\":100,\"half\":0.5,\"yes\":true,"
                + "\"bytes\":\"AQID\",\"buffer\":\"AQID\",\"at\":\"2023-11-14T22:13:20Z\","
                + "\"list\":[1,null,[]],\"map\":{\"5\":\"five\"}}");
  }

  @Test
  void writesLogicalTypesInsideObjectsAsTheirMeaning() {
    Schema micros = SchemaBuilder.int64().name("io.debezium.time.MicroTimestamp").build();
    Schema inner =
        SchemaBuilder.struct()
            .field("price", Decimal.schema(2))
            .field("day", org.apache.kafka.connect.data.Date.SCHEMA)
            .field("time", Time.SCHEMA)
            .field("at", Timestamp.SCHEMA)
            .field("micros", micros)
            .field("hint", SchemaBuilder.string().optional().defaultValue("x").build())
            .build();
    Struct struct =
        new Struct(inner)
            .put("price", new BigDecimal("9.90"))
            .put("day", new Date(86_400_000))
            .put("time", new Date(1000))
            .put("at", new Date(1))
            .put("micros", 1L)
            .put("hint", null);
    assertThat(strings.row(TestTable.struct(inner, struct)))
        .containsExactly(
            "{\"price\":9.90,\"day\":\"1970-01-02\",\"time\":\"00:00:01\","
                + "\"at\":\"1970-01-01T00:00:00.001Z\",\"micros\":\"1970-01-01T00:00:00.000001Z\","
                + "\"hint\":null}");
  }

  @Test
  void namesThePathOfWhatJsonCannotSayAndRecovers() {
    Map<String, Object> bad = Map.of("v", Map.of("items", List.of(0, Map.of("price", Double.NaN))));
    assertThat(strings.refusal(bad))
        .contains("(path `v.items[1].price`", "source type FLOAT64", "JSON has no NaN");
    for (String half : List.of("\uD83D", "\uD83Dx", "\uDE00", "long ".repeat(5_000) + "\uDE00")) {
      assertThat(strings.refusal(Map.of("v", List.of("ok", half)))).contains("(path `v[1]`");
      assertThat(strings.refusal(Map.of("v", Map.of(half, 1)))).contains("surrogate");
    }
    assertThat(strings.refusal(Map.of("v", List.of(new StringBuilder("sentinel")))))
        .contains("source type StringBuilder")
        .doesNotContain("sentinel");
    assertThat(strings.refusal(Map.of("v", Map.of(List.of("sentinel"), 1))))
        .contains("keys")
        .doesNotContain("sentinel");
    assertThat(row(List.of(1))).isEqualTo("[1]");
  }

  @Test
  void doesNotTellKeysOfMapsWithSchemaWhichAreData() {
    Schema map = SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.FLOAT64_SCHEMA).build();
    assertThat(strings.refusal(TestTable.struct(map, Map.of("sentinel", Double.NaN))))
        .contains("(path `v[*]`", "source type FLOAT64")
        .doesNotContain("sentinel");
  }

  @Test
  void refusesEndlessNestingWithAShortMessage() {
    List<Object> endless = new ArrayList<>();
    endless.add(endless);
    assertThat(strings.refusal(Map.of("v", endless)))
        .contains("nested too deeply")
        .hasSizeLessThan(1_000);
  }

  @Test
  void writesTheSameJsonTextTwiceFromOneBuffer() {
    TestTable table = TestTable.of("a String", "b Array(String)");
    assertThat(table.row(Map.of("a", List.of(1), "b", List.of(List.of(2), Map.of("k", "v")))))
        .containsExactly("[1]", "[[2], {\"k\":\"v\"}]");
  }

  @Test
  void padsFixedStringsAndRefusesLongerOnes() {
    TestTable table = TestTable.of("v FixedString(4)");
    for (Object fits : List.of("", "ab", "abcd", "\u00e9\u00e9", "\uD83D\uDE00", 1234)) {
      assertThat(table.row(Map.of("v", fits))).containsExactly(fits.toString());
    }
    for (Object longer : List.of("abcde", "\u00e9\u00e9a", new byte[5], 12345, List.of(1, 2))) {
      assertThat(table.refusal(Map.of("v", longer))).contains("longer than 4 bytes");
    }
    assertThat(table.refusal(Map.of("v", "a\uD83D"))).contains("half a surrogate pair");
  }
}
