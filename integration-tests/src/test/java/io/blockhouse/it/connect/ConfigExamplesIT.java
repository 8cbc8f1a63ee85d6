// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.connect;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.blockhouse.it.BuildLayout;
import io.blockhouse.it.SharedServers;
import io.blockhouse.it.SharedServersCheck;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every example is run: its records arrive, with only addresses and names changed. Those that need
 * other tables or records than the rest have a test of their own.
 */
@ExtendWith(SharedServersCheck.class)
class ConfigExamplesIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String SCHEMA =
      "{\"type\": \"struct\", \"fields\": [{\"field\": \"id\", \"type\": \"int64\"}]}";

  private static final String ROUTING = "routing.json";
  private static final String DEBEZIUM = "debezium.json";
  private static final String EXACTLY_ONCE = "exactly-once.json";
  private static final List<String> WITH_OWN_TEST = List.of(ROUTING, DEBEZIUM, EXACTLY_ONCE);

  private static List<Path> all() throws IOException {
    try (Stream<Path> files = Files.list(BuildLayout.configExamples())) {
      return files.filter(file -> file.toString().endsWith(".json")).sorted().toList();
    }
  }

  static Stream<Path> examples() throws IOException {
    return all().stream().filter(file -> !WITH_OWN_TEST.contains(file.getFileName().toString()));
  }

  @Test
  void thereAreExamples() throws IOException {
    assertThat(examples()).hasSizeGreaterThanOrEqualTo(4);
    assertThat(all()).extracting(file -> file.getFileName().toString()).containsAll(WITH_OWN_TEST);
  }

  /** Takes an example's keys over, save those that say where ClickHouse is. */
  private static void configure(SinkFixture sink, JsonNode config) {
    config
        .properties()
        .forEach(
            entry -> {
              boolean address =
                  entry.getKey().matches("clickhouse\\.(hosts|database|user|password)");
              if (!address) {
                sink.with(entry.getKey(), entry.getValue().asText());
              }
            });
  }

  private static JsonNode config(String file) throws IOException {
    return JSON.readTree(BuildLayout.configExamples().resolve(file).toFile()).path("config");
  }

  @ParameterizedTest
  @MethodSource("examples")
  void deliversRecords(Path example, @TempDir Path folder) throws IOException {
    JsonNode config = JSON.readTree(example.toFile()).path("config");
    boolean withTls = config.path("clickhouse.tls").asText().equals("true");
    try (TlsEndpoint tls = new TlsEndpoint(SharedServers.clickHouse(), folder);
        SinkFixture sink = new SinkFixture("example")) {
      sink.query("CREATE TABLE " + sink.table("t") + " (id UInt64) ENGINE = MergeTree ORDER BY id");
      SharedServers.topics().create(sink.topic("t"), 1);
      configure(sink, config);
      sink.with("topics", sink.topic("t"));
      sink.config()
          .computeIfPresent(
              "topic.to.table.map", (key, map) -> sink.topic("t") + "=" + sink.table("t"));
      sink.config()
          .computeIfPresent(
              "errors.deadletterqueue.topic.name", (key, topic) -> sink.topic("dead"));
      if (withTls) {
        sink.with("clickhouse.hosts", tls.hostAndPort());
        sink.config()
            .replaceAll(
                (key, value) -> key.matches("clickhouse\\.tls\\..*") ? tls.file(value) : value);
      }
      // An example for large batches waits long for more rows; the test need not.
      sink.config().computeIfPresent("batch.linger.ms", (key, linger) -> "1000");
      sink.start();

      boolean withSchema = config.path("value.converter.schemas.enable").asText().equals("true");
      boolean isCsv = config.path("value.format").asText().equals("csv");
      List<String> values =
          (isCsv ? Stream.of("1", "2") : Stream.of("{\"id\": 1}", "{\"id\": 2}"))
              .map(
                  value ->
                      withSchema
                          ? "{\"schema\": " + SCHEMA + ", \"payload\": " + value + "}"
                          : value)
              .toList();
      SharedServers.topics().send(sink.topic("t"), values);
      sink.awaitCount("t", 2);
      assertThat(
              sink.query(
                  "SELECT groupArray(id) FROM (SELECT id FROM "
                      + sink.table("t")
                      + " ORDER BY id)"))
          .isEqualTo("[1,2]");
      assertThat(tls.handshakes() > 0).isEqualTo(withTls);
    }
  }

  @Test
  void routingDeliversToEachOfItsTables() throws IOException {
    try (SinkFixture sink = new SinkFixture("example")) {
      String eu = sink.name() + "_sales_eu";
      String us = sink.name() + "_sales_us";
      try {
        configure(sink, config(ROUTING));
        rename(sink, "topics", "(^|,)", "$1" + sink.topic(""));
        rename(sink, "topic.to.table.map", "clicks=web", sink.topic("clicks=" + sink.name()));
        rename(sink, "topic.to.table.regex", "shop", sink.topic("shop"));
        rename(sink, "topic.to.table.regex", "=sales", "=" + sink.name() + "_sales");
        Map<String, String> tables = new LinkedHashMap<>();
        tables.put("shop.orders.eu", eu + ".orders");
        tables.put("shop.orders.us", us + ".orders");
        tables.put("clicks", sink.name() + ".clicks_de");
        tables.put("audit", sink.table("audit_acme"));
        sink.query("CREATE DATABASE " + eu);
        sink.query("CREATE DATABASE " + us);
        tables.forEach(
            (suffix, table) -> {
              sink.query("CREATE TABLE " + table + " (id UInt64) ENGINE = MergeTree ORDER BY id");
              SharedServers.topics().create(sink.topic(suffix), 1);
              byte[] value = "{\"id\": 7, \"country\": \"de\"}".getBytes(StandardCharsets.UTF_8);
              ProducerRecord<byte[], byte[]> record =
                  new ProducerRecord<>(sink.topic(suffix), value);
              record.headers().add("tenant", "acme".getBytes(StandardCharsets.UTF_8));
              SharedServers.topics().send(List.of(record));
            });
        sink.start();
        tables.forEach(
            (suffix, table) -> {
              sink.awaitCommitted(suffix, 1);
              assertThat(sink.query("SELECT groupArray(id) FROM " + table)).isEqualTo("[7]");
            });
      } finally {
        sink.query("DROP DATABASE IF EXISTS " + eu);
        sink.query("DROP DATABASE IF EXISTS " + us);
      }
    }
  }

  private static void rename(SinkFixture sink, String key, String regex, String replacement) {
    sink.config().computeIfPresent(key, (any, value) -> value.replaceAll(regex, replacement));
  }

  @Test
  void debeziumLeavesTheRowsThatTheSourceHas() throws IOException {
    try (SinkFixture sink = new SinkFixture("example")) {
      sink.query(
          "CREATE TABLE "
              + sink.table("t")
              + " (id UInt64, _version UInt64, is_deleted UInt8)"
              + " ENGINE = ReplacingMergeTree(_version, is_deleted) ORDER BY id");
      SharedServers.topics().create(sink.topic("t"), 1);
      configure(sink, config(DEBEZIUM));
      sink.with("topics", sink.topic("t"))
          .with("topic.to.table.map", sink.topic("t") + "=" + sink.table("t"))
          .with("errors.deadletterqueue.topic.name", sink.topic("dead"))
          .start();
      String row =
          SCHEMA.replace("\"fields\"", "\"optional\": true, \"field\": \"%s\", \"fields\"");
      String lsn = "{\"field\": \"lsn\", \"type\": \"int64\"}";
      String schema =
          "{\"type\": \"struct\", \"fields\": [{\"field\": \"op\", \"type\": \"string\"}, "
              + String.join(", ", row.formatted("before"), row.formatted("after"))
              + ", {\"field\": \"source\", \"type\": \"struct\", \"fields\": ["
              + lsn
              + "]}]}";
      List<String> events =
          Stream.of(
                  "{\"op\": \"c\", \"after\": {\"id\": 1}, \"source\": {\"lsn\": 1}}",
                  "{\"op\": \"c\", \"after\": {\"id\": 2}, \"source\": {\"lsn\": 2}}",
                  "{\"op\": \"d\", \"before\": {\"id\": 1}, \"source\": {\"lsn\": 3}}")
              .map(event -> "{\"schema\": " + schema + ", \"payload\": " + event + "}")
              .toList();
      SharedServers.topics().send(sink.topic("t"), events);
      sink.awaitCommitted("t", 3);
      assertThat(sink.query("SELECT id, _version FROM " + sink.table("t") + " FINAL"))
          .isEqualTo("2\t2");
    }
  }

  /** The table is the one that the folder's README shows. */
  @Test
  void exactlyOnceDeliversIntoTheTableOfTheReadme() throws IOException {
    try (SinkFixture sink = new SinkFixture("example")) {
      String ddl =
          MarkdownSql.in(BuildLayout.configExamples().resolve("README.md")).stream()
              .filter(statement -> statement.startsWith("CREATE TABLE default.orders"))
              .findFirst()
              .orElseThrow();
      sink.query(ddl.replace("default.orders", sink.table("t")));
      SharedServers.topics().create(sink.topic("t"), 2);
      configure(sink, config(EXACTLY_ONCE));
      sink.with("topics", sink.topic("t"));
      sink.with("batch.linger.ms", "200").with("tasks.max", "1").start();
      SharedServers.topics().send(sink.topic("t"), 0, List.of("{\"id\": 1}", "{\"id\": 2}"));
      SharedServers.topics().send(sink.topic("t"), 1, List.of("{\"id\": 3}"));
      sink.awaitCount("t", 3);
      sink.rest().restart(sink.name());
      sink.awaitCommitted("t", 2);
      assertThat(sink.query("SELECT * FROM " + sink.table("t") + " ORDER BY id"))
          .isEqualTo("1\t%1$s\t0\t0\n2\t%1$s\t0\t1\n3\t%1$s\t1\t0".formatted(sink.topic("t")));
      assertThat(
              sink.query(
                  "SELECT partition, to_offset FROM "
                      + sink.name()
                      + ".blockhouse_ledger ORDER BY partition"))
          .isEqualTo("0\t2\n1\t1");
    }
  }
}
