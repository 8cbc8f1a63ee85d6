// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.connect;

import static org.assertj.core.api.Assertions.assertThat;

import io.blockhouse.it.BuildLayout;
import io.blockhouse.it.Servers;
import io.blockhouse.it.SharedServers;
import io.blockhouse.it.SharedServersCheck;
import io.blockhouse.it.clickhouse.ClickHouseServer;
import io.blockhouse.it.kafka.ConnectWorker;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Servers and workers killed in the middle of batches: nothing is lost. */
@ExtendWith(SharedServersCheck.class)
class FaultIT {
  private static final int ROWS = 200_000;
  private static final Duration PATIENCE = Duration.ofSeconds(120);
  private static ClickHouseServer clickHouse;

  @BeforeAll
  static void startAServerThatMayBeKilled() {
    clickHouse =
        Servers.clickHouse(BuildLayout.data().resolve("faults"), BuildLayout.logs("faults"), "");
  }

  @AfterAll
  static void stopIt() {
    clickHouse.kill();
  }

  private static void fill(SinkFixture sink) {
    sink.query(
        "CREATE TABLE "
            + sink.table("t")
            + " (id UInt64, text String) ENGINE = MergeTree ORDER BY id");
    SharedServers.topics().create(sink.topic("t"), 1);
    List<String> rows =
        LongStream.range(0, ROWS)
            .mapToObj(id -> "{\"id\": " + id + ", \"text\": \"row number " + id + "\"}")
            .toList();
    SharedServers.topics().send(sink.topic("t"), 0, rows);
    // Several batches of several blocks each, so that a kill meets one in the middle.
    sink.with("batch.max.rows", "20000")
        .with("block.max.rows", "1000")
        // So long the broker keeps the partition for a worker that was killed.
        .with("consumer.override.session.timeout.ms", "6000")
        .with("retry.backoff.max.ms", "2000");
  }

  private static void assertNothingIsLost(SinkFixture sink) {
    assertThat(
            sink.query(
                "SELECT uniqExact(id), min(id), max(id), countIf(text != concat('row number ',"
                    + " toString(id))) FROM "
                    + sink.table("t")))
        .isEqualTo(ROWS + "\t0\t" + (ROWS - 1) + "\t0");
  }

  private static long copies(SinkFixture sink) {
    return Long.parseLong(sink.query("SELECT count() - uniqExact(id) FROM " + sink.table("t")));
  }

  @Test
  void killingClickHouseInTheMiddleOfABatchLosesNothing() {
    try (SinkFixture sink = new SinkFixture("killserver", clickHouse, SharedServers.worker())) {
      fill(sink);
      sink.start();
      sink.awaitCount("t", 20_000, PATIENCE);
      clickHouse.kill();
      clickHouse.start();
      sink.awaitCommitted("t", ROWS, PATIENCE);
      assertNothingIsLost(sink);
      // Only a batch whose answer was lost may be there twice, and then the task says so.
      assertThat(copies(sink)).isLessThanOrEqualTo(sink.metrics().get("RowsOfUnknownFate"));
      assertThat(sink.metrics().get("Retries")).isPositive();
    }
  }

  @Test
  void killingTheWorkerInTheMiddleOfABatchLosesNothing() {
    try (ConnectWorker worker =
        ConnectWorker.builder(
                SharedServers.kafka().bootstrapServers(), BuildLayout.logs("killworker"))
            .groupId("killworker-" + ProcessHandle.current().pid())
            .pluginPath(SharedServers.pluginPath())
            .offsetFlushIntervalMs(1_000)
            .start()) {
      SinkFixture sink = new SinkFixture("killworker", clickHouse, worker);
      fill(sink);
      sink.start();
      sink.awaitCount("t", 20_000, PATIENCE);
      worker.kill();
      worker.start();
      sink.rest().awaitRunning(sink.name(), 1, PATIENCE);
      sink.awaitCommitted("t", ROWS, PATIENCE);
      assertNothingIsLost(sink);
      sink.close();
    }
  }

  @Test
  void stoppingTheWorkerInAnOrderlyWayLosesAndDoublesNothing() {
    try (ConnectWorker worker =
        ConnectWorker.builder(
                SharedServers.kafka().bootstrapServers(), BuildLayout.logs("stopworker"))
            .groupId("stopworker-" + ProcessHandle.current().pid())
            .pluginPath(SharedServers.pluginPath())
            .offsetFlushIntervalMs(60_000)
            .start()) {
      SinkFixture sink = new SinkFixture("stopworker", clickHouse, worker);
      fill(sink);
      sink.start();
      sink.awaitCount("t", 20_000, PATIENCE);
      worker.stop();
      worker.start();
      sink.rest().awaitRunning(sink.name(), 1, PATIENCE);
      sink.awaitCount("t", ROWS, PATIENCE);
      assertNothingIsLost(sink);
      assertThat(copies(sink)).isZero();
      sink.close();
    }
  }
}
