// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.connect;

import static org.assertj.core.api.Assertions.assertThat;

import io.blockhouse.it.BuildLayout;
import io.blockhouse.it.SharedServers;
import io.blockhouse.it.SharedServersCheck;
import io.blockhouse.it.kafka.ConnectWorker;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The packaged plugin in a Connect 3.9 worker with Kafka 3.9's own versions of everything, against
 * the broker of today.
 */
@ExtendWith(SharedServersCheck.class)
class OlderConnectIT {
  private static ConnectWorker worker;

  @BeforeAll
  static void startTheOlderWorker() {
    worker =
        ConnectWorker.builder(
                SharedServers.kafka().bootstrapServers(), BuildLayout.logs("older-connect"))
            .groupId("older-connect-" + ProcessHandle.current().pid())
            .libs(BuildLayout.olderConnectLibs())
            .pluginPath(SharedServers.pluginPath())
            .start();
    assertThat(worker.rest().root().path("version").asText()).startsWith("3.9.");
  }

  @AfterAll
  static void endIt() {
    worker.close();
  }

  private static SinkFixture sink(String test) {
    return new SinkFixture(test, SharedServers.clickHouse(), worker);
  }

  @Test
  void recordsArriveAndABadOneIsADeadLetter() throws IOException {
    try (SinkFixture sink = sink("older")) {
      sink.query(
          "CREATE TABLE "
              + sink.table("t")
              + " (id UInt64, at DateTime64(3, 'UTC'), n Nullable(Int8), tags Array(String), tag"
              + " String DEFAULT 'none') ENGINE = MergeTree ORDER BY id");
      SharedServers.topics().create(sink.topic("t"), 1);
      sink.with("errors.tolerance", "all")
          .with("errors.deadletterqueue.topic.name", sink.topic("dead"))
          .with("errors.deadletterqueue.topic.replication.factor", "1")
          .start();
      SharedServers.topics()
          .send(
              sink.topic("t"),
              0,
              List.of(
                  "{\"id\": 1, \"at\": \"2024-07-01T12:00:00.123Z\", \"n\": -128, \"tags\": []}",
                  "{\"id\": \"no number\"}",
                  "{\"id\": 3, \"at\": 0, \"n\": null, \"tags\": [\"a\", \"ü\"], \"tag\": \"x\"}"));
      sink.awaitCount("t", 2);
      assertThat(sink.query("SELECT * FROM " + sink.table("t") + " ORDER BY id").lines())
          .containsExactly(
              "1\t2024-07-01 12:00:00.123\t-128\t[]\tnone",
              "3\t1970-01-01 00:00:00.000\t\\N\t['a','ü']\tx");
      assertThat(SharedServers.topics().read(sink.topic("dead"), 1, Duration.ofSeconds(20)))
          .singleElement()
          .satisfies(
              letter -> assertThat(letter.value()).asString().contains("\"id\": \"no number\""));
      sink.awaitCommitted("t", 3);
      assertThat(sink.metrics())
          .containsEntry("RecordsReceived", 3L)
          .containsEntry("RowsAcked", 2L)
          .containsEntry("RecordsDeadLettered", 1L);
    }
    assertTheLogIsHealthy();
  }

  @Test
  void batchesOfManyBlocksArriveOnceOverARestartOfTheTask() throws IOException {
    int rows = 50_000;
    try (SinkFixture sink = sink("olderbatches")) {
      sink.query("CREATE TABLE " + sink.table("t") + " (id UInt64) ENGINE = MergeTree ORDER BY id");
      SharedServers.topics().create(sink.topic("t"), 1);
      sink.with("batch.max.rows", "10000").with("block.max.rows", "1000").start();
      List<String> records =
          LongStream.range(0, rows).mapToObj(id -> "{\"id\": " + id + "}").toList();
      SharedServers.topics().send(sink.topic("t"), 0, records);
      sink.awaitCount("t", 10_000);
      sink.rest().restart(sink.name());
      sink.awaitCommitted("t", rows);
      assertThat(sink.query("SELECT count(), uniqExact(id), max(id) FROM " + sink.table("t")))
          .isEqualTo(rows + "\t" + rows + "\t" + (rows - 1));
    }
    assertTheLogIsHealthy();
  }

  /** An API that is not there shows itself as a LinkageError, wherever it ends up. */
  private static void assertTheLogIsHealthy() throws IOException {
    assertThat(Files.readString(worker.log()))
        .contains("Added plugin 'io.blockhouse.connect.ClickHouseSinkConnector'")
        .doesNotContain(
            "NoSuchMethod",
            "NoSuchField",
            "NoClassDefFound",
            "ClassNotFound",
            "AbstractMethodError",
            "IncompatibleClassChange",
            "VerifyError",
            "UnsatisfiedLink");
  }
}
