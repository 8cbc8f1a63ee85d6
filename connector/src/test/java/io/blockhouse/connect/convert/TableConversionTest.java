// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.blockhouse.connect.error.ConversionException;
import io.blockhouse.wire.block.Block;
import io.blockhouse.wire.block.ColumnDefinition;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.Test;

class TableConversionTest {
  private static final ConversionOptions NULL_AS_DEFAULT = new ConversionOptions(true, false);
  private static final ConversionOptions FAIL_ON_UNKNOWN = new ConversionOptions(false, true);

  /** A map in which values may be null. */
  private static Map<String, Object> map(Object... pairs) {
    Map<String, Object> map = new HashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      map.put((String) pairs[i], pairs[i + 1]);
    }
    return map;
  }

  private static List<String> columns(TestTable table, Object value) {
    ColumnGroup group = table.conversion.groupOf(TestTable.record(value));
    return table.conversion.columnsOf(group).stream().map(ColumnDefinition::name).toList();
  }

  @Test
  void fillsAbsentColumnsWithoutDefaultAsTheServerWould() {
    TestTable table =
        TestTable.of("id UInt32", "s String", "n Nullable(Int32)", "a Array(Int8)", "d Date");
    List<String> expected = Arrays.asList("1", "", null, "[]", "1970-01-01");
    assertThat(table.row(map("id", 1))).isEqualTo(expected);
    Schema schema = SchemaBuilder.struct().field("id", Schema.INT32_SCHEMA).build();
    assertThat(table.row(new Struct(schema).put("id", 1))).isEqualTo(expected);
  }

  @Test
  void groupsRowsByTheOptionalColumnsTheyCarry() {
    TestTable table =
        TestTable.of("id UInt32", "tag String DEFAULT", "e String EPHEMERAL", "z Int8");
    assertThat(columns(table, map("id", 1))).containsExactly("id", "z");
    assertThat(columns(table, map("id", 1, "tag", "t"))).containsExactly("id", "tag", "z");
    assertThat(columns(table, map("e", ""))).containsExactly("id", "e", "z");
    assertThat(columns(table, map("tag", "", "e", ""))).containsExactly("id", "tag", "e", "z");
    assertThat(table.row(map("id", 1, "tag", "t"))).containsExactly("1", "t", "0");
  }

  @Test
  void givesEqualRecordsTheSameGroup() {
    TestTable table = TestTable.of("id UInt32", "a String DEFAULT", "b String DEFAULT");
    ColumnGroup first = table.conversion.groupOf(TestTable.record(map("a", "x")));
    table.conversion.groupOf(TestTable.record(map("b", "x")));
    assertThat(table.conversion.groupOf(TestTable.record(map("a", "y", "id", 2)))).isSameAs(first);
    assertThat(first.isEmpty()).isFalse();
    assertThat(table.conversion.groupOf(TestTable.record(map("id", 2))).isEmpty()).isTrue();
    assertThat(TestTable.of("id UInt32").conversion.groupOf(TestTable.record(map())).isEmpty())
        .isTrue();
  }

  @Test
  void groupsMoreThan64OptionalColumnsAndMoreGroupsThanAreRemembered() {
    String[] definitions = new String[131];
    definitions[0] = "id Int32";
    for (int i = 1; i < definitions.length; i++) {
      definitions[i] = "c" + i + " Int32 DEFAULT";
    }
    TestTable table = TestTable.of(definitions);
    List<ColumnGroup> groups = new ArrayList<>();
    for (int i = 1; i < definitions.length; i++) {
      for (int j = i; j < Math.min(definitions.length, i + 4); j++) {
        Map<String, Object> record = map("id", 0, "c" + i, i, "c" + j, j);
        assertThat(columns(table, record))
            .isEqualTo(i == j ? List.of("id", "c" + i) : List.of("id", "c" + i, "c" + j));
        groups.add(table.conversion.groupOf(TestTable.record(record)));
      }
    }
    assertThat(groups).doesNotHaveDuplicates().hasSizeGreaterThan(256);
    assertThat(table.conversion.groupOf(TestTable.record(map("c130", 1))))
        .isEqualTo(groups.get(groups.size() - 1))
        .hasSameHashCodeAs(groups.get(groups.size() - 1));
  }

  @Test
  void keepsNullApartFromAbsence() {
    TestTable table =
        TestTable.of("id Int8", "n Nullable(Int8) DEFAULT", "d Int8 DEFAULT", "a Array(Int8)");
    Map<String, Object> nulls = map("id", 1, "n", null, "d", null, "a", null);
    assertThat(columns(table, nulls)).containsExactly("id", "n", "a");
    assertThat(table.row(nulls)).containsExactly("1", null, "[]");
    assertThat(columns(table, map("id", 1))).containsExactly("id", "a");
    Schema schema =
        SchemaBuilder.struct()
            .field("id", Schema.INT32_SCHEMA)
            .field("n", Schema.OPTIONAL_INT32_SCHEMA)
            .field("d", Schema.OPTIONAL_INT32_SCHEMA)
            .build();
    Struct struct = new Struct(schema).put("id", 1);
    assertThat(columns(table, struct)).containsExactly("id", "n", "a");
    assertThat(table.row(struct)).containsExactly("1", null, "[]");
    assertThat(columns(table, struct.put("d", 5))).containsExactly("id", "n", "d", "a");
    assertThat(table.unknown).isEmpty();
  }

  @Test
  void refusesNullWhereNothingTakesItUnlessToldOtherwise() {
    String[] columns = {"id Int8", "v Int32", "s String", "u UUID"};
    Map<String, Object> record = map("id", 1, "v", null, "s", null, "u", null);
    assertThat(TestTable.of(columns).refusal(record))
        .contains("Column `v` of db.t", "source type NULL: it is null", "null.as.default=true");
    assertThat(TestTable.with(NULL_AS_DEFAULT, columns).row(record))
        .containsExactly("1", "0", "", "00000000-0000-0000-0000-000000000000");
    assertThat(
            TestTable.of("v Int32").refusal(TestTable.struct(Schema.OPTIONAL_INT64_SCHEMA, null)))
        .contains("source type INT64: it is null");
  }

  @Test
  void treatsNullElementsAsNullValues() {
    List<Object> list = Arrays.asList(1, null, 3);
    assertThat(TestTable.of("v Array(Nullable(Int32))").row(map("v", list)))
        .containsExactly("[1, null, 3]");
    assertThat(TestTable.with(NULL_AS_DEFAULT, "v Array(Int32)").row(map("v", list)))
        .containsExactly("[1, 0, 3]");
    assertThat(TestTable.of("v Array(Int32)").refusal(map("v", list)))
        .contains("(path `v[1]`, ClickHouse type Int32)", "it is null");
    assertThat(
            TestTable.of("v Array(Array(Int32))")
                .row(map("v", Arrays.asList(list.subList(0, 1), null))))
        .containsExactly("[[1], []]");
  }

  @Test
  void keepsAnExplicitNullWhereTheSchemaHasADefault() {
    Schema optional = SchemaBuilder.int32().optional().defaultValue(42).build();
    assertThat(TestTable.of("v Nullable(Int32)").row(TestTable.struct(optional, null)))
        .containsExactly((String) null);
    Schema required = SchemaBuilder.int32().defaultValue(42).build();
    Schema schema = SchemaBuilder.struct().field("v", required).build();
    assertThat(TestTable.of("v Int32 DEFAULT").row(new Struct(schema))).containsExactly("42");
  }

  @Test
  void readsListsOfEveryKindAtEveryDepth() {
    TestTable table = TestTable.of("v Array(Array(Nullable(Int8)))");
    Schema nested = SchemaBuilder.array(SchemaBuilder.array(Schema.INT32_SCHEMA).build()).build();
    List<List<Integer>> lists = List.of(List.of(1, 2), List.of(), new LinkedList<>(List.of(3)));
    assertThat(table.row(map("v", new LinkedList<>(lists)))).containsExactly("[[1, 2], [], [3]]");
    assertThat(table.row(TestTable.struct(nested, lists))).containsExactly("[[1, 2], [], [3]]");
    assertThat(table.refusal(TestTable.struct(nested, List.of(List.of(), List.of(1, 128)))))
        .contains("(path `v[1][1]`, ClickHouse type Int8)", "source type INT32: out of range");
  }

  @Test
  void reportsUnknownFieldsOncePerSchemaOrOccurrence() {
    TestTable table = TestTable.of("id Int32", "d Int8 DEFAULT");
    Schema schema =
        SchemaBuilder.struct()
            .field("id", Schema.INT32_SCHEMA)
            .field("x", Schema.INT32_SCHEMA)
            .build();
    Struct struct = new Struct(schema).put("id", 1).put("x", 2);
    Block block = table.emptyBlock(struct);
    RowAppender rows =
        table.conversion.rowAppender(table.conversion.groupOf(TestTable.record(struct)), block);
    rows.append(TestTable.record(struct));
    rows.append(TestTable.record(struct));
    assertThat(table.unknown).containsExactly("x");
    rows.append(TestTable.record(map("id", 1, "y", 2, "d", null)));
    rows.append(TestTable.record(map("id", 1, "y", null)));
    assertThat(table.unknown).containsExactly("x", "y", "y");
  }

  @Test
  void refusesUnknownFieldsWhenToldTo() {
    TestTable table = TestTable.with(FAIL_ON_UNKNOWN, "id Int32");
    assertThat(table.refusal(map("id", 1, "x", "sentinel")))
        .contains("no column for record fields `x`", "unknown.fields=ignore")
        .doesNotContain("sentinel");
    Schema schema =
        SchemaBuilder.struct()
            .field("id", Schema.INT32_SCHEMA)
            .field("x", Schema.INT32_SCHEMA)
            .build();
    for (int i = 0; i < 2; i++) {
      assertThat(table.refusal(new Struct(schema).put("id", 1).put("x", 2))).contains("`x`");
    }
    assertThat(table.unknown).isEmpty();
    assertThat(table.row(map("id", 1))).containsExactly("1");
    Map<String, Object> many = map("id", 1);
    for (int i = 0; i < 40; i++) {
      many.put("field" + i + "x".repeat(500), i);
    }
    assertThat(table.refusal(many)).contains("and 30 more").hasSizeLessThan(2_000);
  }

  @Test
  void refusesRecordsOfWhichNoFieldIsAColumn() {
    TestTable table = TestTable.of("id Int32", "d Int8 DEFAULT");
    assertThat(table.refusal(map("ID", 1))).contains("No field of the record is a column of db.t");
    assertThat(table.refusal(map())).contains("no fields");
    assertThat(table.refusal(TestTable.struct(Schema.INT32_SCHEMA, 1)))
        .contains("No field of the record is a column of db.t");
    assertThat(table.row(map("d", null))).containsExactly("0");
  }

  @Test
  void refusesRecordsThatLeaveTheInsertWithoutColumns() {
    TestTable table = TestTable.of("a Int8 DEFAULT", "b Int8 DEFAULT");
    assertThatThrownBy(() -> table.conversion.groupOf(TestTable.record(map("a", null))))
        .isInstanceOf(ConversionException.class)
        .hasMessageContaining("an INSERT must list one");
    assertThat(table.row(map("b", 1))).containsExactly("1");
  }

  @Test
  void refusesValuesWithoutFieldsNamingTheConverterSetting() {
    TestTable table = TestTable.of("id Int32", "n Int32");
    for (Object value :
        List.of("sentinel", "sentinel".getBytes(), List.of("sentinel"), 8_172_381L)) {
      assertThatThrownBy(() -> table.conversion.groupOf(TestTable.record(value)))
          .isInstanceOf(ConversionException.class)
          .hasMessageContaining("value.converter")
          .hasMessageNotContainingAny("sentinel", "8172381");
    }
    assertThatThrownBy(() -> table.conversion.groupOf(TestTable.record(null)))
        .isInstanceOf(ConversionException.class)
        .hasMessageContaining("tombstone");
  }

  @Test
  void refusesABlockOfOtherColumns() {
    TestTable table = TestTable.of("id Int32", "d Int8 DEFAULT");
    Block block = table.emptyBlock(map("id", 1));
    ColumnGroup other = table.conversion.groupOf(TestTable.record(map("d", 1)));
    assertThatThrownBy(() -> table.conversion.rowAppender(other, block))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void compilesEachOfManySchemasAndForgetsThemAgain() {
    TestTable table = TestTable.of("v Int64", "w Int64");
    Block block = table.emptyBlock(map("v", 1));
    RowAppender rows =
        table.conversion.rowAppender(
            table.conversion.groupOf(TestTable.record(map("v", 1))), block);
    List<List<String>> expected = new ArrayList<>();
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 200; i++) {
        Schema schema =
            SchemaBuilder.struct()
                .name("version" + i)
                .field(i % 2 == 0 ? "v" : "w", Schema.INT32_SCHEMA)
                .build();
        rows.append(TestTable.record(new Struct(schema).put(schema.fields().get(0), i)));
        block.endRow();
        expected.add(i % 2 == 0 ? List.of(i + "", "0") : List.of("0", i + ""));
      }
    }
    block.seal();
    assertThat(BlockReader.rows(block)).isEqualTo(expected);
  }

  @Test
  void takesKeysThatAreNotTextForUnknownFields() {
    TestTable table = TestTable.of("id Int32");
    Map<Object, Object> record = new HashMap<>(Map.of("id", 1));
    record.put(5, 1);
    record.put(null, 1);
    assertThat(table.row(Collections.unmodifiableMap(record))).containsExactly("1");
    assertThat(table.unknown).containsExactlyInAnyOrder("5", "null");
  }

  /** Wide enough for defaults to be left to the block; every kind of record in one block. */
  @Test
  void fillsTheManyColumnsThatSparseRecordsLack() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    String[] types = {"Int32", "Nullable(Int64)", "String", "Nullable(String)", "Array(String)"};
    String[] definitions = new String[100];
    for (int i = 0; i < definitions.length; i++) {
      definitions[i] = "c" + i + " " + types[i % types.length];
    }
    TestTable table = TestTable.json(definitions);
    Block block = table.emptyBlock(map("c0", 1));
    RowAppender rows =
        table.conversion.rowAppender(
            table.conversion.groupOf(TestTable.record(map("c0", 1))), block);
    List<List<String>> expected = new ArrayList<>();
    for (int row = 0; row < 400; row++) {
      Map<String, Object> map = new HashMap<>();
      int present = 1 + random.nextInt(random.nextBoolean() ? 6 : 100);
      while (map.size() < present) {
        int column = random.nextInt(definitions.length);
        map.put("c" + column, column % 5 == 4 ? List.of("e" + row) : (Object) column);
      }
      boolean bad = random.nextInt(4) == 0;
      if (bad) {
        map.put("c" + 5 * random.nextInt(20), "sentinel");
      }
      Object value =
          switch (random.nextInt(3)) {
            case 0 -> map;
            case 1 -> json(map);
            default -> struct(map);
          };
      if (bad) {
        assertThatThrownBy(() -> rows.append(TestTable.record(value)))
            .as("seed %d", seed)
            .isInstanceOf(ConversionException.class);
        block.rollbackRow();
        continue;
      }
      rows.append(TestTable.record(value));
      block.endRow();
      List<String> cells = new ArrayList<>();
      for (int i = 0; i < definitions.length; i++) {
        Object cell = map.get("c" + i);
        String absent = List.of("0", "null", "", "null", "[]").get(i % 5);
        cells.add(cell == null ? absent : cell.toString());
      }
      expected.add(cells);
    }
    block.seal();
    List<List<String>> read =
        BlockReader.rows(block).stream()
            .map(row -> row.stream().map(String::valueOf).toList())
            .toList();
    assertThat(read).as("seed %d", seed).isEqualTo(expected);
  }

  private static String json(Map<String, Object> map) {
    JsonText text = new JsonText();
    text.write(map, null, null);
    return new String(text.array(), 0, text.length(), StandardCharsets.UTF_8);
  }

  private static Struct struct(Map<String, Object> map) {
    SchemaBuilder builder = SchemaBuilder.struct();
    Schema list = SchemaBuilder.array(Schema.STRING_SCHEMA).build();
    map.forEach(
        (name, value) ->
            builder.field(
                name,
                value instanceof List
                    ? list
                    : value instanceof String ? Schema.STRING_SCHEMA : Schema.INT32_SCHEMA));
    Struct struct = new Struct(builder.build());
    map.forEach(struct::put);
    return struct;
  }
}
