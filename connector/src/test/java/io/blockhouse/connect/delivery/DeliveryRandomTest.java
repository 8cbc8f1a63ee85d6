// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.blockhouse.connect.convert.ConversionOptions;
import io.blockhouse.connect.metrics.SinkTaskMetrics;
import io.blockhouse.connect.shape.PlainShape;
import io.blockhouse.connect.shape.Tombstones;
import io.blockhouse.connect.table.InsertSettings;
import io.blockhouse.connect.table.TableId;
import io.blockhouse.connect.table.TableWriter;
import io.blockhouse.wire.TableColumn;
import io.blockhouse.wire.TableColumn.DefaultKind;
import io.blockhouse.wire.error.ConnectionException;
import io.blockhouse.wire.error.ServerException;
import io.blockhouse.wire.error.WireException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/**
 * Random schedules of faults and rebalances over random records: two tables that share partitions,
 * one with a DEFAULT column, bad records, records that the server refuses, tombstones.
 */
class DeliveryRandomTest {
  private static final int SCHEDULES = Integer.getInteger("test.schedules", 100);
  private static final int RECORDS = 400;
  private static final TableId PLAIN = new TableId("default", "plain");
  private static final TableId DEFAULTED = new TableId("default", "defaulted");

  private final long seed = Long.getLong("test.seed", System.nanoTime());

  /** What may happen in a schedule. */
  private enum Weather {
    FAULTS,
    REBALANCES,
    /** Faults, lost answers and rebalances. */
    GALE,
    /** And crashes. */
    STORM;

    boolean losesAnswers() {
      return this == GALE || this == STORM;
    }
  }

  @Test
  void faultsWithoutLostAnswersDoubleNothing() {
    run(Weather.FAULTS);
  }

  @Test
  void rebalancesDoubleNothing() {
    run(Weather.REBALANCES);
  }

  @Test
  void whatLostAnswersAndRebalancesDoubleIsCounted() {
    run(Weather.GALE);
  }

  @Test
  void faultsAndLostAnswersAndRebalancesAndCrashesLoseNothing() {
    run(Weather.STORM);
  }

  private void run(Weather weather) {
    for (int schedule = 0; schedule < SCHEDULES; schedule++) {
      new Run(seed + schedule, weather).go();
    }
  }

  /** One schedule from one seed. */
  private static final class Run {
    private final long seed;
    private final Random random;
    private final Weather weather;
    private final FakeServer server = new FakeServer();
    private final FakeWorker worker = new FakeWorker();
    private final List<TopicPartition> partitions = new ArrayList<>();
    private final Map<Long, TableId> expected = new HashMap<>();
    private long nowMs = 1_000_000;
    private long unknownFateRows;
    private long crashes;
    private long revocations;
    private int badRecords;
    private SinkTaskMetrics metrics;
    private Delivery delivery;

    Run(long seed, Weather weather) {
      this.seed = seed;
      this.random = new Random(seed);
      this.weather = weather;
    }

    void go() {
      server.createTable(PLAIN, new TableColumn("id", "UInt64", DefaultKind.NONE));
      server.createTable(
          DEFAULTED,
          new TableColumn("id", "UInt64", DefaultKind.NONE),
          new TableColumn("extra", "UInt64", DefaultKind.DEFAULT));
      server.connectionLimit = 1 + random.nextInt(3);
      server.storesBeforeLostAnswer = weather.losesAnswers();
      for (int partition = 0; partition < 3; partition++) {
        TopicPartition topicPartition = new TopicPartition("t", partition);
        partitions.add(topicPartition);
        fill(topicPartition, partition * 100_000L);
      }
      start();
      worker.assign(delivery, partitions);
      for (int turn = 0; turn < 150; turn++) {
        server.faults = (moment, table) -> fault(moment);
        server.slow = weather.losesAnswers() && random.nextInt(10) == 0;
        if (weather != Weather.REBALANCES) {
          // An answer that comes after its partition has gone doubles rows, as documented.
          server.notYet = () -> random.nextInt(4) == 0;
        }
        turn();
        step();
        assertCountersAddUp();
      }
      server.faults = (moment, table) -> null;
      server.slow = false;
      server.notYet = () -> false;
      for (int turn = 0; turn < 2_000 && !caughtUp(); turn++) {
        step();
        worker.commit(delivery, worker.positions.keySet());
      }
      unknownFateRows += metrics.getRowsOfUnknownFate();
      verify();
    }

    private void fill(TopicPartition partition, long firstId) {
      List<Object> log = new ArrayList<>();
      for (int offset = 0; offset < RECORDS; offset++) {
        long id = firstId + offset;
        int kind = random.nextInt(100);
        if (kind < 3) {
          log.add(FakeWorker.Tombstone.INSTANCE);
        } else if (kind < 6) {
          log.add(DeliveryTest.badRow());
          badRecords++;
        } else {
          Map<String, Object> row = DeliveryTest.row(id);
          if (random.nextInt(3) == 0) {
            row.put("extra", 1L);
          }
          log.add(row);
          if (weather != Weather.REBALANCES && random.nextInt(60) == 0) {
            server.refused.add(id);
            badRecords++;
          } else {
            expected.put(id, tableOf(offset));
          }
        }
      }
      worker.topics.put(partition, log);
    }

    private static TableId tableOf(long offset) {
      return offset % 3 == 0 ? PLAIN : DEFAULTED;
    }

    private void start() {
      metrics = new SinkTaskMetrics(() -> nowMs);
      InsertSettings settings = new InsertSettings(List.of());
      DeliveryLimits limits =
          new DeliveryLimits(
              20 + random.nextInt(100),
              1 << 20,
              500,
              5 + random.nextInt(30),
              1 << 20,
              random.nextInt(4) == 0 ? 4_000 : 16 << 20,
              30_000,
              100,
              1_000,
              -1);
      delivery =
          new Delivery(
              worker,
              server,
              new PlainShape(Tombstones.IGNORE, ""),
              record -> new TableId("default", record.topic()),
              table ->
                  new TableWriter(
                      table, server, settings, new ConversionOptions(false, false), field -> {}),
              limits,
              metrics,
              () -> nowMs,
              new Random(seed));
    }

    private WireException fault(FakeServer.Moment moment) {
      if (weather == Weather.REBALANCES || random.nextInt(30) != 0) {
        return null;
      }
      return random.nextBoolean() && moment != FakeServer.Moment.AWAIT
          ? new ServerException(202, "busy")
          : new ConnectionException("reset", null);
    }

    /** Something that happens to the task between two turns of its loop. */
    private void turn() {
      int event = random.nextInt(40);
      if (event == 0 && weather != Weather.FAULTS) {
        List<TopicPartition> some =
            worker.positions.keySet().stream().filter(any -> random.nextBoolean()).toList();
        revocations++;
        worker.revoke(delivery, some);
      } else if (event <= 2) {
        List<TopicPartition> missing = new ArrayList<>(partitions);
        missing.removeAll(worker.positions.keySet());
        worker.assign(delivery, missing);
      } else if (event == 3 && weather == Weather.STORM) {
        unknownFateRows += metrics.getRowsOfUnknownFate();
        crashes++;
        delivery.stop();
        worker.crash();
        start();
        worker.assign(delivery, partitions);
      } else if (event < 12) {
        worker.commit(delivery, new ArrayList<>(worker.positions.keySet()));
      }
    }

    private void step() {
      nowMs += random.nextInt(400);
      worker.iterateRouted(delivery, offset -> tableOf(offset).table(), 1 + random.nextInt(80));
    }

    private boolean caughtUp() {
      List<TopicPartition> missing = new ArrayList<>(partitions);
      missing.removeAll(worker.positions.keySet());
      if (!missing.isEmpty()) {
        worker.assign(delivery, missing);
      }
      return partitions.stream()
          .allMatch(partition -> worker.committed.getOrDefault(partition, 0L) == RECORDS);
    }

    private void assertCountersAddUp() {
      assertThat(metrics.getRecordsReceived())
          .as("seed %d", seed)
          .isEqualTo(
              metrics.getRowsAcked()
                  + metrics.getRecordsDeadLettered()
                  + metrics.getRecordsIgnored()
                  + metrics.getRowsOpen()
                  + metrics.getRowsReleased());
    }

    private void verify() {
      assertThat(caughtUp())
          .as(
              "caught up, seed %d: committed %s, positions %s, paused %s, open %d, blocked %d: %s",
              seed,
              worker.committed,
              worker.positions,
              worker.paused,
              metrics.getRowsOpen(),
              metrics.getBlockedTables(),
              metrics.getLastError())
          .isTrue();
      Map<Long, Integer> copies = new HashMap<>();
      server.stored.forEach(
          (table, ids) ->
              ids.forEach(
                  id -> {
                    assertThat(table)
                        .as("table of %d, seed %d", id, seed)
                        .isEqualTo(expected.get(id));
                    copies.merge(id, 1, Integer::sum);
                  }));
      Set<Long> lost = new TreeSet<>(expected.keySet());
      lost.removeAll(copies.keySet());
      assertThat(lost).as("lost, seed %d", seed).isEmpty();
      long doubled = copies.values().stream().mapToLong(count -> count - 1).sum();
      if (crashes == 0) {
        assertThat(doubled).as("doubled, seed %d", seed).isLessThanOrEqualTo(unknownFateRows);
      }
      // The next owner of a revoked partition cannot know what was reported above the commit.
      assertThat(worker.deadLetters.size())
          .as("reports, seed %d", seed)
          .isGreaterThanOrEqualTo(badRecords);
      if (crashes == 0 && revocations == 0) {
        assertThat(worker.deadLetters).as("reports, seed %d", seed).hasSize(badRecords);
      }
      if (!weather.losesAnswers()) {
        assertThat(doubled).as("doubled, seed %d", seed).isZero();
      }
      assertThat(metrics.getRowsOpen()).as("open, seed %d", seed).isZero();
      assertThat(server.inUse).as("connections, seed %d", seed).isZero();
    }
  }
}
