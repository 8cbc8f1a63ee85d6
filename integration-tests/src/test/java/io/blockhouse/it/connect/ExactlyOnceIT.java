// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.blockhouse.it.BuildLayout;
import io.blockhouse.it.Servers;
import io.blockhouse.it.SharedServers;
import io.blockhouse.it.SharedServersCheck;
import io.blockhouse.it.clickhouse.ClickHouseServer;
import io.blockhouse.it.kafka.ConnectWorker;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The packaged plugin with its ledger in a real Keeper. */
@ExtendWith(SharedServersCheck.class)
class ExactlyOnceIT {
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private static SinkFixture exactlyOnce(String test) {
    SinkFixture sink = new SinkFixture(test);
    return exactlyOnce(sink);
  }

  private static SinkFixture exactlyOnce(SinkFixture sink) {
    return sink.with("delivery.guarantee", "exactly-once").with("batch.linger.ms", "200");
  }

  private static void createTable(SinkFixture sink) {
    sink.query(
        "CREATE TABLE "
            + sink.table("t")
            + " (id UInt64, part UInt8 DEFAULT 7) ENGINE = MergeTree ORDER BY id SETTINGS"
            + " non_replicated_deduplication_window = 1000");
  }

  private static List<String> rows(int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(id -> id % 3 == 0 ? "{\"id\": " + id + ", \"part\": 1}" : "{\"id\": " + id + "}")
        .toList();
  }

  private static void send(SinkFixture sink, int from, int to) {
    int half = (from + to) / 2;
    SharedServers.topics().send(sink.topic("t"), 0, rows(from, half));
    SharedServers.topics().send(sink.topic("t"), 1, rows(half, to));
  }

  private static void assertEachOnce(SinkFixture sink, int rows) {
    assertThat(
            sink.query(
                "SELECT count(), uniqExact(id), max(id), countIf(part != if(id % 3 = 0, 1, 7)) FROM "
                    + sink.table("t")))
        .isEqualTo(rows + "\t" + rows + "\t" + (rows - 1) + "\t0");
  }

  @Test
  void rowsArriveOnceAcrossRestartsAndTheLedgerCanBeRead() {
    try (SinkFixture sink = exactlyOnce("once").with("batch.max.rows", "150")) {
      createTable(sink);
      SharedServers.topics().create(sink.topic("t"), 2);
      sink.start();
      send(sink, 0, 3_000);
      sink.rest().restart(sink.name());
      send(sink, 3_000, 6_000);
      sink.rest().awaitRunning(sink.name(), 1, PATIENCE);
      sink.rest().restart(sink.name());
      sink.awaitCount("t", 6_000);
      sink.awaitCommitted("t", 3_000);

      assertEachOnce(sink, 6_000);
      assertThat(
              sink.query(
                  "SELECT partition, to_offset, topic, table FROM "
                      + sink.name()
                      + ".blockhouse_ledger WHERE connector = '"
                      + sink.name()
                      + "' ORDER BY partition"))
          .isEqualTo(
              "0\t3000\t%s\t%s\n1\t3000\t%s\t%s"
                  .formatted(sink.topic("t"), sink.table("t"), sink.topic("t"), sink.table("t")));
      await().atMost(PATIENCE).until(() -> sink.attribute("ClaimsInDoubt").equals(0));
    }
  }

  @Test
  void twoOwnersOfEveryPartitionWriteEachRowOnce() {
    try (SinkFixture sink = exactlyOnce("zombie").with("batch.max.rows", "100");
        ConnectWorker other =
            ConnectWorker.builder(
                    SharedServers.kafka().bootstrapServers(), BuildLayout.logs("zombie"))
                .groupId("blockhouse-zombie-" + ProcessHandle.current().pid())
                .pluginPath(SharedServers.pluginPath())
                .start()) {
      createTable(sink);
      SharedServers.topics().create(sink.topic("t"), 2);
      sink.with("name", sink.name()).with("topics", sink.topic("t"));
      sink.start();
      // The same connector in another Connect cluster, in a consumer group of its own: each of the
      // two tasks has both partitions, as after a rebalance that one of them has not noticed.
      sink.with("consumer.override.group.id", "zombie-" + sink.name());
      other.rest().putConfig(sink.name(), sink.config());
      other.rest().awaitRunning(sink.name(), 1, PATIENCE);
      send(sink, 0, 4_000);
      sink.awaitCount("t", 4_000, PATIENCE);
      send(sink, 4_000, 6_000);
      sink.awaitCount("t", 6_000, PATIENCE);
      sink.awaitCommitted("t", 3_000);
      other.rest().delete(sink.name());

      assertEachOnce(sink, 6_000);
    }
  }

  @Test
  void twoConnectorsOnOneTopicKeepApart() {
    try (SinkFixture one = exactlyOnce("apart");
        SinkFixture two = exactlyOnce("apart")) {
      SharedServers.topics().create(one.topic("t"), 2);
      for (SinkFixture sink : List.of(one, two)) {
        sink.query(
            "CREATE TABLE "
                + sink.name()
                + ".rows (id UInt64) ENGINE = MergeTree ORDER BY id SETTINGS"
                + " non_replicated_deduplication_window = 1000");
        sink.with("topics", one.topic("t")).with("topic.to.table.map", one.topic("t") + "=rows");
        // One ledger for both.
        sink.with("ledger.table", one.name() + ".shared_ledger");
      }
      send(one, 0, 1_000);
      one.start();
      two.start();
      for (SinkFixture sink : List.of(one, two)) {
        sink.rest().restart(sink.name());
      }
      send(one, 1_000, 2_000);
      for (SinkFixture sink : List.of(one, two)) {
        await()
            .atMost(PATIENCE)
            .untilAsserted(
                () ->
                    assertThat(
                            sink.query(
                                "SELECT count(), uniqExact(id) FROM " + sink.name() + ".rows"))
                        .isEqualTo("2000\t2000"));
      }
      assertThat(one.query("SELECT count() FROM " + one.name() + ".shared_ledger")).isEqualTo("4");
    }
  }

  @Test
  void offsetsAlteredOverRestTakeTheLedgerAlong() {
    try (SinkFixture sink = exactlyOnce("altered")) {
      createTable(sink);
      SharedServers.topics().create(sink.topic("t"), 1);
      SharedServers.topics().send(sink.topic("t"), 0, rows(0, 100));
      sink.start();
      sink.awaitCount("t", 100);
      sink.awaitCommitted("t", 100);

      sink.rest().stop(sink.name());
      sink.rest().awaitStopped(sink.name(), PATIENCE);
      sink.rest().alterOffset(sink.name(), sink.topic("t"), 0, 90L);
      sink.rest().resume(sink.name());
      sink.awaitCount("t", 110);

      sink.rest().stop(sink.name());
      sink.rest().awaitStopped(sink.name(), PATIENCE);
      sink.rest().alterOffset(sink.name(), sink.topic("t"), 0, null);
      sink.rest().resume(sink.name());
      sink.awaitCount("t", 210);
    }
  }

  @Test
  void topicThatWasCreatedAgainStopsTheTaskUntilTheEpochIsAnother() {
    try (SinkFixture sink = exactlyOnce("recreated")) {
      createTable(sink);
      SharedServers.topics().create(sink.topic("t"), 1);
      SharedServers.topics().send(sink.topic("t"), 0, rows(0, 100));
      sink.start();
      sink.awaitCount("t", 100);
      sink.awaitCommitted("t", 100);
      sink.rest().delete(sink.name());
      SharedServers.topics().delete(sink.topic("t"));
      await()
          .atMost(PATIENCE)
          .ignoreExceptions()
          .until(
              () -> {
                SharedServers.topics().create(sink.topic("t"), 1);
                return true;
              });
      SharedServers.topics().admin().deleteConsumerGroups(List.of("connect-" + sink.name()));
      SharedServers.topics().send(sink.topic("t"), 0, rows(100, 200));
      // Younger than the claim by more than clocks may differ: that cannot be waited for here.
      sink.query(
          "ALTER TABLE "
              + sink.name()
              + ".blockhouse_ledger UPDATE claimed_at = claimed_at - INTERVAL 1 HOUR,"
              + " first_timestamp = first_timestamp - 3600000, last_timestamp = last_timestamp -"
              + " 3600000 WHERE 1");
      sink.with("retry.backoff.ms", "50").with("retry.backoff.max.ms", "200").put();
      assertThat(sink.rest().awaitFailed(sink.name(), PATIENCE))
          .contains("re-created")
          .contains("ledger.epoch");
      assertThat(sink.query("SELECT count() FROM " + sink.table("t"))).isEqualTo("100");

      sink.rest().delete(sink.name());
      sink.with("ledger.epoch", "1").start();
      sink.awaitCount("t", 200);
      assertEachOnce(sink, 200);
    }
  }

  @Test
  void tableWithoutADeduplicationWindowIsRefusedWithTheStatementThatGivesItOne() {
    try (SinkFixture sink = exactlyOnce("window")) {
      sink.query("CREATE TABLE " + sink.table("t") + " (id UInt64) ENGINE = MergeTree ORDER BY id");
      SharedServers.topics().create(sink.topic("t"), 1);
      assertThatThrownBy(sink::put)
          .hasMessageContaining("delivery.guarantee")
          .hasMessageContaining(
              "ALTER TABLE `"
                  + sink.name()
                  + "`.`"
                  + sink.topic("t")
                  + "` MODIFY SETTING non_replicated_deduplication_window = 10000");
    }
  }

  @Test
  void serverWithoutKeeperIsRefusedWithWhatItNeeds() {
    ClickHouseServer alone =
        Servers.clickHouse(BuildLayout.data().resolve("alone"), BuildLayout.logs("alone"), "");
    try (SinkFixture sink = exactlyOnce(new SinkFixture("alone", alone, SharedServers.worker()))) {
      SharedServers.topics().create(sink.topic("t"), 1);
      assertThatThrownBy(sink::put)
          .hasMessageContaining("delivery.guarantee")
          .hasMessageContaining("<keeper_map_path_prefix>/keeper_map</keeper_map_path_prefix>");
    } finally {
      alone.kill();
    }
  }
}
