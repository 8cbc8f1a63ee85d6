// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.chaos;

import io.blockhouse.it.Servers;
import io.blockhouse.it.clickhouse.Keeper;
import io.blockhouse.it.clickhouse.LocalClickHouse;
import io.blockhouse.it.kafka.KafkaTopics;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** All that takes part in a run, started: what faults befall, and what is compared afterwards. */
final class ChaosStage implements AutoCloseable {
  static final int PARTITIONS = 6;

  private static final int UNHEARD_RECORDS = 1_000;

  private final KafkaTopics topics;
  private final ChaosServer server;
  private final ChaosKeeper keeper;
  private final ChaosTable table;
  private final ChaosRelay relay;
  private final ChaosWorkers workers;
  private final ChaosConnector connector;
  private final Feeder feeder;
  private Map<Integer, Long> committedBefore = Map.of();
  private final List<LogFollower> followers;
  private final AdmittedRanges admitted = new AdmittedRanges();

  /** Starts servers of its own; Kafka and the unpacked plugin are given. */
  ChaosStage(ChaosOptions options, String bootstrapServers, Path plugins, Path data, Path logs) {
    topics = new KafkaTopics(bootstrapServers);
    topics.create(ChaosTable.NAME, PARTITIONS);
    Keeper itsKeeper = Servers.keeper(data.resolve("chaos-keeper"), logs);
    keeper = new ChaosKeeper(itsKeeper);
    server =
        new ChaosServer(
            new LocalClickHouse(
                data.resolve("chaos-clickhouse"), logs, itsKeeper.clickHouseConfig()));
    server.start();
    table = new ChaosTable(server.clickHouse());
    table.create(options.guarantee());
    relay = new ChaosRelay(server.clickHouse().nativePort());
    workers =
        new ChaosWorkers(
            bootstrapServers,
            plugins,
            logs,
            () -> admitUncommitted(AdmittedRanges.Reason.KILLED, committed()));
    followers = workers.logs().stream().map(LogFollower::new).toList();
    workers.start();
    connector =
        new ChaosConnector(workers, server.clickHouse(), relay.address(), options.guarantee());
    feeder =
        new Feeder(topics, ChaosTable.NAME, PARTITIONS, options.recordsPerSecond(), options.seed());
  }

  /** Tasks are gone without a word: what they stored and did not commit comes again. */
  private void admitUncommitted(AdmittedRanges.Reason reason, Map<Integer, Long> committed) {
    long[] produced = feeder.produced();
    for (int partition = 0; partition < PARTITIONS; partition++) {
      long first = committed.getOrDefault(partition, 0L);
      // Records may be read from the broker before their sender hears of them.
      admitted.add(reason, partition, first, produced[partition] + UNHEARD_RECORDS);
    }
  }

  /** Reads on in the workers' logs; to be called often, for the offsets that are committed then. */
  synchronized void readLogs() {
    // The next owner of a partition may have committed by the time that its end is read of.
    Map<Integer, Long> before = committedBefore;
    committedBefore = committed();
    for (LogFollower log : followers) {
      List<String> lines = log.newLines();
      admitted.addTold(lines);
      if (lines.stream().anyMatch(line -> line.contains("Graceful stop of task"))) {
        admitUncommitted(AdmittedRanges.Reason.CANCELLED, before);
      }
    }
  }

  /** First offset that is not committed, by partition. */
  private Map<Integer, Long> committed() {
    Map<Integer, Long> offsets = new HashMap<>();
    topics
        .committedOffsets("connect-" + ChaosConnector.NAME)
        .forEach(
            (TopicPartition partition, Long offset) -> offsets.put(partition.partition(), offset));
    return offsets;
  }

  /** Records that were produced and are not committed. */
  long lag() {
    long lag = 0;
    Map<Integer, Long> committed = committed();
    long[] produced = feeder.produced();
    for (int partition = 0; partition < PARTITIONS; partition++) {
      lag += produced[partition] - committed.getOrDefault(partition, 0L);
    }
    return lag;
  }

  Comparison compare() {
    readLogs();
    return Comparison.of(feeder.produced(), table, admitted);
  }

  ChaosServer server() {
    return server;
  }

  ChaosKeeper keeper() {
    return keeper;
  }

  ChaosTable table() {
    return table;
  }

  ChaosRelay relay() {
    return relay;
  }

  ChaosWorkers workers() {
    return workers;
  }

  ChaosConnector connector() {
    return connector;
  }

  Feeder feeder() {
    return feeder;
  }

  @Override
  public void close() {
    workers.close();
    relay.close();
    server.close();
    keeper.close();
    topics.delete(ChaosTable.NAME);
    topics.close();
  }
}
