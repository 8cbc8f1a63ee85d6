// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.blockhouse.connect.table.MissingColumnException;
import io.blockhouse.wire.block.ColumnDefinition;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

/** What a record is besides its value, in columns. */
class KafkaColumnsTest {
  private static final Map<KafkaField, String> ALL = new EnumMap<>(KafkaField.class);

  static {
    for (KafkaField field : KafkaField.values()) {
      ALL.put(field, "_" + field.name().toLowerCase(java.util.Locale.ROOT));
    }
  }

  private static final String[] COLUMNS = {
    "_topic String",
    "id Int32",
    "_partition Int32",
    "_offset UInt64",
    "_timestamp DateTime64(3)",
    "_key String",
    "_headers String"
  };

  private static TestTable table(String... columns) {
    return TestTable.with(
        TestTable.options(ValueFormat.JSON, "", TimestampUnit.SECONDS, ALL), columns);
  }

  /** A record that a transform has renamed: only what it was in Kafka counts. */
  private static SinkRecord record(
      Schema keySchema, Object key, Object value, Long timestamp, ConnectHeaders headers) {
    Schema schema = value instanceof Struct struct ? struct.schema() : null;
    return new SinkRecord(
            "orders", 3, keySchema, key, schema, value, 41, timestamp, TimestampType.CREATE_TIME)
        .newRecord("renamed", 9, keySchema, key, schema, value, timestamp, headers);
  }

  @Test
  void storesWhatTheRecordWasInKafkaForEveryKindOfRecord() {
    Schema schema = SchemaBuilder.struct().field("id", Schema.INT32_SCHEMA).build();
    ConnectHeaders headers = new ConnectHeaders();
    headers.addString("trace", "abc").addInt("n", 5).addString("trace", "d\"");
    for (Object value : List.of(Map.of("id", 1), new Struct(schema).put("id", 1), "{\"id\": 1}")) {
      assertThat(table(COLUMNS).row(record(null, "k-1", value, 1717243200123L, headers)))
          .containsExactly(
              "orders",
              "1",
              "3",
              "41",
              "2024-06-01T12:00:00.123Z",
              "k-1",
              "{\"trace\":[\"abc\",\"d\\\"\"],\"n\":5}");
    }
  }

  @Test
  void takesAMissingKeyOrTimestampForAnAbsentField() {
    SinkRecord bare = record(null, null, Map.of("id", 1), null, new ConnectHeaders());
    assertThat(table(COLUMNS).row(bare))
        .containsExactly("orders", "1", "3", "41", "1970-01-01T00:00:00Z", "", "{}");
    TestTable optional =
        table(
            "_topic Nullable(String) DEFAULT",
            "id Int32",
            "_partition String",
            "_offset Nullable(Int64)",
            "_timestamp DateTime DEFAULT",
            "_key Nullable(String) DEFAULT",
            "_headers String");
    ColumnGroup group = optional.conversion.groupOf(RowSource.of(bare));
    assertThat(optional.conversion.columnsOf(group).stream().map(ColumnDefinition::name))
        .containsExactly("_topic", "id", "_partition", "_offset", "_headers");
    assertThat(optional.row(bare)).containsExactly("orders", "1", "3", "41", "{}");
    SinkRecord full = record(null, "k", Map.of("id", 1), 1_000L, new ConnectHeaders());
    assertThat(optional.row(full))
        .containsExactly("orders", "1", "3", "41", "1970-01-01T00:00:01Z", "k", "{}");
  }

  @Test
  void convertsKeysOfEveryKind() {
    Schema keySchema = SchemaBuilder.struct().field("id", Schema.INT64_SCHEMA).build();
    TestTable table = table(COLUMNS);
    Map<String, Integer> value = Map.of("id", 1);
    ConnectHeaders none = new ConnectHeaders();
    assertThat(table.row(record(keySchema, new Struct(keySchema).put("id", 7L), value, 0L, none)))
        .contains("{\"id\":7}");
    assertThat(table.row(record(null, Map.of("a", List.of(1)), value, 0L, none)))
        .contains("{\"a\":[1]}");
    assertThat(table.row(record(Schema.BYTES_SCHEMA, new byte[] {'b'}, value, 0L, none)))
        .contains("b");
    assertThat(table.row(record(Schema.INT32_SCHEMA, 12, value, 0L, none))).contains("12");
    String[] typed = COLUMNS.clone();
    typed[5] = "_key UInt8";
    assertThat(table(typed).row(record(Schema.STRING_SCHEMA, "200", value, 0L, none)))
        .contains("200");
    assertThatThrownBy(
            () -> table(typed).row(record(Schema.STRING_SCHEMA, "sentinel", value, 0L, none)))
        .hasMessageContaining("Column `_key` of db.t")
        .hasMessageContaining("STRING (the record's key)")
        .hasMessageNotContaining("sentinel");
  }

  @Test
  void winsOverAFieldOfTheSameName() {
    Map<String, Object> value = Map.of("id", 1, "_offset", 99, "_key", "field");
    SinkRecord record = record(null, "key", value, 0L, new ConnectHeaders());
    assertThat(table(COLUMNS).row(record)).contains("41", "key").doesNotContain("99", "field");
    TestTable table = table(COLUMNS);
    table.row(record(null, "key", "{\"id\":1,\"_offset\":\"x\"}", 0L, new ConnectHeaders()));
    assertThat(table.unknown).isEmpty();
  }

  @Test
  void refusesATableWithoutTheColumn() {
    assertThatThrownBy(() -> table("id Int32", "_topic String"))
        .isInstanceOf(MissingColumnException.class)
        .hasMessageContaining("kafka.columns.");
  }
}
