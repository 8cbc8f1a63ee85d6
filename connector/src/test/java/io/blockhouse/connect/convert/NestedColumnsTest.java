// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Columns of a flattened Nested, from lists of objects and from lists of their own. */
class NestedColumnsTest {
  private static final String[] COLUMNS = {
    "id Nullable(Int8)", "n.k Array(String)", "n.v Array(Int32)"
  };

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "{'id':1,'n':[{'k':'a','v':1},{'v':2,'k':'b'}]} | [1, [a, b], [1, 2]]",
        "{'n':[],'id':1} | [1, [], []]",
        "{'id':1,'n':null} | [1, [], []]",
        "{'id':1} | [1, [], []]",
        "{'id':1,'n.k':['z'],'n.v':[26]} | [1, [z], [26]]",
        "{'id':1,'n.k':['y','z']} | [1, [y, z], [0, 0]]",
        "{'id':1,'n.k':['y','z'],'n.v':null} | [1, [y, z], [0, 0]]",
        "{'id':1,'n.k':null,'n.v':null,'n':[['x',1]]} | [1, [x], [1]]",
        "{'n':[{'k':'a','v':1}]} | [null, [a], [1]]"
      })
  void takesListsOfObjectsAndParallelLists(String record, String expected) {
    String json = record.replace('\'', '"');
    assertThat(TestTable.json(COLUMNS).row(json)).hasToString(expected);
    assertThat(TestTable.of(COLUMNS).row(JsonValues.read(json))).hasToString(expected);
    assertThat(TestTable.of(wide()).row(JsonValues.read(json)).subList(0, 3)).hasToString(expected);
    assertThat(TestTable.json(wide()).row(json).subList(0, 3)).hasToString(expected);
  }

  /** So many columns that defaults are left to the block. */
  private static String[] wide() {
    List<String> columns = new ArrayList<>(List.of(COLUMNS));
    for (int i = 0; i < 60; i++) {
      columns.add("c" + i + " Nullable(Int8)");
    }
    return columns.toArray(String[]::new);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "{'n.k':['a'],'n.v':[1,2]} | Columns `n.k` and `n.v` of db.t are parts of one Nested",
        "{'n.k':[],'n.v':[1]} | Columns `n.k` and `n.v` of db.t are parts of one Nested",
        "{'n':[{'k':'a','v':1},{'k':'b','v':'secret'}]} | path `n[1].v`, ClickHouse type Int32)",
        "{'n':[{'k':'a'}]} | path `n[0].v`, ClickHouse type Int32) cannot take a value of source"
            + " type NULL: it is null",
        "{'n':{'k':'a','v':1}} | Column `n` of db.t",
        "{'n.k':[1],'n':[{'k':'a','v':1}]} | twice",
        "{'n':[{'k':'a','v':1}],'n.v':[1]} | twice"
      })
  void refusesWhatHasNoOneLength(String record, String reason) {
    String json = record.replace('\'', '"');
    assertThat(TestTable.json(COLUMNS).refusal(json)).contains(reason).doesNotContain("secret");
    assertThat(TestTable.of(COLUMNS).refusal(JsonValues.read(json))).contains(reason);
  }

  @Test
  void takesListsOfStructs() {
    Schema item =
        SchemaBuilder.struct()
            .field("v", Schema.INT64_SCHEMA)
            .field("other", Schema.INT8_SCHEMA)
            .field("k", Schema.STRING_SCHEMA)
            .build();
    Schema record =
        SchemaBuilder.struct()
            .field("n", SchemaBuilder.array(item).optional().build())
            .field("n.v", SchemaBuilder.array(Schema.INT8_SCHEMA).optional().build())
            .build();
    Struct element = new Struct(item).put("v", 7L).put("other", (byte) 1).put("k", "x");
    TestTable table = TestTable.of(COLUMNS);
    assertThat(table.row(new Struct(record).put("n", List.of(element, element))))
        .hasToString("[null, [x, x], [7, 7]]");
    assertThat(table.unknown).containsExactly("n[].other");
    assertThat(table.row(new Struct(record).put("n.v", List.of((byte) 5))))
        .hasToString("[null, [], [5]]");
    Struct both = new Struct(record).put("n", List.of(element)).put("n.v", List.of((byte) 5));
    assertThat(table.refusal(both)).contains("twice");
    Struct dear = new Struct(item).put("v", 1L << 40).put("other", (byte) 1).put("k", "x");
    assertThat(table.refusal(new Struct(record).put("n", List.of(element, dear))))
        .contains("path `n[1].v`", "source type INT64");
  }

  @Test
  void leavesOtherNamesWithDotsAlone() {
    assertThat(
            TestTable.of("x.y Int32", "a. Array(Int8)")
                .row(JsonValues.read("{\"x.y\":3,\"a.\":[1]}")))
        .containsExactly("3", "[1]");
    assertThat(
            TestTable.of("n String", "n.k Array(String)")
                .row(JsonValues.read("{\"n\":\"text\",\"n.k\":[\"a\"]}")))
        .containsExactly("text", "[a]");
  }
}
