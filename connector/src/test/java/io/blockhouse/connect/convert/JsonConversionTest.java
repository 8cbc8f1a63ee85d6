// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** JSON columns; what the server takes and refuses was seen on 26.7. */
class JsonConversionTest {
  private static final TestTable TABLE = TestTable.of("v JSON");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"k\": [1, 2, 3]}",
        " {\"a\":{\"b\":null},\"c\":\"\\ud83d\\ude00\"} \n",
        "{\"a\":18446744073709551615,\"b\":-9223372036854775808,\"c\":-0,\"d\":1.7976931348623157e308}",
        "{\"\":1,\"a\\u0000\":true}",
        "{\"a\":1,\"a.b\":2}",
        "{\"a.b\":1,\"a\":{\"c\":2}}",
        "{\"l\":[{\"a.b\":1},{\"a.b\":2}]}"
      })
  void passesTextOfAnObjectOn(String text) {
    assertThat(TABLE.row(Map.of("v", text))).containsExactly(text);
    assertThat(TABLE.row(Map.of("v", text.getBytes()))).containsExactly(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "{broken | malformed JSON",
        "x | malformed JSON",
        "'' | takes objects only",
        "[1] | takes objects only",
        "null | takes objects only",
        "7 | takes objects only",
        "{'a':01} | malformed JSON",
        "{'a':1}x | malformed JSON",
        "{'a':1}{} | something follows",
        "{'a':NaN} | malformed JSON",
        "{'a':{'b':18446744073709551616}} | path `v.a.b`",
        "{'a':[0,-9223372036854775809]} | path `v.a[1]`",
        "{'a':1e400} | beyond Float64",
        "{'a':1,'a':2} | one path twice",
        "{'a':[{'b':1,'b':2}]} | path `v.a[0].b`",
        "{'a.b':1,'a':{'b':2}} | one path twice",
        "{'a':{'b':null},'a.b':2} | one path twice",
        "{'a':'\\ud83d'} | half a surrogate pair"
      })
  void refusesTextThatTheServerWould(String text, String reason) {
    String json = text.replace('\'', '"');
    assertThat(TABLE.refusal(Map.of("v", json.equals("\"\"") ? "" : json)))
        .contains(reason, "ClickHouse type JSON", "source type STRING");
  }

  @Test
  void writesObjectsAsText() {
    Schema schema =
        SchemaBuilder.struct()
            .field("a", Schema.INT64_SCHEMA)
            .field("b", SchemaBuilder.array(Schema.FLOAT64_SCHEMA).build())
            .build();
    Struct struct = new Struct(schema).put("a", 1L).put("b", List.of(0.5));
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("a", 1L);
    map.put("b", List.of(0.5));
    String text = "{\"a\":1,\"b\":[0.5]}";
    assertThat(TABLE.row(Map.of("v", map))).containsExactly(text);
    assertThat(TABLE.row(TestTable.struct(schema, struct))).containsExactly(text);
    assertThat(TestTable.json("v JSON").row("{\"v\":{ \"a\":1, \"b\":[0.5]}}"))
        .containsExactly(text);
    assertThat(TABLE.row(Map.of("v", Map.of()))).containsExactly("{}");
  }

  @Test
  void refusesObjectsThatTheServerWould() {
    BigInteger huge = BigInteger.ONE.shiftLeft(64);
    for (Object value :
        List.of(
            Map.of("a", huge),
            Map.of("a", new BigDecimal(huge)),
            Map.of("a", new BigDecimal("1e400")),
            Map.of("a", Map.of("b", huge.negate())),
            Map.of("a.b", 1, "a", Map.of("b", 2)),
            Map.of("1", 1, 1, 2),
            Map.of("a", Double.NaN),
            List.of(1))) {
      assertThat(TABLE.refusal(Map.of("v", value))).contains("ClickHouse type JSON");
    }
    assertThat(TABLE.row(Map.of("v", Map.of("a", huge.subtract(BigInteger.ONE)))))
        .containsExactly("{\"a\":18446744073709551615}");
    assertThat(TestTable.json("v JSON").refusal("{\"v\":{\"a\":{\"b\":1,\"b\":2}}}"))
        .contains("path `v.a.b`", "one path twice");
    assertThat(TestTable.json("v JSON").refusal("{\"v\":[]}")).contains("ClickHouse type JSON");
  }

  @Test
  void followsTheRulesForNull() {
    Map<String, Object> nulls = new java.util.HashMap<>();
    nulls.put("v", null);
    assertThat(TABLE.refusal(nulls)).contains("it is null");
    assertThat(TestTable.with(new ConversionOptions(true, false), "v JSON").row(nulls))
        .containsExactly("{}");
    assertThat(TestTable.of("v Nullable(JSON)").row(nulls)).containsExactly((String) null);
    assertThat(TestTable.of("v Array(JSON)").row(Map.of("v", List.of("{}", Map.of("a", 1)))))
        .containsExactly("[{}, {\"a\":1}]");
  }

  /** The same reason whatever the list holds, as from records that are no JSON text. */
  @Test
  void refusesListsOfJsonTextAsSuch() {
    assertThat(TestTable.json("v JSON").refusal("{\"v\":[\"\\uD83D\"]}"))
        .contains("path `v`", "takes objects only");
  }
}
