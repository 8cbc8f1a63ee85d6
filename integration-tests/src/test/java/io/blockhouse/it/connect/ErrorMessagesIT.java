// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.blockhouse.it.SharedServers;
import io.blockhouse.it.SharedServersCheck;
import io.blockhouse.it.kafka.ConnectRestException;
import io.blockhouse.it.process.FreePorts;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a user is told over REST when something is wrong. */
@ExtendWith(SharedServersCheck.class)
class ErrorMessagesIT {
  private static final String CONNECTOR = "ClickHouseSinkConnector";

  /** The messages of a validate answer, each with its key. */
  private static List<String> problems(SinkFixture sink) {
    List<String> problems = new ArrayList<>();
    for (JsonNode config : sink.rest().validate(CONNECTOR, sink.config()).path("configs")) {
      for (JsonNode error : config.at("/value/errors")) {
        problems.add(config.at("/value/name").asText() + ": " + error.asText());
      }
    }
    return problems;
  }

  @Test
  void aHealthyConfigurationHasNoProblems() {
    try (SinkFixture sink = new SinkFixture("healthy")) {
      sink.query("CREATE TABLE " + sink.table("t") + " (id UInt64) ENGINE = Null");
      sink.with("name", sink.name()).with("topics", sink.topic("t"));
      assertThat(problems(sink)).isEmpty();
    }
  }

  @Test
  void anUnreachableHostIsNamedWithItsPort() {
    int closedPort = FreePorts.next();
    try (SinkFixture sink = new SinkFixture("unreachable")) {
      sink.with("name", sink.name())
          .with("topics", sink.topic("t"))
          .with("clickhouse.hosts", "127.0.0.1:" + closedPort);
      assertThat(problems(sink))
          .hasSize(1)
          .allSatisfy(
              problem ->
                  assertThat(problem)
                      .startsWith("clickhouse.hosts:")
                      .contains("127.0.0.1:" + closedPort));
      assertThatThrownBy(sink::put)
          .isInstanceOf(ConnectRestException.class)
          .hasMessageContaining("127.0.0.1:" + closedPort);
    }
  }

  @Test
  void aTableThatIsMissingBesideAnotherHoldsUpItsOwnRecordsOnly() {
    try (SinkFixture sink = new SinkFixture("onemissing")) {
      sink.query(
          "CREATE TABLE " + sink.table("here") + " (id UInt64) ENGINE = MergeTree ORDER BY id");
      for (String name : List.of("here", "absent")) {
        SharedServers.topics().create(sink.topic(name), 1);
        SharedServers.topics().send(sink.topic(name), List.of("{\"id\": 1}", "{\"id\": 2}"));
      }
      sink.with("topics", sink.topic("absent") + "," + sink.topic("here")).put();
      awaitIds(sink, "here");
      sink.query(
          "CREATE TABLE " + sink.table("absent") + " (id UInt64) ENGINE = MergeTree ORDER BY id");
      awaitIds(sink, "absent");
    }
  }

  private static void awaitIds(SinkFixture sink, String table) {
    await()
        .atMost(SinkFixture.PATIENCE)
        .until(
            () -> sink.query("SELECT groupArray(id) FROM " + sink.table(table)), "[1,2]"::equals);
  }

  @Test
  void aTableThatDisappearsFailsTheOnlyTaskThatNeedsItAndLosesNothing() {
    try (SinkFixture sink = new SinkFixture("disappears")) {
      SharedServers.topics().create(sink.topic("absent"), 1);
      SharedServers.topics().send(sink.topic("absent"), List.of("{\"id\": 1}", "{\"id\": 2}"));
      // A regex: validation cannot know the topics, so only the running task can find out.
      sink.with("topics.regex", sink.topic("abs.*")).put();
      String failure = sink.rest().awaitFailed(sink.name(), SinkFixture.PATIENCE);
      assertThat(failure).contains(sink.table("absent")).contains("does not exist");

      sink.query(
          "CREATE TABLE " + sink.table("absent") + " (id UInt64) ENGINE = MergeTree ORDER BY id");
      sink.rest().restart(sink.name());
      awaitIds(sink, "absent");
    }
  }

  @Test
  void aTypeThatCannotBeWrittenIsNamedWithItsColumn() {
    try (SinkFixture sink = new SinkFixture("badtype")) {
      sink.query(
          "CREATE TABLE "
              + sink.table("t")
              + " (id UInt64, total AggregateFunction(sum, UInt64)) ENGINE = Memory");
      sink.with("name", sink.name()).with("topics", sink.topic("t"));
      assertThat(problems(sink))
          .hasSize(1)
          .allSatisfy(
              problem -> assertThat(problem).contains("total", "AggregateFunction(sum, UInt64)"));
    }
  }

  @Test
  void aMalformedConfigurationNamesEachKey() {
    try (SinkFixture sink = new SinkFixture("malformed")) {
      sink.with("name", sink.name())
          .with("topics", "t")
          .with("batch.max.rows", "many")
          .with("clickhouse.compression", "rar")
          .with("clickhouse.settings.async_insert", "1");
      List<String> problems = problems(sink);
      assertThat(problems).anyMatch(problem -> problem.startsWith("batch.max.rows:"));
      assertThat(problems).anyMatch(problem -> problem.startsWith("clickhouse.compression:"));
      assertThat(problems)
          .anyMatch(problem -> problem.startsWith("clickhouse.settings.async_insert:"));
    }
  }

  @Test
  void thePasswordIsNotInTheWorkersLog() throws Exception {
    try (SinkFixture sink = new SinkFixture("secret")) {
      sink.query("CREATE TABLE " + sink.table("t") + " (id UInt64) ENGINE = Null");
      SharedServers.topics().create(sink.topic("t"), 1);
      sink.start();
      Map<String, String> config = sink.config();
      assertThat(Files.readString(SharedServers.worker().log()))
          .contains("Blockhouse")
          .doesNotContain(config.get("clickhouse.password"));
    }
  }
}
