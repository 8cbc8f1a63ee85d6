// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.blockhouse.it.SharedServers;
import io.blockhouse.it.SharedServersCheck;
import io.blockhouse.it.kafka.ConnectRestException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Deletes and Debezium's change events onto ReplacingMergeTree. */
@ExtendWith(SharedServersCheck.class)
class ChangeEventsIT {
  private static final String JSON = "org.apache.kafka.connect.json.JsonConverter";
  private static final String ROW_SCHEMA =
      "{\"type\": \"struct\", \"optional\": true, \"field\": \"%s\", \"fields\": ["
          + "{\"type\": \"int32\", \"field\": \"id\"},"
          + "{\"type\": \"string\", \"optional\": true, \"field\": \"s\"}]}";
  private static final String SCHEMA =
      "{\"type\": \"struct\", \"fields\": [{\"type\": \"string\", \"field\": \"op\"},"
          + ROW_SCHEMA.formatted("before")
          + ","
          + ROW_SCHEMA.formatted("after")
          + ",{\"type\": \"struct\", \"field\": \"source\", \"fields\": ["
          + "{\"type\": \"int64\", \"optional\": true, \"field\": \"lsn\"}]}]}";

  private static void createTable(SinkFixture sink) {
    sink.query(
        "CREATE TABLE "
            + sink.table("t")
            + " (id UInt32, s String, d String DEFAULT 'none', _version UInt64,"
            + " is_deleted UInt8 DEFAULT 0)"
            + " ENGINE = ReplacingMergeTree(_version, is_deleted) ORDER BY id");
    SharedServers.topics().create(sink.topic("t"), 1);
  }

  private static String event(String op, String before, String after, String lsn) {
    return "{\"op\": \"%s\", \"before\": %s, \"after\": %s, \"source\": {\"lsn\": %s}}"
        .formatted(op, before, after, lsn);
  }

  private static String row(int id, String s) {
    return "{\"id\": " + id + ", \"s\": " + (s == null ? "null" : "\"" + s + "\"") + "}";
  }

  private static ProducerRecord<byte[], byte[]> record(String topic, String key, String value) {
    return new ProducerRecord<>(topic, 0, bytes(key), bytes(value));
  }

  private static byte[] bytes(String text) {
    return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
  }

  private static String lastState(SinkFixture sink) {
    return sink.query(
        "SELECT id, s, _version FROM " + sink.table("t") + " FINAL ORDER BY id FORMAT CSV");
  }

  @ParameterizedTest
  @ValueSource(strings = {"structs", "maps", "text"})
  void debeziumEventsLeaveTheLastStateOfTheSource(String kind) {
    boolean withSchema = kind.equals("structs");
    try (SinkFixture sink = new SinkFixture("debezium")) {
      createTable(sink);
      String topic = sink.topic("t");
      List<String[]> events =
          List.of(
              new String[] {"{\"id\": 1}", event("r", "null", row(1, "snap"), "10")},
              new String[] {"{\"id\": 2}", event("c", "null", row(2, "new"), "11")},
              new String[] {"{\"id\": 1}", event("u", row(1, "snap"), row(1, "upd"), "12")},
              new String[] {"{\"id\": 2}", event("d", row(2, null), "null", "13")},
              new String[] {"{\"id\": 2}", null},
              new String[] {"{\"id\": 3}", event("c", "null", row(3, "new"), "14")},
              new String[] {"{\"id\": 3}", event("d", "null", "null", "15")},
              new String[] {"{\"id\": 4}", event("c", "null", row(4, "later"), "17")},
              // Delivered out of order, as after a restart of the source connector.
              new String[] {"{\"id\": 4}", event("c", "null", row(4, "earlier"), "16")},
              new String[] {"{\"id\": 2}", event("c", "null", row(2, "again"), "18")});
      SharedServers.topics()
          .send(
              events.stream()
                  .map(
                      event ->
                          record(
                              topic,
                              event[0],
                              withSchema && event[1] != null
                                  ? "{\"schema\": " + SCHEMA + ", \"payload\": " + event[1] + "}"
                                  : event[1]))
                  .toList());
      sink.with("cdc.format", "debezium")
          .with("key.converter", JSON)
          .with("key.converter.schemas.enable", "false")
          .with("value.converter.schemas.enable", Boolean.toString(withSchema));
      if (kind.equals("text")) {
        sink.with("value.converter", "org.apache.kafka.connect.converters.ByteArrayConverter")
            .with("value.format", "json");
      }
      sink.start();
      sink.awaitCommitted("t", events.size());

      assertThat(lastState(sink)).isEqualTo("1,\"upd\",12\n2,\"again\",18\n4,\"later\",17");
      assertThat(sink.query("SELECT DISTINCT d FROM " + sink.table("t"))).isEqualTo("none");
      assertThat(sink.metrics())
          .containsEntry("RowsAcked", 9L)
          .containsEntry("RecordsIgnored", 1L)
          .containsEntry("RecordsDeadLettered", 0L);
    }
  }

  @Test
  void anEventWithoutItsPositionIsRefusedNotVersionedByZero() {
    try (SinkFixture sink = new SinkFixture("nolsn")) {
      createTable(sink);
      SharedServers.topics()
          .send(
              sink.topic("t"),
              List.of(
                  event("c", "null", row(1, "a"), "10"), event("c", "null", row(2, "b"), "null")));
      sink.with("cdc.format", "debezium").put();
      assertThat(sink.rest().awaitFailed(sink.name(), SinkFixture.PATIENCE))
          .contains(sink.topic("t") + "-0-1", "source.lsn", "cdc.version=offset");
      sink.awaitCommitted("t", 1);
      assertThat(lastState(sink)).isEqualTo("1,\"a\",10");
    }
  }

  @Test
  void aTombstoneDeletesTheRowOfItsKey() {
    try (SinkFixture sink = new SinkFixture("tombstone")) {
      createTable(sink);
      String topic = sink.topic("t");
      SharedServers.topics()
          .send(
              List.of(
                  record(topic, "{\"id\": 9}", null),
                  record(topic, "{\"id\": 1}", row(1, "a")),
                  record(topic, "{\"id\": 2}", row(2, "b")),
                  record(topic, "{\"id\": 1}", null),
                  record(topic, "{\"id\": 2}", row(2, "c")),
                  record(topic, "{\"id\": 3}", null),
                  record(topic, "{\"id\": 3}", row(3, "back"))));
      sink.with("tombstones", "delete")
          .with("key.converter", JSON)
          .with("key.converter.schemas.enable", "false")
          .start();
      sink.awaitCommitted("t", 7);
      assertThat(lastState(sink)).isEqualTo("2,\"c\",4\n3,\"back\",6");
      assertThat(sink.metrics()).containsEntry("RowsAcked", 7L);
    }
  }

  @Test
  void aTextKeyDeletesByTheConfiguredColumn() {
    try (SinkFixture sink = new SinkFixture("textkey")) {
      createTable(sink);
      String topic = sink.topic("t");
      SharedServers.topics()
          .send(
              List.of(
                  record(topic, "1", row(1, "a")),
                  record(topic, "2", row(2, "b")),
                  record(topic, "1", null)));
      sink.with("tombstones", "delete").with("delete.key.column", "id").start();
      sink.awaitCommitted("t", 3);
      assertThat(lastState(sink)).isEqualTo("2,\"b\",1");
    }
  }

  @Test
  void aTableThatKeepsDeletedRowsIsRefusedBeforeTheConnectorStarts() {
    try (SinkFixture sink = new SinkFixture("keepsdeleted")) {
      sink.query(
          "CREATE TABLE "
              + sink.table("t")
              + " (id UInt32, _version UInt64, is_deleted UInt8) ENGINE = MergeTree ORDER BY id");
      sink.with("tombstones", "delete");
      assertThatThrownBy(sink::put)
          .isInstanceOf(ConnectRestException.class)
          .hasMessageContaining("tombstones: table")
          .hasMessageContaining("ReplacingMergeTree(_version, is_deleted)");
    }
  }
}
