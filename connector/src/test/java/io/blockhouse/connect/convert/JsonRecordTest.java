// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.blockhouse.connect.error.ConversionException;
import io.blockhouse.wire.block.Block;
import io.blockhouse.wire.block.ColumnDefinition;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonRecordTest {
  private static List<String> columns(TestTable table, String text) {
    ColumnGroup group = table.conversion.groupOf(TestTable.record(text));
    return table.conversion.columnsOf(group).stream().map(ColumnDefinition::name).toList();
  }

  @Test
  void readsTextBytesAndBuffersAlike() {
    TestTable table = TestTable.json("id Int32", "s String");
    String text = "\uFEFF {\"id\": 7, \"s\": \"\u00e9 \u6f22 \uD83D\uDE00\"}\n";
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    ByteBuffer direct = ByteBuffer.allocateDirect(bytes.length + 2);
    direct.put(1, bytes).position(1).limit(bytes.length + 1);
    byte[] padded = new byte[bytes.length + 4];
    System.arraycopy(bytes, 0, padded, 2, bytes.length);
    for (Object value : List.of(text, bytes, direct, ByteBuffer.wrap(padded, 2, bytes.length))) {
      assertThat(table.row(value)).containsExactly("7", "\u00e9 \u6f22 \uD83D\uDE00");
    }
    assertThat(direct.position()).isEqualTo(1);
  }

  @Test
  void keepsEveryDigitOfNumbers() {
    TestTable table = TestTable.json("u UInt64", "s String", "f Float64", "i Int16", "n String");
    assertThat(
            table.row(
                """
                {"u": 18446744073709551615, "s": 0.12345678901234567890123, "f": 0.1, "i": 12.00,
                 "n": {"x": [1.50, 123456789012345678901234567890, 1E400]}}
                """))
        .containsExactly(
            "18446744073709551615",
            "0.12345678901234567890123",
            "0.1",
            "12",
            "{\"x\":[1.50,123456789012345678901234567890,1E400]}");
    assertThat(table.row("{\"u\": 1e3, \"s\": 123456789012345678901234567890}"))
        .startsWith("1000", "123456789012345678901234567890");
    assertThat(table.refusal("{\"u\": 18446744073709551616}"))
        .contains("Column `u`", "source type BIG_INTEGER: out of range");
    assertThat(table.refusal("{\"i\": 12.5}")).contains("not a whole number");
    assertThat(table.refusal("{\"f\": 1e400}")).contains("out of range of Float64");
    // Through a double this would be 9007199254740992 and be taken.
    assertThat(table.refusal("{\"i\": 1e1000000000}")).contains("out of range");
    assertThat(TestTable.json("v Int64").row("{\"v\": 9007199254740993.0}"))
        .containsExactly("9007199254740993");
  }

  @Test
  void refusesMembersThatAreThereTwice() {
    TestTable table = TestTable.json("id Int32", "d Int32 DEFAULT", "s String");
    for (String text :
        List.of(
            "{\"id\": 1, \"id\": 2}",
            "{\"id\": 1, \"s\": \"\", \"\\u0069d\": 1}",
            "{\"id\": null, \"id\": 1}")) {
      String expected = text.contains("null") ? "Column `id`" : "the field `id` twice";
      assertThat(table.refusal(text)).contains(expected);
    }
    assertThat(table.refusal("{\"d\": 5, \"d\": null}")).contains("the field `d` twice");
    assertThat(table.refusal("{\"s\": \"secret\", \"s\": \"secret\"}")).doesNotContain("secret");
    assertThat(table.row("{\"id\": 1}")).as("a good record after bad ones").contains("1");
    // Nothing is lost here: both are in the text.
    assertThat(table.row("{\"s\": {\"a\": 1, \"a\": 2}}")).contains("{\"a\":1,\"a\":2}");
  }

  @Test
  void groupsByTheOptionalColumnsThatAreThere() {
    TestTable table =
        TestTable.json(
            "id Int32", "d Int32 DEFAULT", "n Nullable(Int8) DEFAULT", "\u00e9 Int8 DEFAULT");
    assertThat(columns(table, "{}")).containsExactly("id");
    assertThat(columns(table, "{\"id\":1,\"d\":null,\"n\":null}")).containsExactly("id", "n");
    assertThat(columns(table, "{\"d\" : 0 , \"n\":1}")).containsExactly("id", "d", "n");
    assertThat(columns(table, "{\"x\":{\"d\":1,\"y\":[{\"n\":1}]},\"id\":1}"))
        .containsExactly("id");
    assertThat(columns(table, "{\"x\":\"\\\"d\\\":1,}\",\"\\u0064\":1}"))
        .containsExactly("id", "d");
    assertThat(columns(table, "{\"\u00e9\":1}")).containsExactly("id", "\u00e9");
    assertThat(columns(table, "{\"d\":nope")).containsExactly("id");
    assertThat(table.row("{\"id\":1,\"d\":null,\"n\":null}")).containsExactly("1", null);
  }

  @Test
  void givesRandomObjectsTheGroupOfTheirMap() throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    String[] names = {"a", "b b", "c\"c", "d\\", "\u00e9", "f{", "", "a\u0000"};
    List<String> definitions = new ArrayList<>(List.of("id Int32"));
    for (int i = 0; i < 5; i++) {
      definitions.add("k" + i + (i % 2 == 0 ? " Nullable(String)" : " String") + " DEFAULT");
    }
    TestTable table = TestTable.json(definitions.toArray(String[]::new));
    com.fasterxml.jackson.databind.ObjectMapper mapper =
        new com.fasterxml.jackson.databind.ObjectMapper();
    for (int i = 0; i < 2_000; i++) {
      Map<String, Object> map = new java.util.LinkedHashMap<>();
      for (int k = 0; k < random.nextInt(8); k++) {
        Object value =
            switch (random.nextInt(5)) {
              case 0 -> null;
              case 1 -> "text, with \"k1\":1} and \\";
              case 2 -> List.of(1, Map.of("k1", "x", "y", List.of()));
              case 3 -> random.nextInt();
              default -> Map.of("k2", Map.of());
            };
        map.put(random.nextBoolean() ? "k" + random.nextInt(6) : names[random.nextInt(8)], value);
      }
      String text =
          random.nextBoolean()
              ? mapper.writeValueAsString(map)
              : mapper.writerWithDefaultPrettyPrinter().writeValueAsString(map);
      assertThat(table.conversion.groupOf(TestTable.record(text)))
          .as("seed %d, %s", seed, text)
          .isEqualTo(table.conversion.groupOf(TestTable.record(map)));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"id\": 1",
        "{\"id\": sentinel}",
        "{\"id\" 1}",
        "{\"id\": 1,}",
        "{\"s\": \"sentinel",
        "{\"s\": \"\u0001sentinel\"}",
        "{\"s\": \"\\xsentinel\"}",
        "{\"id\": 1}}",
        "{\"id\": 1} tru",
        "{\"id\": 1} \"sentinel",
        "{\"id\": 1} {\"id\": 2}",
        "{\"id\": 01}",
        "{\"id\": NaN}",
        "{'id': 1}",
        "{\"x\": [1, 2}",
        "{\"x\": {\"y\": tru}}",
        "{\"x\": [[{",
        "{",
        "{sentinel"
      })
  void refusesMalformedTextWithAPositionAndReadsTheNextRecord(String text) {
    TestTable table = TestTable.json("id Int32", "s String", "d Int8 DEFAULT");
    for (Object value : List.of(text, text.getBytes(StandardCharsets.UTF_8))) {
      assertThat(table.refusal(value))
          .contains("db.t", "value.format=json")
          .containsPattern("malformed at byte \\d+|something follows")
          .doesNotContain("sentinel");
      assertThat(table.row("{\"id\": 5}")).containsExactly("5", "");
    }
  }

  @Test
  void countsPositionsFromTheStartOfEachRecord() {
    TestTable table = TestTable.json("id Int32");
    RowSource good = TestTable.record("{\"id\": 5}");
    Block block = table.emptyBlock(good.value());
    RowAppender rows = table.conversion.rowAppender(table.conversion.groupOf(good), block);
    for (int i = 0; i < 10; i++) {
      rows.append(good);
      block.endRow();
    }
    for (int i = 0; i < 2; i++) {
      byte[] padded = "   {\"id\": @}".getBytes(StandardCharsets.UTF_8);
      ByteBuffer bad = ByteBuffer.wrap(padded, 3, padded.length - 3);
      assertThatThrownBy(() -> rows.append(TestTable.record(bad)))
          .hasMessageMatching(".*malformed at byte [78]\\..*");
      block.rollbackRow();
    }
  }

  @Test
  void saysWhatTextIsThatIsNoObject() {
    TestTable table = TestTable.json("id Int32", "s String");
    assertThat(table.refusal("")).contains("it is empty");
    assertThat(table.refusal(" \n")).contains("it is empty");
    assertThat(table.refusal("[{\"id\": 1}]")).contains("it is an array");
    assertThat(table.refusal("\"sentinel\"")).contains("a single value").doesNotContain("sentinel");
    assertThat(table.refusal("null")).contains("a single value");
    assertThat(table.refusal("id=1")).contains("does not begin as JSON");
    assertThat(table.refusal(new byte[] {0, 0, 0, 0, 1, '{', '}'}))
        .contains("schema registry", "value.converter");
    assertThat(table.refusal("{\"id\": 1, \"s\": \"\uD83D\"}")).contains("half a surrogate pair");
    assertThat(table.refusal(new byte[] {'{', '"', (byte) 0xC3, '"', ':', '1', '}'}))
        .contains("malformed at byte");
  }

  @Test
  void tellsPathsThroughArraysAndObjects() {
    TestTable table = TestTable.json("v Array(Array(Int8))", "s String", "n Array(String)");
    assertThat(table.refusal("{\"v\": [[1], [2, 300]]}"))
        .contains("(path `v[1][1]`, ClickHouse type Int8)", "source type INT64: out of range");
    assertThat(table.refusal("{\"v\": [[1], {\"a\": 1}]}"))
        .contains("path `v[1]`", "source type MAP: only lists become arrays");
    assertThat(table.refusal("{\"s\": {\"a\": [0, {\"b\": \"\\uD83D\"}]}}"))
        .contains("path `s.a[1].b`", "source type STRING");
    assertThat(table.refusal("{\"n\": [\"\", [[\"\\uDE00\"]]]}")).contains("path `n[1][0][0]`");
    assertThat(table.row("{\"n\": [{\"a\": [ ]}, 1, true, \"x\"]}"))
        .containsExactly("[]", "", "[{\"a\":[]}, 1, true, x]");
  }

  @Test
  void reportsOrRefusesUnknownFields() {
    TestTable table = TestTable.json("id Int32", "d Int8 DEFAULT");
    assertThat(table.row("{\"x\": {\"id\": [1]}, \"id\": 1, \"y\": null, \"d\": null}"))
        .containsExactly("1");
    assertThat(table.unknown).containsExactly("x", "y");
    assertThat(table.refusal("{\"x\": 1}")).contains("No field of the record is a column of db.t");
    assertThat(table.refusal("{}")).contains("The record has no fields");
    ConversionOptions fail =
        new ConversionOptions(false, true, ValueFormat.JSON, "", TimestampUnit.COLUMN, Map.of());
    assertThat(TestTable.with(fail, "id Int32").refusal("{\"id\": 1, \"x\": \"sentinel\"}"))
        .contains("no column for record fields `x`")
        .doesNotContain("sentinel");
  }

  @Test
  void takesFieldsInAnyOrderFromRecordToRecord() {
    TestTable table = TestTable.json("a Int32", "b Int32", "c Int32");
    RowSource first = TestTable.record("{\"a\":1,\"b\":2,\"c\":3}");
    Block block = table.emptyBlock(first.value());
    RowAppender rows = table.conversion.rowAppender(table.conversion.groupOf(first), block);
    for (String text :
        List.of(
            "{\"a\":1,\"b\":2,\"c\":3}",
            "{\"c\":3,\"b\":2,\"a\":1}",
            "{\"x\":0,\"a\":1,\"c\":3,\"b\":2}",
            "{\"b\":2}",
            "{\"a\":1,\"b\":2,\"c\":3}")) {
      rows.append(TestTable.record(text));
      block.endRow();
    }
    block.seal();
    assertThat(BlockReader.rows(block))
        .containsExactly(
            List.of("1", "2", "3"),
            List.of("1", "2", "3"),
            List.of("1", "2", "3"),
            List.of("0", "2", "0"),
            List.of("1", "2", "3"));
  }

  @Test
  void takesObjectsOfOtherConvertersToo() {
    assertThat(TestTable.json("id Int32").row(Map.of("id", 3))).containsExactly("3");
  }

  @Test
  void refusesTextNestedBeyondReason() {
    TestTable table = TestTable.json("id Int32", "s String");
    String deep = "[".repeat(100_000) + "]".repeat(100_000);
    assertThat(table.refusal("{\"s\": " + deep + "}")).contains("malformed at byte");
    assertThat(table.refusal("{\"id\": 1, \"x\": " + deep + "}")).contains("malformed at byte");
    assertThat(table.refusal("{\"s\": " + "9".repeat(100_000) + "}")).contains("malformed");
  }

  @Test
  void leavesNothingOfARefusedRecordInTheBlock() {
    TestTable table = TestTable.json("a Int32", "s String", "v Array(Nullable(Int8))");
    String good = "{\"a\":1,\"s\":\"x\",\"v\":[1,null]}";
    Block block = table.emptyBlock(good);
    RowAppender rows =
        table.conversion.rowAppender(table.conversion.groupOf(TestTable.record(good)), block);
    long seed = System.nanoTime();
    Random random = new Random(seed);
    int goodRows = 0;
    for (int i = 0; i < 500; i++) {
      int cut = random.nextInt(2 * good.length());
      if (cut < good.length()) {
        RowSource bad = TestTable.record(good.substring(0, cut));
        assertThatThrownBy(() -> rows.append(bad))
            .as("seed %d, cut %d", seed, cut)
            .isInstanceOf(ConversionException.class);
        block.rollbackRow();
      } else {
        rows.append(TestTable.record(good));
        block.endRow();
        goodRows++;
      }
    }
    block.seal();
    assertThat(BlockReader.rows(block))
        .as("seed %d", seed)
        .hasSize(goodRows)
        .allMatch(List.of("1", "x", "[1, null]")::equals);
  }
}
