// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.blockhouse.connect.convert.ConversionOptions;
import io.blockhouse.connect.ledger.TableFitness;
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
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/**
 * Random schedules of faults, lost and late answers, crashes, rebalances, and owners that do not
 * know that they have lost their partitions: every row is in its table once, whatever happens.
 */
class ExactlyOnceRandomTest {
  private static final int SCHEDULES = Integer.getInteger("test.schedules", 150);
  private static final int RECORDS = 200;
  private static final TableId PLAIN = new TableId("default", "plain");
  private static final TableId DEFAULTED = new TableId("default", "defaulted");

  private final long seed = Long.getLong("test.seed", System.nanoTime());

  /** What may happen in a schedule. */
  private enum Weather {
    FAULTS,
    REBALANCES,
    STORM
  }

  @Test
  void faultsAndLostAnswersStoreEachRowOnce() {
    run(Weather.FAULTS);
  }

  @Test
  void rebalancesStoreEachRowOnce() {
    run(Weather.REBALANCES);
  }

  @Test
  void faultsAndCrashesAndZombiesStoreEachRowOnce() {
    run(Weather.STORM);
  }

  private void run(Weather weather) {
    for (int schedule = 0; schedule < SCHEDULES; schedule++) {
      new Run(seed + schedule, weather).go();
    }
  }

  /** A task and its worker. */
  private final class Member {
    final FakeWorker worker = new FakeWorker();
    SinkTaskMetrics metrics;
    Delivery delivery;

    /** Its worker does not know yet that others have its partitions. */
    boolean zombie;
  }

  /** One schedule from one seed. */
  private final class Run {
    private final long seed;
    private final Random random;
    private final Weather weather;
    private final FakeServer server = new FakeServer();
    private final List<Member> members = new ArrayList<>();
    private final Map<TopicPartition, List<Object>> topics = new HashMap<>();
    private final Map<TopicPartition, Long> committed = new HashMap<>();
    private final Map<Long, TableId> expected = new TreeMap<>();
    private final Set<Long> bad = new TreeSet<>();
    private long nowMs = 1_000_000;
    private final int partitions;
    private final FakeLedger ledger = new FakeLedger(() -> nowMs);

    Run(long seed, Weather weather) {
      this.seed = seed;
      this.random = new Random(seed);
      this.weather = weather;
      // With more than four, claims wait for each other after a restart.
      this.partitions = random.nextInt(3) == 0 ? 9 : 3;
    }

    void go() {
      server.deduplicates = true;
      server.createTable(PLAIN, new TableColumn("id", "UInt64", DefaultKind.NONE));
      server.createTable(
          DEFAULTED,
          new TableColumn("id", "UInt64", DefaultKind.NONE),
          new TableColumn("extra", "UInt64", DefaultKind.DEFAULT));
      server.connectionLimit = 1 + random.nextInt(3);
      server.abandoned = this::abandoned;
      for (int partition = 0; partition < partitions; partition++) {
        TopicPartition topicPartition = new TopicPartition("t", partition);
        fill(topicPartition, partition * 100_000L);
      }
      for (int member = 0; member < 2; member++) {
        members.add(new Member());
        start(members.get(member));
      }
      assignMissing();
      for (int turn = 0; turn < 150; turn++) {
        server.faults = (moment, table) -> fault(moment);
        ledger.fates = this::fate;
        ledger.readsFail = () -> weather != Weather.REBALANCES && random.nextInt(30) == 0;
        server.slow = weather == Weather.STORM && random.nextInt(10) == 0;
        event();
        step();
      }
      settle();
      verify();
    }

    /** Faults end, zombies learn that they are, and the rest is delivered. */
    private void settle() {
      server.faults = (moment, table) -> null;
      server.slow = false;
      ledger.fates = () -> FakeLedger.Fate.WORKS;
      ledger.readsFail = () -> false;
      members.forEach(this::bury);
      for (int turn = 0; turn < 3_000 && !caughtUp(); turn++) {
        assignMissing();
        step();
        members.forEach(this::commit);
      }
      ledger.land();
      server.land();
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
          bad.add(id);
        } else {
          Map<String, Object> row = DeliveryTest.row(id);
          if (random.nextInt(3) == 0) {
            row.put("extra", 1L);
          }
          log.add(row);
          if (weather != Weather.REBALANCES && random.nextInt(60) == 0) {
            server.refused.add(id);
            bad.add(id);
          } else {
            expected.put(id, tableOf(offset));
          }
        }
      }
      topics.put(partition, log);
    }

    private static TableId tableOf(long offset) {
      return offset % 3 == 0 ? PLAIN : DEFAULTED;
    }

    private void start(Member member) {
      member.worker.topics.putAll(topics);
      member.metrics = new SinkTaskMetrics(() -> nowMs);
      InsertSettings settings = InsertSettings.exactlyOnce(List.of());
      DeliveryLimits limits =
          new DeliveryLimits(
              5 + random.nextInt(40),
              1 << 20,
              500,
              1 + random.nextInt(1_000),
              1 << 20,
              random.nextInt(4) == 0 ? 6_000 : 16 << 20,
              30_000,
              100,
              1_000,
              -1);
      member.delivery =
          new Delivery(
              member.worker,
              server,
              new PlainShape(Tombstones.IGNORE, ""),
              record -> new TableId("default", record.topic()),
              table ->
                  new TableWriter(
                      table, server, settings, new ConversionOptions(false, false), field -> {}),
              limits,
              new ClaimOptions(
                  ledger, "ledger", new TableFitness(server, false), "c", "0", 10_000_000),
              member.metrics,
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

    /** What becomes of an INSERT that was complete when its connection broke. */
    private FakeServer.Fate abandoned() {
      return FakeServer.Fate.values()[random.nextInt(FakeServer.Fate.values().length)];
    }

    private FakeLedger.Fate fate() {
      return weather == Weather.REBALANCES || random.nextInt(15) != 0
          ? FakeLedger.Fate.WORKS
          : FakeLedger.Fate.values()[random.nextInt(FakeLedger.Fate.values().length)];
    }

    /** Something that happens between two turns of the tasks' loops. */
    private void event() {
      int event = random.nextInt(40);
      Member member = members.get(random.nextInt(members.size()));
      if (event == 0 && weather != Weather.FAULTS && !member.zombie) {
        List<TopicPartition> some =
            member.worker.positions.keySet().stream().filter(any -> random.nextBoolean()).toList();
        commit(member);
        member.worker.revoke(member.delivery, some);
        commitTo(committed, member.worker, some);
      } else if (event == 1 && weather == Weather.STORM) {
        crash(member);
      } else if (event == 2 && weather == Weather.STORM) {
        member.zombie = true;
      } else if (event == 3) {
        bury(member);
      } else if (event <= 6) {
        assignMissing();
      } else if (event == 7) {
        ledger.land();
      } else if (event == 8) {
        server.land();
      } else if (event < 16) {
        members.forEach(this::commit);
      }
    }

    /** A zombie finds out; it starts anew. */
    private void bury(Member member) {
      if (member.zombie) {
        crash(member);
      }
    }

    private void crash(Member member) {
      member.zombie = false;
      member.delivery.stop();
      member.worker.crash();
      start(member);
    }

    /** What a zombie commits is refused by the group. */
    private void commit(Member member) {
      List<TopicPartition> own = new ArrayList<>(member.worker.positions.keySet());
      member.worker.commit(member.delivery, own);
      if (!member.zombie) {
        commitTo(committed, member.worker, own);
      }
    }

    private void commitTo(
        Map<TopicPartition, Long> group, FakeWorker worker, List<TopicPartition> partitions) {
      for (TopicPartition partition : partitions) {
        Long offset = worker.committed.get(partition);
        if (offset != null) {
          group.put(partition, offset);
        }
      }
    }

    private void assignMissing() {
      Set<TopicPartition> missing = new TreeSet<>(Run::byPartition);
      missing.addAll(topics.keySet());
      for (Member member : members) {
        if (!member.zombie) {
          missing.removeAll(member.worker.positions.keySet());
        }
      }
      List<Member> alive = members.stream().filter(member -> !member.zombie).toList();
      if (alive.isEmpty()) {
        return;
      }
      for (TopicPartition partition : missing) {
        Member owner = alive.get(random.nextInt(alive.size()));
        owner.worker.committed.put(partition, committed.getOrDefault(partition, 0L));
        owner.worker.assign(owner.delivery, List.of(partition));
      }
    }

    private static int byPartition(TopicPartition a, TopicPartition b) {
      return Integer.compare(a.partition(), b.partition());
    }

    private void step() {
      nowMs += random.nextInt(400);
      List<Member> order = new ArrayList<>(members);
      Collections.shuffle(order, random);
      for (Member member : order) {
        if (random.nextInt(5) > 0) {
          member.worker.iterateRouted(
              member.delivery, offset -> tableOf(offset).table(), 1 + random.nextInt(80));
          if (!member.zombie) {
            commitTo(committed, member.worker, new ArrayList<>(member.worker.positions.keySet()));
          }
        }
      }
    }

    private boolean caughtUp() {
      return topics.keySet().stream()
          .allMatch(partition -> committed.getOrDefault(partition, 0L) == RECORDS);
    }

    private void verify() {
      assertThat(caughtUp())
          .as(
              "caught up, seed %d: committed %s, errors %s",
              seed,
              committed,
              members.stream().map(member -> member.metrics.getLastError()).toList())
          .isTrue();
      List<Long> stored = new ArrayList<>();
      server.stored.forEach(
          (table, ids) ->
              ids.forEach(
                  id -> {
                    assertThat(table)
                        .as("table of %d, seed %d", id, seed)
                        .isEqualTo(expected.get(id));
                    stored.add(id);
                  }));
      Set<Long> once = new TreeSet<>(stored);
      Set<Long> lost = new TreeSet<>(expected.keySet());
      lost.removeAll(once);
      assertThat(lost).as("lost, seed %d", seed).isEmpty();
      List<Long> doubled = new ArrayList<>(stored);
      once.forEach(doubled::remove);
      assertThat(doubled).as("doubled, seed %d", seed).isEmpty();
      Set<Long> reported =
          members.stream()
              .flatMap(member -> member.worker.deadLetters.stream())
              .map(
                  record ->
                      record.originalKafkaOffset() + 100_000L * record.originalKafkaPartition())
              .collect(Collectors.toCollection(TreeSet::new));
      assertThat(reported).as("reported, seed %d", seed).isEqualTo(bad);
      for (Member member : members) {
        assertThat(member.metrics.getRowsOpen()).as("open, seed %d", seed).isZero();
        assertThat(member.metrics.getClaimsInDoubt()).as("in doubt, seed %d", seed).isZero();
      }
    }
  }
}
