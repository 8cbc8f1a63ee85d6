// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.connect;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.blockhouse.it.BuildLayout;
import io.blockhouse.it.Servers;
import io.blockhouse.it.SharedServers;
import io.blockhouse.it.SharedServersCheck;
import io.blockhouse.it.clickhouse.ClickHouseServer;
import io.blockhouse.it.process.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * What {@code PUT /connector-plugins/.../config/validate} of a real worker answers to each mistake:
 * one sentence that says what to do, at the key to change, soon, and without the password.
 */
@ExtendWith(SharedServersCheck.class)
class ValidationIT {
  private static final Duration SOON = Duration.ofSeconds(15);

  /** Like no other word in a log. */
  private static final String PASSWORD = "pw-6f1c0a7e52";

  /** Connect's own words about a key that the connector does not define. */
  private static final String UNDEFINED = "Configuration is not defined";

  private static SinkFixture fixture(String test) {
    SinkFixture sink = new SinkFixture(test);
    sink.query("CREATE TABLE " + sink.table("t") + " (id UInt64) ENGINE = Null");
    return sink.with("name", sink.name()).with("topics", sink.topic("t"));
  }

  /** Messages by key, after the checks that hold for every answer. */
  private static Map<String, List<String>> problems(SinkFixture sink) throws IOException {
    long start = System.nanoTime();
    JsonNode answer = sink.rest().validate("ClickHouseSinkConnector", sink.config());
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(SOON);
    Map<String, List<String>> problems = new TreeMap<>();
    for (JsonNode config : answer.path("configs")) {
      for (JsonNode error : config.at("/value/errors")) {
        if (!error.asText().startsWith(UNDEFINED)) {
          problems
              .computeIfAbsent(config.at("/value/name").asText(), key -> new ArrayList<>())
              .add(error.asText());
        }
      }
    }
    String password = sink.config().get("clickhouse.password");
    assertThat(answer.toString()).doesNotContain(password);
    assertThat(Files.readString(SharedServers.worker().log())).doesNotContain(password);
    return problems;
  }

  private static void assertOneProblem(SinkFixture sink, String key, String... parts)
      throws IOException {
    Map<String, List<String>> problems = problems(sink);
    assertThat(problems).containsOnlyKeys(key);
    assertThat(problems.get(key)).hasSize(1);
    assertThat(problems.get(key).get(0)).startsWith(key + ": ").contains(parts);
  }

  @Test
  void anUnknownHost() throws IOException {
    try (SinkFixture sink = fixture("unknownhost")) {
      sink.with("clickhouse.hosts", "clickhouse.invalid:9000")
          .with("clickhouse.password", PASSWORD);
      assertOneProblem(
          sink,
          "clickhouse.hosts",
          "the name clickhouse.invalid is not known",
          "Check its spelling");
    }
  }

  @Test
  void aClosedPort() throws IOException {
    try (SinkFixture sink = fixture("closedport")) {
      String address = "127.0.0.1:" + FreePorts.next();
      sink.with("clickhouse.hosts", address).with("clickhouse.password", PASSWORD);
      assertOneProblem(sink, "clickhouse.hosts", address, "refused", "heck");
    }
  }

  @Test
  void theHttpPort() throws IOException {
    try (SinkFixture sink = fixture("httpport")) {
      ClickHouseServer server = SharedServers.clickHouse();
      sink.with("clickhouse.hosts", server.host() + ":" + server.httpPort());
      assertOneProblem(sink, "clickhouse.hosts", "HTTP", "native", "9000");
    }
  }

  @Test
  void aMissingTable() throws IOException {
    try (SinkFixture sink = fixture("missingtable")) {
      sink.with("topics", "orders");
      assertOneProblem(
          sink, "topics", "table 'orders' of database '" + sink.name() + "'", "CREATE TABLE");
    }
  }

  @Test
  void aTableNameWithATypingError() throws IOException {
    try (SinkFixture sink = fixture("typo")) {
      sink.query("CREATE TABLE " + sink.name() + ".purchases (id UInt64) ENGINE = Null");
      sink.with("topic.to.table.map", sink.topic("t") + "=purchase");
      assertOneProblem(
          sink, "topic.to.table.map", "table 'purchase'", "Did you mean table 'purchases'?");
    }
  }

  @Test
  void aMisspeltOption() throws IOException {
    try (SinkFixture sink = fixture("misspelt")) {
      sink.with("batch.max.row", "1000");
      assertOneProblem(sink, "batch.max.row", "no such option", "Did you mean batch.max.rows?");
    }
  }

  @Test
  void theMisspeltOptionOfThePassword() throws IOException {
    try (SinkFixture sink = fixture("misspeltpassword")) {
      sink.with("clickhouse.pasword", sink.config().get("clickhouse.password"));
      assertOneProblem(sink, "clickhouse.pasword", "Did you mean clickhouse.password?");
    }
  }

  @Test
  void optionsThatContradictEachOther() throws IOException {
    try (SinkFixture sink = fixture("contradiction")) {
      sink.with("block.max.bytes", "8388608")
          .with("buffer.max.bytes", "8388608")
          .with("clickhouse.settings.async_insert", "1");
      Map<String, List<String>> problems = problems(sink);
      assertThat(problems).containsOnlyKeys("buffer.max.bytes", "clickhouse.settings.async_insert");
      assertThat(problems.get("buffer.max.bytes").get(0))
          .contains("2 x block.max.bytes", "Raise buffer.max.bytes or lower block.max.bytes");
    }
  }

  /** On servers of their own: the embedded engine may not survive a refused login. */
  @Test
  void aWrongPassword() throws IOException {
    ClickHouseServer server =
        Servers.clickHouse(
            BuildLayout.data().resolve("wrongpassword"), BuildLayout.logs("wrongpassword"), "");
    try (SinkFixture sink = new SinkFixture("wrongpassword", server, SharedServers.worker())) {
      sink.query("CREATE TABLE " + sink.table("t") + " (id UInt64) ENGINE = Null");
      sink.with("name", sink.name())
          .with("topics", sink.topic("t"))
          .with("clickhouse.password", PASSWORD);
      assertOneProblem(
          sink,
          "clickhouse.password",
          "refused the login of user '" + server.user() + "'",
          "Check clickhouse.user and clickhouse.password");
      server.kill();
    }
  }

  @Test
  void aMissingDatabase() throws IOException {
    ClickHouseServer server =
        Servers.clickHouse(
            BuildLayout.data().resolve("nodatabase"), BuildLayout.logs("nodatabase"), "");
    try (SinkFixture sink = new SinkFixture("nodatabase", server, SharedServers.worker())) {
      sink.with("name", sink.name())
          .with("topics", "orders")
          .with("clickhouse.database", "no_such_database");
      assertOneProblem(
          sink,
          "clickhouse.database",
          "there is no database 'no_such_database'",
          "CREATE DATABASE `no_such_database`");
      server.kill();
    }
  }
}
