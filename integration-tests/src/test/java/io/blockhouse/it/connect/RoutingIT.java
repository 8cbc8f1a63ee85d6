// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.blockhouse.it.SharedServers;
import io.blockhouse.it.SharedServersCheck;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Records of one topic go to several tables and databases. */
@ExtendWith(SharedServersCheck.class)
class RoutingIT {
  private static final String TEXT_HEADERS = "org.apache.kafka.connect.storage.StringConverter";

  private static ProducerRecord<byte[], byte[]> record(
      String topic, String value, String... header) {
    ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(topic, 0, null, bytes(value));
    for (int i = 0; i < header.length; i += 2) {
      record.headers().add(header[i], bytes(header[i + 1]));
    }
    return record;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void createTable(SinkFixture sink, String name) {
    sink.query("CREATE TABLE " + name + " (id UInt64) ENGINE = MergeTree ORDER BY id");
  }

  private static String ids(SinkFixture sink, String table) {
    return sink.query("SELECT arraySort(groupArray(id)) FROM " + table);
  }

  @Test
  void aHeaderNamesTheTableAndARecordWithoutItIsReported() {
    try (SinkFixture sink = new SinkFixture("routeheader")) {
      String topic = sink.topic("t");
      SharedServers.topics().create(topic, 1);
      createTable(sink, sink.table("t") + "_007");
      createTable(sink, "`" + sink.name() + "`.`" + topic + "_a.b`");
      List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
      for (int id = 0; id < 1_000; id++) {
        records.add(record(topic, "{\"id\": " + id + "}", "tenant", id % 2 == 0 ? "007" : "a.b"));
      }
      records.add(500, record(topic, "{\"id\": 9999}", "other", "SENTINEL"));
      SharedServers.topics().send(records);
      sink.with("table.name.format", "${topic}_${header:tenant}")
          .with("header.converter", TEXT_HEADERS)
          .with("errors.tolerance", "all")
          .with("errors.deadletterqueue.topic.name", sink.topic("dead"))
          .with("errors.deadletterqueue.topic.replication.factor", "1")
          .with("errors.deadletterqueue.context.headers.enable", "true")
          .start();
      sink.awaitCommitted("t", 1_001);

      String count = "SELECT count(), uniqExact(id), sum(id % 2) FROM ";
      assertThat(sink.query(count + sink.table("t") + "_007")).isEqualTo("500\t500\t0");
      assertThat(sink.query(count + sink.name() + ".`" + topic + "_a.b`"))
          .isEqualTo("500\t500\t500");
      ConsumerRecord<byte[], byte[]> reported =
          SharedServers.topics().read(sink.topic("dead"), 1, Duration.ofSeconds(30)).get(0);
      String message =
          new String(
              reported.headers().lastHeader("__connect.errors.exception.message").value(),
              StandardCharsets.UTF_8);
      assertThat(message).contains("${header:tenant}").doesNotContain("SENTINEL");
      assertThat(sink.metrics())
          .containsEntry("RecordsReceived", 1_001L)
          .containsEntry("RecordsDeadLettered", 1L);
    }
  }

  @Test
  void aRecordWithoutItsRouteFailsTheTaskWhereNothingIsReported() {
    try (SinkFixture sink = new SinkFixture("routefail")) {
      SharedServers.topics().create(sink.topic("t"), 1);
      createTable(sink, sink.name() + ".de");
      SharedServers.topics()
          .send(
              sink.topic("t"),
              List.of("{\"id\": 1, \"c\": \"de\"}", "{\"id\": 2}", "{\"id\": 3, \"c\": \"de\"}"));
      sink.with("table.name.format", "${field:c}").put();
      assertThat(sink.rest().awaitFailed(sink.name(), SinkFixture.PATIENCE))
          .contains(sink.topic("t") + "-0-1", "${field:c}");
      sink.awaitCommitted("t", 1);
    }
  }

  @Test
  void aFieldNamesTheTable() {
    try (SinkFixture sink = new SinkFixture("routefield")) {
      SharedServers.topics().create(sink.topic("t"), 1);
      createTable(sink, sink.name() + ".clicks_de");
      createTable(sink, sink.name() + ".clicks_7");
      SharedServers.topics()
          .send(
              sink.topic("t"),
              List.of(
                  "{\"id\": 1, \"at\": {\"country\": \"de\"}}",
                  "{\"id\": 2, \"at\": {\"country\": 7}}",
                  "{\"id\": 3, \"at\": {\"country\": \"de\"}}"));
      sink.with("table.name.format", "clicks_${field:at.country}").start();
      sink.awaitCommitted("t", 3);
      assertThat(ids(sink, sink.name() + ".clicks_de")).isEqualTo("[1,3]");
      assertThat(ids(sink, sink.name() + ".clicks_7")).isEqualTo("[2]");
    }
  }

  @Test
  void capturesOfARegexNameTwoDatabases() {
    try (SinkFixture sink = new SinkFixture("routeregex")) {
      String eu = sink.name() + "_eu";
      String us = sink.name() + "_us";
      List<String> suffixes = List.of("eu.orders", "us.orders", "us.users.v1", "rest");
      try {
        sink.query("CREATE DATABASE " + eu);
        sink.query("CREATE DATABASE " + us);
        createTable(sink, eu + ".orders");
        createTable(sink, us + ".orders");
        createTable(sink, us + ".`users.v1`");
        createTable(sink, sink.table("rest"));
        for (int i = 0; i < suffixes.size(); i++) {
          SharedServers.topics().create(sink.topic(suffixes.get(i)), 1);
          SharedServers.topics().send(sink.topic(suffixes.get(i)), List.of("{\"id\": " + i + "}"));
        }
        sink.with("topics", String.join(",", suffixes.stream().map(sink::topic).toList()))
            .with("topic.to.table.regex", sink.name() + "_(\\w+)\\.(.+)=" + sink.name() + "_$1.$2")
            .start();
        await()
            .atMost(SinkFixture.PATIENCE)
            .pollInterval(Duration.ofMillis(100))
            .untilAsserted(
                () -> {
                  assertThat(ids(sink, eu + ".orders")).isEqualTo("[0]");
                  assertThat(ids(sink, us + ".orders")).isEqualTo("[1]");
                  assertThat(ids(sink, us + ".`users.v1`")).isEqualTo("[2]");
                  assertThat(ids(sink, sink.table("rest"))).isEqualTo("[3]");
                });
      } finally {
        sink.query("DROP DATABASE IF EXISTS " + eu);
        sink.query("DROP DATABASE IF EXISTS " + us);
      }
    }
  }
}
