// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which member of a Variant, and which type in a Dynamic, values become. */
class VariantConversionTest {
  private static final Schema UNION =
      SchemaBuilder.struct()
          .name("io.confluent.connect.avro.Union")
          .field("string", Schema.OPTIONAL_STRING_SCHEMA)
          .field("int", Schema.OPTIONAL_INT32_SCHEMA)
          .field("UInt8", Schema.OPTIONAL_INT64_SCHEMA)
          .optional()
          .build();

  private static String row(String type, String value) {
    String json = "{\"v\":" + value.replace('\'', '"') + "}";
    String ofText = TestTable.json("v " + type).row(json).get(0);
    assertThat(TestTable.of("v " + type).row(JsonValues.read(json)).get(0))
        .as("%s into %s", json, type)
        .isEqualTo(ofText);
    return ofText;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "Variant(String, Int32) | 5 | Int32:5",
        "Variant(String, Int32) | 5000000000 | String:5000000000",
        "Variant(Int32, Int64) | 5 | Int64:5",
        "Variant(Int64, UInt64) | 18446744073709551615 | UInt64:18446744073709551615",
        "Variant(Int64, UInt64) | 7 | Int64:7",
        "Variant(UInt8, Int8) | 200 | UInt8:200",
        "Variant(Float32, Decimal(9, 2)) | 0.25 | Decimal(9, 2):0.25",
        "Variant(Float64, String) | 1e300 | Float64:1.0E300",
        "Variant(Bool, UInt8) | true | Bool:true",
        "Variant(String, UUID) | '00112233-4455-6677-8899-aabbccddeeff' |"
            + " String:00112233-4455-6677-8899-aabbccddeeff",
        "Variant(UUID, IPv6) | '00112233-4455-6677-8899-aabbccddeeff' |"
            + " UUID:00112233-4455-6677-8899-aabbccddeeff",
        "Variant(LowCardinality(String), Int8) | 'x' | LowCardinality(String):x",
        "Variant(Date, DateTime64(3)) | '2024-04-02' | DateTime64(3):2024-04-02T00:00:00Z",
        "Variant(FixedString(2), FixedString(4)) | 'abc' | FixedString(4):abc",
        "Variant(Array(Int64), Array(String)) | [1,2] | Array(Int64):[1, 2]",
        "Variant(Array(Int64), Array(String)) | ['1','x'] | Array(String):[1, x]",
        "Variant(Array(Int64), String) | [1] | Array(Int64):[1]",
        "Variant(Int64, String) | [1] | String:[1]",
        "Variant(Tuple(a Int8, b Int8), Map(String, Int8)) | {'a':1,'b':2} |"
            + " Tuple(a Int8, b Int8):(1, 2)",
        "Variant(Tuple(a Int8), Map(String, Int8)) | {'a':1,'c':2} |"
            + " Map(String, Int8):{a=1, c=2}",
        "Variant(JSON, Map(String, Int64)) | {'a':1} | Map(String, Int64):{a=1}",
        "Variant(JSON, Map(String, Int64)) | {'a':'x'} | JSON:{\"a\":\"x\"}",
        "Variant(JSON, String) | {'a':1} | JSON:{\"a\":1}",
        "Variant(JSON, String) | '{}' | String:{}",
        "Variant(Int8, String) | {'a':1} | String:{\"a\":1}",
        "Variant(Point, JSON) | {'type':'Point','coordinates':[1,2]} | Point:(1.0, 2.0)",
        "Variant(Array(Variant(Int64, String)), Int8) | [1,'x',null] |"
            + " Array(Variant(Int64, String)):[Int64:1, String:x, null]",
        "Array(Variant(Int64, String)) | [1,'x',null] | [Int64:1, String:x, null]",
        "Variant(Int64, String) | null | null",
        "Dynamic | null | null",
        "Dynamic | 1 | Int64:1",
        "Dynamic | 18446744073709551615 | UInt64:18446744073709551615",
        "Dynamic | 18446744073709551616 | Int128:18446744073709551616",
        "Dynamic | 1.5 | Float64:1.5",
        "Dynamic | '2024-04-02' | String:2024-04-02",
        "Dynamic | false | Bool:false",
        "Dynamic | {'a':1} | JSON:{\"a\":1}",
        "Dynamic | [] | Array(Nullable(String)):[]",
        "Dynamic | [null] | Array(Nullable(String)):[null]",
        "Dynamic | [1,null] | Array(Nullable(Int64)):[1, null]",
        "Dynamic | [1,'x',null] | Array(Dynamic):[Int64:1, String:x, null]",
        "Dynamic | [1,2.5] | Array(Dynamic):[Int64:1, Float64:2.5]",
        "Dynamic | [[1],[2]] | Array(Array(Nullable(Int64))):[[1], [2]]",
        "Dynamic | [{'a':1}] | Array(JSON):[{\"a\":1}]",
        "Dynamic | [{'a':1},null] | Array(Dynamic):[JSON:{\"a\":1}, null]",
        "Map(String, Dynamic) | {'a':1,'b':'x'} | {a=Int64:1, b=String:x}"
      })
  void choosesTheType(String type, String value, String expected) {
    assertThat(row(type, value)).isEqualTo("null".equals(expected) ? null : expected);
  }

  @Test
  void prefersTheMemberOfTheSchemasOwnType() {
    TestTable table = TestTable.of("v Variant(Int64, Int32, UInt16, String)");
    assertThat(table.row(TestTable.struct(Schema.INT32_SCHEMA, 5))).containsExactly("Int32:5");
    assertThat(table.row(TestTable.struct(Schema.INT16_SCHEMA, (short) 5)))
        .containsExactly("Int32:5");
    assertThat(table.row(TestTable.struct(Schema.INT64_SCHEMA, 5L))).containsExactly("Int64:5");
  }

  @Test
  void putsTheBranchOfAUnionWhereItBelongs() {
    TestTable table = TestTable.of("v Variant(String, Int32, UInt8)");
    assertThat(table.row(TestTable.struct(UNION, new Struct(UNION).put("string", "s"))))
        .containsExactly("String:s");
    assertThat(table.row(TestTable.struct(UNION, new Struct(UNION).put("int", 5))))
        .containsExactly("Int32:5");
    assertThat(table.row(TestTable.struct(UNION, new Struct(UNION).put("UInt8", 5L))))
        .containsExactly("UInt8:5");
    assertThat(table.refusal(TestTable.struct(UNION, new Struct(UNION).put("UInt8", 500L))))
        .contains("ClickHouse type UInt8", "source type INT64", "out of range");
    assertThat(table.row(TestTable.struct(UNION, new Struct(UNION))))
        .containsExactly((String) null);
    assertThat(table.row(TestTable.struct(UNION, null))).containsExactly((String) null);
    Schema list = SchemaBuilder.array(UNION).build();
    assertThat(
            TestTable.of("v Array(Nullable(String))")
                .row(
                    TestTable.struct(
                        list, List.of(new Struct(UNION).put("int", 5), new Struct(UNION)))))
        .containsExactly("[5, null]");
    assertThat(
            TestTable.of("v String")
                .row(TestTable.struct(list, List.of(new Struct(UNION).put("int", 5)))))
        .containsExactly("[5]");
    assertThat(TestTable.of("v Dynamic").row(Map.of("v", new Struct(UNION).put("int", 5))))
        .containsExactly("Int64:5");
  }

  @Test
  void refusesWhatNoMemberTakes() {
    assertThat(TestTable.of("v Variant(Int8, UUID)").refusal(Map.of("v", "secret")))
        .contains("no member of the type takes it", "source type STRING")
        .doesNotContain("secret");
    assertThat(TestTable.of("v Variant(UInt8)").refusal(Map.of("v", 300)))
        .contains("out of range 0..255");
    assertThat(TestTable.of("v Variant(Int8, Array(Int8))").refusal(Map.of("v", Map.of("a", 1))))
        .contains("no member of the type takes it");
    assertThat(TestTable.of("v Variant(Int8, Array(Int8))").refusal(Map.of("v", List.of(1, 300))))
        .contains("path `v[1]`", "out of range");
    assertThat(TestTable.of("v Dynamic").refusal(Map.of("v", BigInteger.ONE.shiftLeft(256))))
        .contains("out of range of the widest integers");
  }

  @Test
  void boundsTheDepthOfADynamicColumn() {
    TestTable table = TestTable.of("v Dynamic");
    io.blockhouse.wire.block.Block block = table.emptyBlock(Map.of("v", 1));
    RowAppender rows =
        table.conversion.rowAppender(
            table.conversion.groupOf(TestTable.record(Map.of("v", 1))), block);
    Object value = 1;
    String refused = null;
    for (int depth = 0; depth < 260 && refused == null; depth++) {
      Map<String, Object> record = new HashMap<>();
      record.put("v", value);
      try {
        rows.append(TestTable.record(record));
        block.endRow();
      } catch (io.blockhouse.connect.error.ConversionException e) {
        refused = e.getMessage();
        block.rollbackRow();
      }
      value = List.of(value);
    }
    assertThat(refused).contains("ClickHouse type Dynamic", "nested more than 32 levels");
    block.seal();
    assertThat(BlockReader.rows(block)).isNotEmpty();
  }
}
