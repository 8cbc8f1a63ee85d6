// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.blockhouse.it.SharedServers;
import io.blockhouse.it.SharedServersCheck;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tables that the connector changes for records, and tables that others change meanwhile. */
@ExtendWith(SharedServersCheck.class)
class SchemaEvolutionIT {
  private static final String ID_AND_S =
      "{\"field\": \"id\", \"type\": \"int32\"}, {\"field\": \"s\", \"type\": \"string\"}";

  private static String envelope(String fields, String payload) {
    return "{\"schema\": {\"type\": \"struct\", \"fields\": ["
        + fields
        + "]}, \"payload\": "
        + payload
        + "}";
  }

  private static void createTable(SinkFixture sink, String columns) {
    sink.query(
        "CREATE TABLE " + sink.table("t") + " (" + columns + ") ENGINE = MergeTree ORDER BY id");
  }

  private static void send(SinkFixture sink, List<String> values) {
    SharedServers.topics().send(sink.topic("t"), values);
  }

  private static String rows(SinkFixture sink, String columns) {
    return rows(sink, columns, "");
  }

  private static String rows(SinkFixture sink, String columns, String modifier) {
    return sink.query(
        "SELECT "
            + columns
            + " FROM "
            + sink.table("t")
            + modifier
            + " ORDER BY id FORMAT JSONCompactEachRow"
            + " SETTINGS output_format_json_quote_64bit_integers = 0");
  }

  private static String types(SinkFixture sink) {
    return sink.query(
        "SELECT arrayStringConcat(groupArray(name || ' ' || type), ', ') FROM system.columns"
            + " WHERE database = '"
            + sink.name()
            + "' AND table = '"
            + sink.topic("t")
            + "'");
  }

  @Test
  void newerSchemaInTheMiddleOfABatchGetsItsColumn() {
    try (SinkFixture sink = new SinkFixture("evolve")) {
      createTable(sink, "id UInt32, s String");
      SharedServers.topics().create(sink.topic("t"), 1);
      send(
          sink,
          List.of(
              envelope(ID_AND_S, "{\"id\": 1, \"s\": \"a\"}"),
              envelope(
                  ID_AND_S + ", {\"field\": \"x\", \"type\": \"int32\", \"optional\": true}",
                  "{\"id\": 2, \"s\": \"b\", \"x\": 5}"),
              envelope(ID_AND_S, "{\"id\": 3, \"s\": \"c\"}")));
      sink.with("value.converter.schemas.enable", "true").with("schema.evolution", "add").start();
      sink.awaitCount("t", 3);
      assertThat(rows(sink, "id, s, x").lines())
          .containsExactly("[1, \"a\", null]", "[2, \"b\", 5]", "[3, \"c\", null]");
      assertThat(types(sink)).isEqualTo("id UInt32, s String, x Nullable(Int32)");
      sink.awaitCommitted("t", 3);
    }
  }

  @Test
  void newFieldsWithoutSchemaGetColumnsFromTheirFirstValues() {
    try (SinkFixture sink = new SinkFixture("evolvemap")) {
      createTable(sink, "id UInt32, twice UInt64 MATERIALIZED id * 2");
      SharedServers.topics().create(sink.topic("t"), 1);
      send(
          sink,
          List.of(
              "{\"id\": 1, \"n\": null, \"list\": []}",
              "{\"id\": 2, \"n\": 7, \"odd `name\": true, \"twice\": 9}",
              "{\"id\": 3, \"list\": [1, null], \"o\": {\"k\": [1]}, \"f\": 1.5, \"s\": \"t\"}"));
      sink.with("schema.evolution", "add").start();
      sink.awaitCount("t", 3);
      assertThat(rows(sink, "id, n, `odd \\`name`, list, o, f, s, twice").lines())
          .containsExactly(
              "[1, null, null, [], null, null, null, 2]",
              "[2, 7, true, [], null, null, null, 4]",
              "[3, null, null, [1,null], \"{\\\"k\\\":[1]}\", 1.5, \"t\", 6]");
    }
  }

  @Test
  void newMembersOfJsonTextGetColumnsToo() {
    try (SinkFixture sink = new SinkFixture("evolvejson")) {
      createTable(sink, "id UInt32");
      SharedServers.topics().create(sink.topic("t"), 1);
      send(
          sink,
          List.of(
              "{\"id\": 1, \"n\": null, \"l\": [[]]}",
              "{\"id\": 2, \"n\": 7, \"l\": [[\"a\"]]}",
              "{\"id\": 3}"));
      sink.with("value.converter", "org.apache.kafka.connect.converters.ByteArrayConverter")
          .with("value.format", "json")
          .with("schema.evolution", "add");
      sink.config().remove("value.converter.schemas.enable");
      sink.start();
      sink.awaitCount("t", 3);
      assertThat(rows(sink, "id, n, l").lines())
          .containsExactly("[1, null, []]", "[2, 7, [[\"a\"]]]", "[3, null, []]");
    }
  }

  @Test
  void missingTableIsCreatedFromJsonWithSchema() {
    try (SinkFixture sink = new SinkFixture("create")) {
      SharedServers.topics().create(sink.topic("t"), 1);
      String fields =
          ID_AND_S
              + ", {\"field\": \"at\", \"type\": \"int64\", \"optional\": true,"
              + " \"name\": \"org.apache.kafka.connect.data.Timestamp\"},"
              + " {\"field\": \"tags\", \"type\": \"array\", \"items\": {\"type\": \"string\"}}";
      send(
          sink,
          List.of(
              envelope(
                  fields,
                  "{\"id\": 1, \"s\": \"a\", \"at\": 1719835200123, \"tags\": [\"x\", \"y\"]}"),
              envelope(fields, "{\"id\": 2, \"s\": \"b\", \"at\": null, \"tags\": []}")));
      sink.with("value.converter.schemas.enable", "true")
          .with("table.create", "auto")
          .with("table.create.engine", "ReplacingMergeTree")
          .with("table.create.order.by", "id, s")
          .with("table.create.partition.by", "id % 4")
          .with("table.create.settings", "non_replicated_deduplication_window = 100")
          .with("kafka.columns.offset", "_offset")
          .start();
      awaitTable(sink);
      sink.awaitCount("t", 2);
      assertThat(types(sink))
          .isEqualTo(
              "id Int32, s String, at Nullable(DateTime64(3, \\'UTC\\')), tags Array(String),"
                  + " _offset Int64");
      assertThat(rows(sink, "id, s, at, tags, _offset").lines())
          .containsExactly(
              "[1, \"a\", \"2024-07-01 12:00:00.123\", [\"x\",\"y\"], 0]",
              "[2, \"b\", null, [], 1]");
      assertThat(
              sink.query(
                  "SELECT engine, sorting_key, partition_key FROM system.tables WHERE database = '"
                      + sink.name()
                      + "'"))
          .isEqualTo("ReplacingMergeTree\tid, s\tid % 4");
    }
  }

  @Test
  void missingTableIsCreatedWithAMapColumn() {
    try (SinkFixture sink = new SinkFixture("createmaps")) {
      SharedServers.topics().create(sink.topic("t"), 1);
      String fields =
          ID_AND_S
              + ", {\"field\": \"tags\", \"type\": \"map\", \"keys\": {\"type\": \"string\"},"
              + " \"values\": {\"type\": \"int32\", \"optional\": true}}";
      send(
          sink,
          List.of(
              envelope(fields, "{\"id\": 1, \"s\": \"a\", \"tags\": {\"x\": 1, \"y\": null}}"),
              envelope(fields, "{\"id\": 2, \"s\": \"b\", \"tags\": {}}")));
      sink.with("value.converter.schemas.enable", "true")
          .with("table.create", "auto")
          .with("table.create.order.by", "id")
          .start();
      awaitTable(sink);
      sink.awaitCount("t", 2);
      assertThat(types(sink)).isEqualTo("id Int32, s String, tags Map(String, Nullable(Int32))");
      assertThat(rows(sink, "id, tags['x'], tags['y'], length(tags)").lines())
          .containsExactly("[1, 1, null, 2]", "[2, null, null, 0]");
    }
  }

  private static void awaitTable(SinkFixture sink) {
    await()
        .atMost(SinkFixture.PATIENCE)
        .until(() -> sink.query("EXISTS TABLE " + sink.table("t")).equals("1"));
  }

  /** The row of a delete has the key alone; columns that came later are zero or NULL in it. */
  @Test
  void deletedRowsMeetColumnsThatAreAddedMeanwhile() {
    try (SinkFixture sink = new SinkFixture("evolvedelete")) {
      sink.query(
          "CREATE TABLE "
              + sink.table("t")
              + " (id UInt32, s String, _version UInt64, is_deleted UInt8)"
              + " ENGINE = ReplacingMergeTree(_version, is_deleted) ORDER BY id");
      SharedServers.topics().create(sink.topic("t"), 1);
      SharedServers.topics()
          .send(
              List.of(
                  keyed(sink, 1, "{\"id\": 1, \"s\": \"a\"}"),
                  keyed(sink, 2, "{\"id\": 2, \"s\": \"b\", \"x\": 5}"),
                  keyed(sink, 3, "{\"id\": 3, \"s\": \"c\", \"x\": 6, \"y\": true}"),
                  keyed(sink, 2, null),
                  keyed(sink, 3, "{\"id\": 3, \"s\": \"d\", \"z\": 1.5}")));
      sink.with("key.converter", "org.apache.kafka.connect.json.JsonConverter")
          .with("key.converter.schemas.enable", "false")
          .with("tombstones", "delete")
          .with("schema.evolution", "add")
          .start();
      sink.awaitCommitted("t", 5);
      assertThat(rows(sink, "id, s, x, y, z", " FINAL").lines())
          .containsExactly("[1, \"a\", null, null, null]", "[3, \"d\", null, null, 1.5]");
      assertThat(
              sink.query("SELECT id, _version FROM " + sink.table("t") + " WHERE is_deleted = 1"))
          .isEqualTo("2\t3");
    }
  }

  private static ProducerRecord<byte[], byte[]> keyed(SinkFixture sink, int id, String value) {
    byte[] key = ("{\"id\": " + id + "}").getBytes(StandardCharsets.UTF_8);
    return new ProducerRecord<>(
        sink.topic("t"), key, value == null ? null : value.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void twoTasksAddTheSameAndDifferentColumnsAtOnce() {
    try (SinkFixture sink = new SinkFixture("evolvetwo")) {
      createTable(sink, "id UInt32");
      SharedServers.topics().create(sink.topic("t"), 2);
      int rounds = 12;
      int batch = 20;
      sink.with("schema.evolution", "add")
          .with("tasks.max", "2")
          .with("batch.linger.ms", "100")
          .with("retry.backoff.ms", "200")
          .put();
      sink.rest().awaitRunning(sink.name(), 2, SinkFixture.PATIENCE);
      int sent = 0;
      for (int round = 0; round < rounds; round++) {
        for (int partition = 0; partition < 2; partition++) {
          List<String> values = new ArrayList<>();
          for (int i = 0; i < batch; i++) {
            int id = sent++;
            values.add(
                "{\"id\": "
                    + id
                    + ", \"both"
                    + round
                    + "\": "
                    + id
                    + ", \"own"
                    + partition
                    + "_"
                    + round
                    + "\": \"v"
                    + id
                    + "\"}");
          }
          SharedServers.topics().send(sink.topic("t"), partition, values);
        }
      }
      sink.awaitCount("t", sent);
      assertThat(types(sink).split(", ")).hasSize(1 + 3 * rounds).doesNotHaveDuplicates();
      String wrong =
          IntStream.range(0, rounds)
              .mapToObj(
                  round ->
                      "countIf(both%1$d = id) != %2$d OR countIf(own0_%1$d = 'v' || toString(id))"
                              .formatted(round, 2 * batch)
                          + " + countIf(own1_%1$d = 'v' || toString(id)) != %2$d"
                              .formatted(round, 2 * batch))
              .collect(Collectors.joining(" OR "));
      assertThat(sink.query("SELECT count(), uniqExact(id), " + wrong + " FROM " + sink.table("t")))
          .isEqualTo(sent + "\t" + sent + "\t0");
    }
  }

  @Test
  void missingTableIsCreatedFromSchemalessJsonAndGrows() {
    try (SinkFixture sink = new SinkFixture("createmap")) {
      SharedServers.topics().create(sink.topic("t"), 1);
      send(sink, List.of("{\"id\": 1, \"s\": \"a\"}", "{\"id\": 2, \"ok\": true}"));
      sink.with("table.create", "auto").with("schema.evolution", "add").start();
      awaitTable(sink);
      sink.awaitCount("t", 2);
      assertThat(types(sink))
          .contains("id Nullable(Int64)", "s Nullable(String)", "ok Nullable(Bool)");
      assertThat(rows(sink, "id, s, ok").lines())
          .containsExactly("[1, \"a\", null]", "[2, null, true]");
    }
  }

  @Test
  void refusedStatementIsReportedAndDeliveryGoesOnOnceTheTableHasTheColumn() {
    try (SinkFixture sink = new SinkFixture("refused")) {
      sink.query("CREATE TABLE " + sink.table("t") + " (id UInt32) ENGINE = Log");
      SharedServers.topics().create(sink.topic("t"), 1);
      send(sink, List.of("{\"id\": 1}", "{\"id\": 2, \"x\": 5}"));
      sink.with("schema.evolution", "add").with("retry.backoff.ms", "2000").start();
      await()
          .atMost(SinkFixture.PATIENCE)
          .until(
              () ->
                  String.valueOf(sink.attribute("LastError"))
                      .contains("Columns cannot be added to table " + sink.table("t")));
      assertThat(sink.query("SELECT id FROM " + sink.table("t"))).isEqualTo("1");
      sink.query("RENAME TABLE " + sink.table("t") + " TO " + sink.table("old"));
      createTable(sink, "id UInt32, x Int8");
      sink.awaitCount("t", 1);
      assertThat(rows(sink, "id, x").lines()).containsExactly("[2, 5]");
      sink.awaitCommitted("t", 2);
    }
  }

  @Test
  void wideTableTakesSparseRecords() {
    try (SinkFixture sink = new SinkFixture("wide")) {
      createTable(
          sink,
          IntStream.range(0, 1_000)
              .mapToObj(i -> "c" + i + " Nullable(Int64)")
              .collect(Collectors.joining(", ", "id UInt32, ", "")));
      SharedServers.topics().create(sink.topic("t"), 1);
      int records = 5_000;
      send(
          sink,
          LongStream.range(0, records)
              .mapToObj(
                  id ->
                      "{\"id\": "
                          + id
                          + ", \"c"
                          + id % 1_000
                          + "\": "
                          + id
                          + ", \"c5\": 5,"
                          + " \"c501\": null, \"c999\": 1}")
              .toList());
      sink.with("schema.evolution", "add").start();
      sink.awaitCount("t", records);
      assertThat(
              sink.query(
                  "SELECT count(), uniqExact(id), countIf(c7 = id), count(c8), sum(c999 = 1) FROM "
                      + sink.table("t")))
          .isEqualTo("5000\t5000\t5\t5\t5000");
      assertThat(sink.metrics().get("BatchesAcked")).isLessThan(20L);
    }
  }

  @Test
  void tableAlteredWhileRecordsFlowLosesAndShiftsNothing() {
    try (SinkFixture sink = new SinkFixture("alter")) {
      createTable(sink, "id UInt32, a Int32, b Int64, c String");
      SharedServers.topics().create(sink.topic("t"), 1);
      sink.with("batch.linger.ms", "200").with("retry.backoff.ms", "200").start();
      String[] alters = {
        "ADD COLUMN d Int32 AFTER id", // between the columns there are
        "DROP COLUMN b", // with data for it
        "DROP COLUMN d", // without data for it
        "MODIFY COLUMN a String",
        "RENAME COLUMN c TO c2"
      };
      int step = 400;
      int sent = 0;
      for (String alter : alters) {
        for (int part = 0; part < 4; part++) {
          send(sink, values(sent, step / 4));
          sent += step / 4;
          if (part == 1) {
            sink.query("ALTER TABLE " + sink.table("t") + " " + alter);
          }
        }
        sink.awaitCount("t", sent);
      }
      send(sink, values(sent, step));
      sent += step;
      sink.awaitCount("t", sent);
      assertThat(
              sink.query(
                  "SELECT count(), uniqExact(id), countIf(a != toString(id)),"
                      + " countIf(c2 NOT IN ('', 'c' || toString(id))),"
                      + " countIf(c2 = '' AND id < 1600) FROM "
                      + sink.table("t")))
          .isEqualTo(sent + "\t" + sent + "\t0\t0\t0");
    }
  }

  private static List<String> values(int from, int count) {
    return IntStream.range(from, from + count)
        .mapToObj(
            id ->
                "{\"id\": "
                    + id
                    + ", \"a\": "
                    + id
                    + ", \"b\": "
                    + id
                    + ", \"c\": \"c"
                    + id
                    + "\"}")
        .toList();
  }
}
