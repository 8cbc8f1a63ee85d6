// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.blockhouse.it.BuildLayout;
import io.blockhouse.it.SharedServers;
import io.blockhouse.it.SharedServersCheck;
import io.blockhouse.it.clickhouse.NeedsOldestServer;
import io.blockhouse.it.kafka.ConnectRest;
import io.blockhouse.it.kafka.ConnectWorker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The connector in a real worker, with ClickHouse 18.16 behind it. */
@NeedsOldestServer
@ExtendWith(SharedServersCheck.class)
class OldestServerConnectIT {
  private static final int BLOCK_ROWS = 1_000;
  private static final int OPEN_ROWS = 20 * BLOCK_ROWS;

  private static SinkFixture sink(String test) {
    return sink(test, SharedServers.worker());
  }

  private static SinkFixture sink(String test, ConnectWorker worker) {
    return new SinkFixture(test, SharedServers.oldestClickHouse(), worker);
  }

  private static void fill(SinkFixture sink, int rows) {
    sink.query("CREATE TABLE " + sink.table("t") + " (id UInt64) ENGINE = MergeTree ORDER BY id");
    SharedServers.topics().create(sink.topic("t"), 1);
    SharedServers.topics()
        .send(
            sink.topic("t"),
            0,
            LongStream.range(0, rows).mapToObj(id -> "{\"id\": " + id + "}").toList());
  }

  /** The messages of a validate answer, each with its key. */
  private static List<String> problems(SinkFixture sink) {
    List<String> problems = new ArrayList<>();
    sink.with("name", sink.name()).with("topics", sink.topic("t"));
    JsonNode answer = sink.rest().validate("ClickHouseSinkConnector", sink.config());
    for (JsonNode config : answer.path("configs")) {
      for (JsonNode error : config.at("/value/errors")) {
        problems.add(config.at("/value/name").asText() + ": " + error.asText());
      }
    }
    return problems;
  }

  @Test
  void schemalessJsonArrivesExactlyAsSent() {
    try (SinkFixture sink = sink("oldschemaless")) {
      sink.query(
          "CREATE TABLE "
              + sink.table("t")
              + " (id UInt64, i8 Int8, u16 UInt16, i64 Int64, u64 UInt64, f32 Float32, f64"
              + " Float64, ok UInt8, s String, fs FixedString(4), d Date, dt"
              + " DateTime('Europe/Berlin'), plain DateTime, u UUID, n Nullable(Int32), tags"
              + " Array(String), deep Array(Array(Nullable(Float64)))) ENGINE = MergeTree ORDER BY"
              + " id");
      SharedServers.topics().create(sink.topic("t"), 1);
      sink.start();
      SharedServers.topics()
          .send(
              sink.topic("t"),
              List.of(
                  """
                  {"id": 1, "i8": -128, "u16": 65535, "i64": -9223372036854775808, "u64": 0,
                   "f32": 0.5, "f64": 0.1, "ok": true, "s": "Zürich 漢字 😀", "fs": "ab",
                   "d": "2024-02-29", "dt": "2024-07-01T12:00:00+02:00", "plain": 1719835200,
                   "u": "00112233-4455-6677-8899-aabbccddeeff", "n": null, "tags": ["a", ""],
                   "deep": [[1.5, null], []]}
                  """,
                  """
                  {"id": 2, "i8": 127, "u16": 0, "i64": 9223372036854775807,
                   "u64": 9223372036854775807, "f32": -1.0, "f64": 1e300, "ok": false, "s": "",
                   "fs": "abcd", "d": 19782, "dt": 1719835200, "plain": "2024-07-01T12:00:00Z",
                   "u": "ffffffff-ffff-ffff-ffff-ffffffffffff", "n": -5, "tags": [], "deep": []}
                  """,
                  "{\"id\": 3, \"unknown\": {\"is\": \"left out\"}}"));
      sink.awaitCount("t", 3);

      assertThat(sink.query("SELECT * FROM " + sink.table("t") + " ORDER BY id").lines())
          .containsExactly(
              "1\t-128\t65535\t-9223372036854775808\t0\t0.5\t0.1\t1\tZürich 漢字 😀\tab\\0\\0\t"
                  + "2024-02-29\t2024-07-01 12:00:00\t2024-07-01 12:00:00\t"
                  + "00112233-4455-6677-8899-aabbccddeeff\t\\N\t['a','']\t[[1.5,NULL],[]]",
              "2\t127\t0\t9223372036854775807\t9223372036854775807\t-1\t1e300\t0\t\tabcd\t"
                  + "2024-02-29\t2024-07-01 14:00:00\t2024-07-01 12:00:00\t"
                  + "ffffffff-ffff-ffff-ffff-ffffffffffff\t-5\t[]\t[]",
              "3\t0\t0\t0\t0\t0\t0\t0\t\t\\0\\0\\0\\0\t0000-00-00\t0000-00-00 00:00:00\t"
                  + "0000-00-00 00:00:00\t00000000-0000-0000-0000-000000000000\t\\N\t[]\t[]");
      sink.awaitCommitted("t", 3);
      assertThat(sink.metrics()).containsEntry("RowsAcked", 3L).containsEntry("RowsOpen", 0L);
    }
  }

  @Test
  void columnsThatARecordLacksTakeTheirDefaults() {
    try (SinkFixture sink = sink("olddefaults")) {
      sink.query(
          "CREATE TABLE "
              + sink.table("t")
              + " (id UInt32, tag String DEFAULT concat('gen-', toString(id)), n Int32 DEFAULT 42,"
              + " twice UInt64 MATERIALIZED id * 2) ENGINE = MergeTree ORDER BY id");
      SharedServers.topics().create(sink.topic("t"), 1);
      sink.start();
      SharedServers.topics()
          .send(
              sink.topic("t"),
              List.of(
                  "{\"id\": 1}",
                  "{\"id\": 2, \"tag\": \"own\"}",
                  "{\"id\": 3, \"n\": 7}",
                  "{\"id\": 4, \"tag\": null, \"n\": null}"));
      sink.awaitCount("t", 4);
      assertThat(
              sink.query("SELECT id, tag, n, twice FROM " + sink.table("t") + " ORDER BY id")
                  .lines())
          .containsExactly("1\tgen-1\t42\t2", "2\town\t42\t4", "3\tgen-3\t7\t6", "4\tgen-4\t42\t8");
    }
  }

  /** The settings that make it so travel in binary here. */
  @Test
  void aBatchOfManyBlocksIsOnePart() {
    try (SinkFixture sink = sink("oldonepart")) {
      fill(sink, 40_000);
      sink.query("SYSTEM STOP MERGES");
      sink.with("batch.max.rows", "20000")
          .with("block.max.rows", Integer.toString(BLOCK_ROWS))
          .with("batch.linger.ms", "60000")
          .start();
      sink.awaitCount("t", 40_000);
      assertThat(
              sink.query(
                  "SELECT rows FROM system.parts WHERE active AND database = '"
                      + sink.name()
                      + "' ORDER BY name"))
          .isEqualTo("20000\n20000");
      assertThat(sink.query("SELECT sum(id), uniqExact(id) FROM " + sink.table("t")))
          .isEqualTo("799980000\t40000");
      sink.query("SYSTEM START MERGES");
    }
  }

  /** A killed worker's sockets must not end with FIN, which 18.16 takes for the end of the data. */
  @Test
  void aKilledWorkerLeavesNothingOfItsOpenBatch() {
    try (ConnectWorker worker =
        ConnectWorker.builder(
                SharedServers.kafka().bootstrapServers(), BuildLayout.logs("oldest-killworker"))
            .groupId("oldest-killworker-" + ProcessHandle.current().pid())
            .pluginPath(SharedServers.pluginPath())
            .offsetFlushIntervalMs(1_000)
            // Soon after the kill its consumer is no longer waited for.
            .property("consumer.session.timeout.ms", "6000")
            .property("consumer.heartbeat.interval.ms", "2000")
            .start()) {
      SinkFixture sink = sink("oldkillworker", worker);
      fill(sink, OPEN_ROWS);
      sink.with("block.max.rows", Integer.toString(BLOCK_ROWS))
          .with("batch.linger.ms", "60000")
          .start();
      await()
          .atMost(SinkFixture.PATIENCE)
          .until(() -> sink.metrics().getOrDefault("RowsOpen", 0L) == OPEN_ROWS);
      assertThat(openInserts(sink)).isOne();

      worker.kill();

      await().atMost(Duration.ofSeconds(20)).until(() -> openInserts(sink) == 0);
      assertThat(sink.query("SELECT count() FROM " + sink.table("t"))).isEqualTo("0");

      // Another worker takes over: the same connector, so the same consumer group.
      sink.with("batch.linger.ms", "500");
      ConnectRest successor = SharedServers.worker().rest();
      successor.putConfig(sink.name(), sink.config());
      sink.awaitCommitted("t", OPEN_ROWS);
      successor.delete(sink.name());
      assertThat(sink.query("SELECT count(), uniqExact(id), max(id) FROM " + sink.table("t")))
          .isEqualTo(OPEN_ROWS + "\t" + OPEN_ROWS + "\t" + (OPEN_ROWS - 1));
      sink.close();
    }
  }

  private static long openInserts(SinkFixture sink) {
    return Long.parseLong(
        sink.query(
            "SELECT count() FROM system.processes WHERE query LIKE 'INSERT INTO `"
                + sink.name()
                + "`%'"));
  }

  @Test
  void aSettingOfTheUserThatItLacksFailsTheTaskWithItsName() {
    try (SinkFixture sink = sink("oldsetting")) {
      fill(sink, 10);
      sink.with("clickhouse.settings.max_memory_usage", "1000000000")
          .with("clickhouse.settings.materialized_views_ignore_errors", "1")
          .put();
      assertThat(sink.rest().awaitFailed(sink.name(), SinkFixture.PATIENCE))
          .contains("materialized_views_ignore_errors", "18.16.1");
    }
  }

  @Test
  void aHealthyConfigurationHasNoProblems() {
    try (SinkFixture sink = sink("oldhealthy")) {
      sink.query("CREATE TABLE " + sink.table("t") + " (id UInt64) ENGINE = Null");
      assertThat(problems(sink)).isEmpty();
    }
  }

  @Test
  void validationNamesAMissingTableABadTypeAndAWrongPassword() {
    try (SinkFixture sink = sink("oldproblems")) {
      assertThat(problems(sink))
          .singleElement()
          .asString()
          .startsWith("topics:")
          .contains(sink.topic("t"), "CREATE TABLE");

      sink.query(
          "CREATE TABLE "
              + sink.table("t")
              + " (id UInt64, total AggregateFunction(sum, UInt64)) ENGINE = Memory");
      assertThat(problems(sink))
          .singleElement()
          .asString()
          .contains("total", "AggregateFunction(sum, UInt64)");

      sink.with("clickhouse.password", "not-the-password");
      assertThat(problems(sink))
          .singleElement()
          .asString()
          .startsWith("clickhouse.password:")
          .doesNotContain("not-the-password");
    }
  }
}
