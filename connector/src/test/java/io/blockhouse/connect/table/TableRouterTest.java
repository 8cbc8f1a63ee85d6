// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.blockhouse.connect.error.ConversionException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TableRouterTest {
  private static TableRouter map(String... entries) {
    return new TableRouter(List.of(entries), List.of(), "${topic}", "db");
  }

  private static TableRouter patterns(String... entries) {
    return new TableRouter(List.of(), List.of(entries), "${topic}", "db");
  }

  private static TableRouter format(String format) {
    return new TableRouter(List.of(), List.of(), format, "db");
  }

  private static SinkRecord record(String topic, Object value) {
    Schema schema = value instanceof Struct struct ? struct.schema() : null;
    return new SinkRecord(topic, 0, null, null, schema, value, 0);
  }

  private static TableId route(TableRouter router, String topic) {
    return router.route(record(topic, Map.of()));
  }

  private static SinkRecord withHeader(String name, Object value) {
    SinkRecord record = record("orders", Map.of());
    record.headers().add(name, value, null);
    return record;
  }

  @Test
  void takesTheTopicsNameAsTheTablesWithItsDots() {
    assertThat(route(map(), "shop.orders.v1")).isEqualTo(new TableId("db", "shop.orders.v1"));
    assertThat(map().ruleFor("shop.orders.v1")).isEqualTo(TableRouter.Rule.FORMAT);
  }

  @Test
  void partsAConfiguredNameAtItsFirstDot() {
    TableRouter router = map("a=t", "b = shop.orders", "c.d=shop.orders.v1");
    assertThat(route(router, "a")).isEqualTo(new TableId("db", "t"));
    assertThat(route(router, "b")).isEqualTo(new TableId("shop", "orders"));
    assertThat(route(router, "c.d")).isEqualTo(new TableId("shop", "orders.v1"));
    assertThat(router.ruleFor("c.d")).isEqualTo(TableRouter.Rule.MAP);
  }

  @Test
  void mapGoesBeforePatternsAndPatternsBeforeTheFormat() {
    TableRouter router =
        new TableRouter(
            List.of("a1=mapped"), List.of("a\\d=first", "a.*=second"), "rest.${topic}", "db");
    assertThat(route(router, "a1")).isEqualTo(new TableId("db", "mapped"));
    assertThat(route(router, "a2")).isEqualTo(new TableId("db", "first"));
    assertThat(route(router, "a22")).isEqualTo(new TableId("db", "second"));
    assertThat(route(router, "ba")).isEqualTo(new TableId("rest", "ba"));
    assertThat(router.ruleFor("a22")).isEqualTo(TableRouter.Rule.PATTERN);
  }

  @Test
  void aPatternMustMatchTheWholeTopic() {
    assertThat(route(patterns("orders=t"), "orders2")).isEqualTo(new TableId("db", "orders2"));
  }

  @Test
  void putsCapturesIntoDatabaseAndTable() {
    TableRouter router = patterns("(?<db>\\w+)\\.(.+)=d_$1.${2}0_$2$$");
    assertThat(route(router, "eu.orders.v1"))
        .isEqualTo(new TableId("d_eu", "orders.v10_orders.v1$"));
  }

  @Test
  void theLastEqualsSignPartsARegexFromItsTable() {
    assertThat(route(patterns("(?=ab).*=t"), "abc")).isEqualTo(new TableId("db", "t"));
  }

  @Test
  void aGroupThatCapturedNothingRefusesTheRecordNamingIt() {
    TableRouter router = patterns("a(b)?(c*)=t$1$2");
    assertThat(route(router, "abc")).isEqualTo(new TableId("db", "tbc"));
    assertThatThrownBy(() -> route(router, "ac"))
        .isInstanceOf(ConversionException.class)
        .hasMessageContaining("group 1");
    assertThatThrownBy(() -> route(router, "ab")).hasMessageContaining("group 2");
    assertThat(router.tableOf("ab")).isEmpty();
  }

  @Test
  void aDotOutOfARecordIsPartOfTheTablesName() {
    SinkRecord record = withHeader("tenant", "a.b");
    assertThat(format("${header:tenant}").route(record)).isEqualTo(new TableId("db", "a.b"));
    assertThat(format("x_${header:tenant}.${topic}").route(record))
        .isEqualTo(new TableId("x_a.b", "orders"));
  }

  @Test
  void takesTheLastHeaderOfItsName() {
    SinkRecord record = withHeader("tenant", "old");
    record.headers().add("tenant", "new", null);
    assertThat(format("t_${header:tenant}").route(record)).isEqualTo(new TableId("db", "t_new"));
  }

  @Test
  void readsFieldsOfStructsAndMapsDownAPath() {
    Schema inner = SchemaBuilder.struct().field("table", Schema.STRING_SCHEMA).build();
    Schema outer =
        SchemaBuilder.struct().field("source", inner).field("n", Schema.INT32_SCHEMA).build();
    Struct struct =
        new Struct(outer).put("source", new Struct(inner).put("table", "t")).put("n", 7);
    Map<String, Object> map = Map.of("source", Map.of("table", "t"), "n", 7L);
    TableRouter router = format("${field:source.table}_${field:n}");
    assertThat(router.route(record("a", struct))).isEqualTo(new TableId("db", "t_7"));
    assertThat(router.route(record("a", map))).isEqualTo(new TableId("db", "t_7"));
    String text = "{\"source\": {\"table\": \"t\"}, \"n\": 7}";
    assertThat(router.route(record("a", text))).isEqualTo(new TableId("db", "t_7"));
    assertThat(router.route(record("a", text.getBytes(StandardCharsets.UTF_8))))
        .isEqualTo(new TableId("db", "t_7"));
  }

  @Test
  void aFieldWhoseNameHoldsTheDotsGoesBeforeADeeperOne() {
    TableRouter router = format("${field:a.b.c}");
    assertThat(router.route(record("t", Map.of("a.b.c", "x", "a", Map.of("b.c", "y")))))
        .isEqualTo(new TableId("db", "x"));
    assertThat(router.route(record("t", Map.of("a", Map.of("b.c", "y")))))
        .isEqualTo(new TableId("db", "y"));
  }

  @Test
  void takesTextIntegersAndBooleansAndBytesAsText() {
    TableRouter router = format("t_${header:h}");
    assertThat(router.route(withHeader("h", (byte) 1)).table()).isEqualTo("t_1");
    assertThat(router.route(withHeader("h", 1L)).table()).isEqualTo("t_1");
    assertThat(router.route(withHeader("h", true)).table()).isEqualTo("t_true");
    assertThat(router.route(withHeader("h", "é".getBytes(StandardCharsets.UTF_8))).table())
        .isEqualTo("t_é");
  }

  @Test
  void refusesWhatHasNoOneTextWithoutTellingTheValue() {
    TableRouter router = format("t_${header:h}");
    for (Object value : List.of(1.5, new Date(99), Map.of("SECRET", 1), List.of())) {
      assertThatThrownBy(() -> router.route(withHeader("h", value)))
          .isInstanceOf(ConversionException.class)
          .hasMessageContaining("${header:h}")
          .hasMessageContaining("header.converter")
          .hasMessageNotContaining("SECRET");
    }
  }

  @Test
  void refusesARecordThatLacksPartOfTheNameSayingWhich() {
    TableRouter headers = format("${header:tenant}");
    TableRouter fields = format("${field:a.b}");
    Map<String, Object> nullInside = new HashMap<>();
    nullInside.put("a", null);
    assertThatThrownBy(() -> headers.route(record("t", Map.of())))
        .isInstanceOf(ConversionException.class)
        .hasMessageContaining("${header:tenant}, which the record lacks.");
    assertThatThrownBy(() -> headers.route(withHeader("tenant", "")))
        .hasMessageContaining("lacks (it is empty)");
    assertThatThrownBy(() -> headers.route(withHeader("tenant", null)))
        .hasMessageContaining("${header:tenant}");
    for (Object value :
        new Object[] {null, "text", Map.of(), nullInside, Map.of("a", 1), "{\"a\": 1"}) {
      assertThatThrownBy(() -> fields.route(record("t", value)))
          .isInstanceOf(ConversionException.class)
          .hasMessageContaining("${field:a.b}");
    }
  }

  @Test
  void tellsBeforehandOnlyTablesThatDoNotDependOnTheRecord() {
    TableRouter router =
        new TableRouter(List.of("a=t", "b=t_${field:x}"), List.of(), "${topic}", "db");
    assertThat(router.tableOf("a")).contains(new TableId("db", "t"));
    assertThat(router.tableOf("b")).isEmpty();
    assertThat(router.tableOf("c")).contains(new TableId("db", "c"));
  }

  @Test
  void manyDifferentValuesAreRoutedRightAndNotAllKept() {
    TableRouter router = format("t_${field:a}_${field:b}");
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 30_000; i++) {
        assertThat(router.route(record("t", Map.of("a", i, "b", i % 7))).table())
            .isEqualTo("t_" + i + "_" + i % 7);
      }
    }
  }

  @Test
  void anEarlierValueIsFoundAgainAsTheSameObject() {
    TableRouter router = format("t_${field:a}");
    TableId first = router.route(record("t", Map.of("a", "x")));
    router.route(record("t", Map.of("a", "y")));
    assertThat(router.route(record("t", Map.of("a", new String("x"))))).isSameAs(first);
  }

  @Test
  void allocatesNothingForTopicsAndFieldsThatItKnows() {
    List<SinkRecord> records = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      records.add(record("topic" + i % 2, Map.of("country", i % 4 < 2 ? "DE" : "FR")));
    }
    for (String format : List.of("${topic}", "${topic}_${field:country}")) {
      TableRouter router = format(format);
      double perRecord = Double.MAX_VALUE;
      for (int round = 0; round < 20; round++) {
        perRecord = Math.min(perRecord, bytesPerRecord(router, records));
      }
      assertThat(perRecord).as(format).isLessThan(1);
    }
  }

  private static double bytesPerRecord(TableRouter router, List<SinkRecord> records) {
    com.sun.management.ThreadMXBean threads =
        (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    int repeats = 2_000;
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < repeats; i++) {
      for (int j = 0; j < records.size(); j++) {
        router.route(records.get(j));
      }
    }
    long after = threads.getCurrentThreadAllocatedBytes();
    return (after - before) / (double) (repeats * records.size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "=t", "a=", " = ", "a:t"})
  void refusesAnEntryWithoutTopicOrTable(String entry) {
    assertThatThrownBy(() -> map(entry))
        .hasMessageContaining("'" + entry + "' is not of the form topic=table");
    assertThatThrownBy(() -> patterns(entry))
        .hasMessageContaining("'" + entry + "' is not of the form regex=table");
  }

  @ParameterizedTest
  @ValueSource(strings = {".t", "db."})
  void refusesHalfATablesName(String name) {
    assertThatThrownBy(() -> map("a=" + name))
        .hasMessageContaining("lacks the database before the dot or the table after it");
    assertThatThrownBy(() -> format(name)).hasMessageContaining("lacks the database");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "${topic          | without its }",
        "${}              | has ${}, which is none of",
        "${header:}       | has ${header:}, which is none of",
        "${fields:a}      | has ${fields:a}, which is none of",
        "$1               | no regex with groups",
        "${1}             | no regex with groups",
        "''               | names no table"
      })
  void refusesAFormatSayingWhatToWrite(String format, String reason) {
    assertThatThrownBy(() -> format(format))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void aDollarSignThatBeginsNothingStandsForItself() {
    assertThat(route(format("a$b_$$1$"), "t")).isEqualTo(new TableId("db", "a$b_$1$"));
  }

  @Test
  void refusesATopicThatIsNamedTwice() {
    assertThatThrownBy(() -> map("a=t", "a=u")).hasMessageContaining("topic 'a' is named twice");
  }

  @Test
  void refusesACaptureThatTheRegexHasNot() {
    assertThatThrownBy(() -> patterns("a(b)=t$2")).hasMessageContaining("has only 1 groups");
    assertThatThrownBy(() -> patterns("ab=t$1")).hasMessageContaining("no regex with groups");
  }
}
