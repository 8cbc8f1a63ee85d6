// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values that are a line of CSV or TabSeparated. */
class LineValueTest {
  private static TestTable table(ValueFormat format, String... columns) {
    return TestTable.with(TestTable.options(format, "", TimestampUnit.COLUMN, Map.of()), columns);
  }

  private static TestTable csv(String... columns) {
    return table(ValueFormat.CSV, columns);
  }

  private static TestTable tsv(String... columns) {
    return table(ValueFormat.TSV, columns);
  }

  @Test
  void takesFieldsInTheOrderOfTheTable() {
    TestTable table = csv("id UInt64", "name String", "price Decimal(9, 2)", "ok Bool");
    assertThat(table.row("18446744073709551615,Ada,1.50,true"))
        .isEqualTo(table.row("18446744073709551615 ,\t\"Ada\" , \"1.50\",1\r\n"))
        .isEqualTo(
            tsv("id UInt64", "name String", "price Decimal(9, 2)", "ok Bool")
                .row("18446744073709551615\tAda\t1.50\ttrue\n"))
        .hasSize(4)
        .startsWith("18446744073709551615", "Ada");
  }

  @Test
  void readsTextAndBytesAlike() {
    TestTable table = csv("id UInt8", "s String");
    String line = "1,\"ä 漢 😀, \"\"quoted\"\"\nand a second line\"";
    byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
    ByteBuffer within = ByteBuffer.allocate(bytes.length + 2).put((byte) 'x').put(bytes).flip();
    within.position(1);
    assertThat(table.row(line)).isEqualTo(table.row(bytes)).isEqualTo(table.row(within));
    assertThat(within.position()).isEqualTo(1);
    assertThat(csv("id UInt8", "s String").row("1,\"a, \"\"b\"\"\nc\""))
        .containsExactly("1", "a, \"b\"\nc");
  }

  @Test
  void tellsNullEmptyAndNothingApart() {
    TestTable csv = csv("n Nullable(Int32)", "s String", "i Int32", "t Nullable(String)");
    assertThat(csv.row("\\N,\"\",,\"\"")).containsExactly(null, "", "0", "");
    assertThat(csv.row(",,7,")).containsExactly(null, "", "7", null);
    assertThat(csv.row("1,\"\\N\",7,\\N")).containsExactly("1", "\\N", "7", null);
    assertThat(csv.refusal("1,x,\\N,y")).contains("Column `i`", "it is null");
    TestTable tsv = tsv("n Nullable(Int32)", "s String", "t Nullable(String)");
    assertThat(tsv.row("\\N\t\t")).containsExactly(null, "", "");
    assertThat(tsv.row("1\t\\\\N\t\\N")).containsExactly("1", "\\N", null);
    assertThat(tsv.refusal("\tx\ty")).contains("Column `n`");
  }

  @Test
  void leavesColumnsWithADefaultOutWhereNothingStands() {
    TestTable table = csv("id Int32", "a Int32 DEFAULT", "b Nullable(Int32) DEFAULT", "c String");
    assertThat(table.row("1,,,x")).containsExactly("1", "x");
    assertThat(table.row("1,\\N,\\N,x")).containsExactly("1", null, "x");
    assertThat(table.row("1,2,3,x")).containsExactly("1", "2", "3", "x");
  }

  @Test
  void hasNoFieldsForColumnsThatSomethingElseFills() {
    TestTable table =
        TestTable.with(
            TestTable.options(
                ValueFormat.CSV, "", TimestampUnit.COLUMN, Map.of(KafkaField.TOPIC, "_topic")),
            "id Int32",
            "raw String EPHEMERAL",
            "_topic String",
            "s String");
    assertThat(table.row(new SinkRecord("topic", 0, null, null, null, "5,x", 0)))
        .containsExactly("5", "topic", "x");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "Array(Int32)              | [1,2]",
        "Array(Nullable(String))   | ['a',NULL]",
        "Array(Nullable(String))   | [\"a\", null]",
        "Array(String)             | ['it\\'s','(a)','NULL','b\"c']",
        "Tuple(Int32, String)      | (1,'a')",
        "Tuple(a Int32, b String)  | (1,'a')",
        "Tuple(a Int32, b String)  | {\"b\": \"a\", \"a\": 1}",
        "Map(String, Int32)        | {'k':1}",
        "Map(UInt8, String)        | {1:'a'}",
        "Array(Tuple(Int8, Int8))  | [(1,2),(3,4)]",
        "Point                     | (1.5,2.5)",
        "SimpleAggregateFunction(groupArrayArray, Array(Int32)) | [1,2]",
      })
  void readsListsTuplesAndMapsAsJsonOrAsClickHouseWritesThem(String type, String text) {
    String quoted = '"' + text.replace("\"", "\"\"") + '"';
    assertThat(csv("id Int8", "v " + type).row("1," + quoted))
        .isEqualTo(tsv("id Int8", "v " + type).row("1\t" + text))
        .isEqualTo(TestTable.json("id Int8", "v " + type).row(json(text)));
  }

  /** What the texts above mean, as a record of JSON. */
  private static String json(String text) {
    String value =
        switch (text) {
          case "['a',NULL]" -> "[\"a\",null]";
          case "['it\\'s','(a)','NULL','b\"c']" -> "[\"it's\",\"(a)\",\"NULL\",\"b\\\"c\"]";
          case "(1,'a')" -> "[1,\"a\"]";
          case "{'k':1}" -> "{\"k\":1}";
          case "{1:'a'}" -> "{\"1\":\"a\"}";
          case "[(1,2),(3,4)]" -> "[[1,2],[3,4]]";
          case "(1.5,2.5)" -> "[1.5,2.5]";
          default -> text;
        };
    return "{\"id\": 1, \"v\": " + value + "}";
  }

  @Test
  void readsEscapesWithinListsAsTheServerDoes() {
    assertThat(csv("v Array(String)").row("\"['a\\0b\\tc\\x41\\q\\\\']\""))
        .isEqualTo(TestTable.json("v Array(String)").row("{\"v\":[\"a\\u0000b\\tcA\\\\q\\\\\"]}"));
    assertThat(csv("v Array(String)").refusal("\"['\\xFF']\"")).contains("Column `v`");
    assertThat(csv("v Array(String)").row("\"['\\`\\=\\/\\u0041']\""))
        .isEqualTo(TestTable.json("v Array(String)").row("{\"v\":[\"`=/A\"]}"));
  }

  @Test
  void takesNamesThatAreOrBeginLikeNullAsTheyAre() {
    assertThat(csv("v Map(String, Nullable(Int8))").row("\"{NULL:1,NULLABLE:NULL}\""))
        .isEqualTo(
            TestTable.json("v Map(String, Nullable(Int8))")
                .row("{\"v\":{\"NULL\":1,\"NULLABLE\":null}}"));
  }

  @Test
  void fillsTheColumnsOfAFlattenedNested() {
    TestTable table = csv("id Int8", "n.a Array(Int8)", "n.b Array(String)");
    assertThat(table.row("1,\"[1,2]\",\"['x','y']\""))
        .isEqualTo(
            TestTable.json("id Int8", "n.a Array(Int8)", "n.b Array(String)")
                .row("{\"id\":1,\"n\":[{\"a\":1,\"b\":\"x\"},{\"a\":2,\"b\":\"y\"}]}"));
    assertThat(table.refusal("1,\"[1,2]\",\"['x']\"")).contains("n.a", "n.b");
  }

  @Test
  void readsEveryEscapeOfTabSeparatedAsTheServerDoes() {
    assertThat(tsv("s String").row("\\b\\f\\n\\r\\t\\0\\a\\v\\e\\\\\\'\\\"\\x41\\q\\"))
        .containsExactly("\b\f\n\r\t\0\u0007\u000B\u001B\\'\"A\\q\\");
    assertThat(tsv("s String").refusal("\\xFF")).contains("value.format=tsv", "ASCII");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1",
        "1,2,3",
        "1,2,",
        "",
        "1,\"sentinel",
        "1,\"sentinel\"x",
        "1,sentinel\n2,sentinel"
      })
  void refusesALineThatIsNotOneRowWithoutSayingWhatItHolds(String line) {
    assertThat(csv("id Int8", "s String").refusal(line))
        .contains("db.t", "value.format=csv")
        .doesNotContain("sentinel");
  }

  @Test
  void namesTheColumnsWhereTheNumberOfFieldsIsWrong() {
    assertThat(csv("id Int8", "s String").refusal("1"))
        .contains("it has 1 field, and the table takes 2 in this order: id, s.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"sentinel", "[1,sentinel]", "[1", "[1] sentinel", "{\"k\":1,\"k\":2}"})
  void namesTheColumnOfATextThatIsNoListWithoutSayingWhatItHolds(String text) {
    assertThat(tsv("id Int8", "v Array(Int8)").refusal("1\t" + text))
        .contains("Column `v` of db.t", "source type STRING")
        .doesNotContain("sentinel");
  }

  @Test
  void refusesBytesThatAreNotUtf8() {
    assertThat(csv("s String").refusal(new byte[] {'a', (byte) 0xFF})).contains("not UTF-8");
    assertThat(csv("s String").row(new byte[] {'a'})).containsExactly("a");
  }

  @Test
  void takesLinesOfAnyLengthOneAfterAnother() {
    TestTable table = csv("id Int8", "s String");
    String text = "x".repeat(3_000_000);
    assertThat(table.row("1," + text)).containsExactly("1", text);
    assertThat(table.row("2,y")).containsExactly("2", "y");
  }

  @Test
  void takesObjectsFieldByFieldWhateverTheFormat() {
    assertThat(csv("id Int8", "s String").row(Map.of("s", "x", "id", 1))).containsExactly("1", "x");
  }
}
