// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tuple, Map, Nested, LowCardinality and QBit, from Structs, Maps and JSON text. */
class CompositeConversionTest {
  private static final Schema ITEM =
      SchemaBuilder.struct()
          .field("price", Schema.OPTIONAL_INT32_SCHEMA)
          .field("name", Schema.OPTIONAL_STRING_SCHEMA)
          .optional()
          .build();

  /** JSON text in apostrophes as record value of both kinds; must agree. */
  private static String row(String type, String value) {
    String json = "{\"v\":" + value.replace('\'', '"') + "}";
    String ofText = TestTable.json("v " + type).row(json).get(0);
    String ofMap = TestTable.of("v " + type).row(JsonValues.read(json)).get(0);
    assertThat(ofMap).as("%s into %s", json, type).isEqualTo(ofText);
    return ofText;
  }

  private static String refusal(String type, String value) {
    String json = "{\"v\":" + value.replace('\'', '"') + "}";
    String ofText = TestTable.json("v " + type).refusal(json);
    String ofMap = TestTable.of("v " + type).refusal(JsonValues.read(json));
    assertThat(ofMap).as("%s into %s", json, type).isEqualTo(ofText);
    return ofText;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "Tuple(a Int32, b String, c Nullable(String)) | {'c':null,'b':'B','a':9} | (9, B, null)",
        "Tuple(a Int32, b String, c Nullable(String)) | {'b':'','a':-1} | (-1, , null)",
        "Tuple(a Int32, b String) | [1,'x'] | (1, x)",
        "Tuple(Int32, Nullable(String)) | [1] | (1, null)",
        "Tuple(a Array(Int8), m Map(String, Int8)) | {} | ([], {})",
        "Tuple() | {} | ()",
        "Tuple(`a b` Int8, `x.y` Tuple(z Int8)) | {'x.y':{'z':2},'a b':1} | (1, (2))",
        "Array(Tuple(a Int8)) | [{'a':1},[2],{'a':3}] | [(1), (2), (3)]",
        "Nullable(Tuple(a Int8)) | {'a':1} | (1)",
        "Map(String, Nullable(Int64)) | {'a':1,'b':null} | {a=1, b=null}",
        "Map(String, Int64) | {} | {}",
        "Map(String, Int64) | null | {}",
        "Map(UInt8, String) | {'7':'x'} | {7=x}",
        "Map(Date, Array(String)) | {'2024-04-02':['x']} | {2024-04-02=[x]}",
        "Map(LowCardinality(String), LowCardinality(Nullable(String))) | {'k':null} | {k=null}",
        "Map(String, Map(String, Tuple(a Int8))) | {'x':{'y':{'a':1}}} | {x={y=(1)}}",
        "Nested(k String, v Int32) | [{'k':'a','v':1},{'v':2,'k':'b'}] | [(a, 1), (b, 2)]",
        "Nested(k String, v Nested(w Int8)) | [{'k':'a','v':[{'w':1}]}] | [(a, [(1)])]",
        "Nested(k String) | null | []",
        "Array(LowCardinality(String)) | ['p','q','p'] | [p, q, p]",
        "LowCardinality(Nullable(String)) | null | null",
        "LowCardinality(FixedString(2)) | 'ab' | ab",
        "LowCardinality(Nullable(Int16)) | '-5' | -5",
        "QBit(Float32, 3) | [1,'2.5',-3] | [1.0, 2.5, -3.0]",
        "QBit(BFloat16, 9) | [1,2,3,4,5,6,7,8,9] | [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]",
        "Point | [1.5,2] | (1.5, 2.0)"
      })
  void convertsToAnyDepth(String type, String value, String expected) {
    assertThat(row(type, value)).isEqualTo("null".equals(expected) ? null : expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "Array(Tuple(price Int8)) | [{'price':1},{'price':999}] | path `v[1].price`",
        "Tuple(a Int32, b String) | {'a':1} | path `v.b`, ClickHouse type String) cannot take a"
            + " value of source type NULL",
        "Tuple(Int8, Int8) | [1] | path `v[1]`",
        "Tuple(Int8, Int8) | {'a':1} | its elements have no names",
        "Tuple(Int8, Int8) | [1,2,3] | longer than the tuple's 2 elements",
        "Tuple(a Int8) | 'text' | only objects and lists become tuples",
        "Tuple(a Int8) | null | it is null",
        "Map(String, Int8) | {'k':{'x':1}} | path `v[*]`",
        "Map(UInt8, Int8) | {'secret':1} | path `v[*]`",
        "Map(String, Int8) | [1] | only objects become maps",
        "Map(String, Tuple(a Array(Int8))) | {'k':{'a':[1,2,300]}} | path `v[*].a[2]`",
        "Nested(k Int8) | {'k':1} | only lists become arrays",
        "LowCardinality(String) | null | it is null",
        "LowCardinality(Int8) | 1000 | out of range",
        "QBit(Float32, 3) | [1,2] | another length than the type's 3",
        "QBit(Float32, 3) | [1,null,2] | path `v[1]`",
        "QBit(Float32, 3) | null | it is null",
        "Point | [1,2,3] | longer than the tuple's 2 elements"
      })
  void refusesWithThePath(String type, String value, String reason) {
    assertThat(refusal(type, value)).contains(reason).doesNotContain("secret");
  }

  @Test
  void matchesFieldsOfStructsByName() {
    Struct item = new Struct(ITEM).put("price", 5).put("name", "n");
    assertThat(
            TestTable.of("v Tuple(name String, price Int64, more Nullable(Int8))")
                .row(TestTable.struct(ITEM, item)))
        .containsExactly("(n, 5, null)");
    Schema items = SchemaBuilder.array(ITEM).build();
    TestTable nested = TestTable.of("v Nested(price Int8, name LowCardinality(String))");
    assertThat(nested.row(TestTable.struct(items, List.of(item, item))))
        .containsExactly("[(5, n), (5, n)]");
    Struct dear = new Struct(ITEM).put("price", 500).put("name", "n");
    assertThat(nested.refusal(TestTable.struct(items, List.of(item, dear))))
        .contains("path `v[1].price`", "source type INT32");
    assertThat(nested.refusal(TestTable.struct(items, Arrays.asList(item, null))))
        .contains("path `v[1]`", "it is null");
    assertThat(TestTable.of("v Tuple(Int8, String)").refusal(TestTable.struct(ITEM, item)))
        .contains("its elements have no names");
  }

  @Test
  void readsLogicalTypesWithinComposites() {
    Schema event = SchemaBuilder.struct().field("at", Timestamp.SCHEMA).build();
    Struct struct = new Struct(event).put("at", new java.util.Date(1_700_000_000_123L));
    assertThat(TestTable.of("v Tuple(at DateTime64(3))").row(TestTable.struct(event, struct)))
        .containsExactly("(2023-11-14T22:13:20.123Z)");
    Schema micros = SchemaBuilder.int64().name("io.debezium.time.MicroTimestamp").build();
    Schema map = SchemaBuilder.map(Schema.INT32_SCHEMA, micros).build();
    assertThat(
            TestTable.of("v Map(UInt8, DateTime)")
                .row(TestTable.struct(map, Map.of(7, 1_700_000_000_123_456L))))
        .containsExactly("{7=2023-11-14T22:13:20Z}");
  }

  /** A Struct within a Map without schema brings its own schema along. */
  @Test
  void readsStructsThatNoSchemaAnnounced() {
    Schema micros = SchemaBuilder.int64().name("io.debezium.time.MicroTimestamp").build();
    Schema event = SchemaBuilder.struct().field("at", micros).build();
    Struct struct = new Struct(event).put("at", 1_700_000_000_123_456L);
    assertThat(TestTable.of("v Tuple(at DateTime64(6))").row(Map.of("v", struct)))
        .containsExactly("(2023-11-14T22:13:20.123456Z)");
    assertThat(TestTable.of("v Map(String, DateTime64(6))").row(Map.of("v", struct)))
        .containsExactly("{at=2023-11-14T22:13:20.123456Z}");
  }

  @Test
  void tellsOfMembersThatATupleHasNot() {
    TestTable table = TestTable.of("v Array(Tuple(a Int8))");
    table.row(Map.of("v", List.of(Map.of("a", 1, "b", 2))));
    Schema schema =
        SchemaBuilder.struct()
            .field("a", Schema.INT8_SCHEMA)
            .field("c", Schema.INT8_SCHEMA)
            .build();
    Struct struct = new Struct(schema).put("a", (byte) 1).put("c", (byte) 1);
    table.row(TestTable.struct(SchemaBuilder.array(schema).build(), List.of(struct, struct)));
    assertThat(table.unknown).containsExactly("v[].b", "v[].c");
    TestTable strict = TestTable.with(new ConversionOptions(false, true), "v Tuple(a Int8)");
    assertThat(strict.refusal(Map.of("v", Map.of("a", 1, "b", 2))))
        .contains("it has the member `b`, which the type has not");
    assertThat(strict.refusal(TestTable.struct(schema, struct))).contains("the member `c`");
  }

  @Test
  void takesZeroForNullWhereAllowed() {
    Map<String, Object> nulls = new HashMap<>();
    nulls.put("v", null);
    for (String[] expected :
        List.of(
            new String[] {"Tuple(a Int8, b Nullable(Int8))", "(0, null)"},
            new String[] {"LowCardinality(String)", ""},
            new String[] {"QBit(Float32, 2)", "[0.0, 0.0]"},
            new String[] {"Enum8('b' = 2, 'a' = 1)", "a"},
            new String[] {"Decimal(9, 2)", "0.00"})) {
      TestTable table = TestTable.with(new ConversionOptions(true, false), "v " + expected[0]);
      assertThat(table.row(nulls)).containsExactly(expected[1]);
    }
    Map<String, Object> tuple = new LinkedHashMap<>();
    tuple.put("b", null);
    assertThat(
            TestTable.with(new ConversionOptions(true, false), "v Tuple(a Int8, b Nullable(Int8))")
                .row(Map.of("v", tuple)))
        .containsExactly("(0, null)");
  }

  @Test
  void refusesNamesThatAreThereTwiceInJsonText() {
    assertThat(TestTable.json("v Tuple(a Int8)").refusal("{\"v\":{\"a\":1,\"a\":2}}"))
        .contains("the field `a` twice");
    assertThat(TestTable.json("v Map(String, Int8)").refusal("{\"v\":{\"a\":1,\"a\":2}}"))
        .contains("the field `a` twice");
  }

  /** The server would store both entries, and find only one of them. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "UInt8 | 77 | 077",
        "Int256 | -7 | -07",
        "Date | 2024-04-02 | 2024-04-02T05:00:00Z",
        "UUID | 00112233-4455-6677-8899-aabbccddeeff | 00112233-4455-6677-8899-AABBCCDDEEFF",
        "LowCardinality(UInt16) | 77 | 077",
        "FixedString(4) | ab | ab\\0"
      })
  void refusesKeysThatBecomeTheSame(String keyType, String first, String second) {
    String type = "Map(" + keyType + ", Int8)";
    String reason = "two of its keys become the same key";
    String other = second.replace("\\0", "\0");
    Map<String, Object> twice = new LinkedHashMap<>();
    twice.put(first, (byte) 1);
    twice.put(other, (byte) 2);
    TestTable table = TestTable.of("v " + type);
    assertThat(table.refusal(Map.of("v", twice)))
        .contains("path `v`, ClickHouse type " + type, "source type MAP", reason)
        .doesNotContain(first);
    Schema map = SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.INT8_SCHEMA).build();
    assertThat(table.refusal(TestTable.struct(map, twice))).contains("source type MAP", reason);
    Schema fields =
        SchemaBuilder.struct()
            .field(first, Schema.INT8_SCHEMA)
            .field(other, Schema.INT8_SCHEMA)
            .build();
    Struct struct = new Struct(fields).put(first, (byte) 1).put(other, (byte) 2);
    assertThat(table.refusal(TestTable.struct(fields, struct))).contains("STRUCT", reason);
    String json = "{\"v\":{\"" + first + "\":1,\"" + other.replace("\0", "\\u0000") + "\":2}}";
    assertThat(TestTable.json("v " + type).refusal(json)).contains(reason);
    // What was refused has left nothing behind that the next row could collide with.
    assertThat(table.row(Map.of("v", Map.of(first, 1)))).hasSize(1);
  }

  @Test
  void refusesKeysOfSeveralClassesThatBecomeTheSameText() {
    Map<Object, Object> twice = new LinkedHashMap<>();
    twice.put(1L, 1);
    twice.put("1", 2);
    for (String key : List.of("String", "LowCardinality(String)", "Int64")) {
      assertThat(TestTable.of("v Map(" + key + ", Int8)").refusal(Map.of("v", twice)))
          .contains("two of its keys become the same key");
    }
    assertThat(
            TestTable.of("v Array(Map(UInt8, Int8))")
                .row(Map.of("v", List.of(Map.of("1", 1), Map.of("01", 2)))))
        .containsExactly("[{1=1}, {1=2}]");
  }
}
