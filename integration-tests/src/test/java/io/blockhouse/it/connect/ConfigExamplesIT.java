// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.connect;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.blockhouse.it.BuildLayout;
import io.blockhouse.it.SharedServers;
import io.blockhouse.it.SharedServersCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every example is run: its records arrive, with only addresses and names changed. */
@ExtendWith(SharedServersCheck.class)
class ConfigExamplesIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String SCHEMA =
      "{\"type\": \"struct\", \"fields\": [{\"field\": \"id\", \"type\": \"int64\"}]}";

  static Stream<Path> examples() throws IOException {
    try (Stream<Path> files = Files.list(BuildLayout.configExamples())) {
      return files.filter(file -> file.toString().endsWith(".json")).sorted().toList().stream();
    }
  }

  @Test
  void thereAreExamples() throws IOException {
    assertThat(examples()).hasSizeGreaterThanOrEqualTo(4);
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
      List<String> values =
          Stream.of("{\"id\": 1}", "{\"id\": 2}")
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
}
