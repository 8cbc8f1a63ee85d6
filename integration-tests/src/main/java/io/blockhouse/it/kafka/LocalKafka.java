// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.kafka;

import io.blockhouse.it.BuildLayout;
import io.blockhouse.it.Folders;
import io.blockhouse.it.process.ChildJvm;
import io.blockhouse.it.process.ChildProcess;
import io.blockhouse.it.process.FreePorts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/** One broker, which is its own controller (KRaft), as a child process. Topics must be created. */
public final class LocalKafka implements KafkaCluster {
  private static final Duration START_TIMEOUT = Duration.ofSeconds(90);
  private static final Duration STOP_GRACE = Duration.ofSeconds(30);

  private final Path data;
  private final Path log;
  private final int port = FreePorts.next();
  private final int controllerPort = FreePorts.next();
  private ChildProcess process;

  public LocalKafka(Path data, Path logs) {
    this.data = data.toAbsolutePath();
    this.log = logs.toAbsolutePath().resolve("kafka.log");
    Folders.create(this.data);
    KafkaJvm.writeProperties(config(), propertiesFile());
  }

  @Override
  public synchronized void start() {
    if (process != null && process.isAlive()) {
      throw new IllegalStateException("the broker is running");
    }
    process =
        new ChildJvm("Kafka broker", KafkaBrokerLauncher.class.getName())
            .flags("-Xmx512m")
            .flags(KafkaJvm.FLAGS)
            .classPathFolder(BuildLayout.kafkaLibs())
            .arguments(propertiesFile().toString(), topicData().toString())
            .start(log);
    process.awaitReady(START_TIMEOUT, () -> KafkaTopics.answers(bootstrapServers()));
  }

  @Override
  public synchronized void stop() {
    process.stop(STOP_GRACE);
  }

  @Override
  public synchronized void kill() {
    process.kill();
  }

  @Override
  public boolean isOurs() {
    return true;
  }

  @Override
  public synchronized boolean isAlive() {
    return process != null && process.isAlive();
  }

  @Override
  public String bootstrapServers() {
    return "127.0.0.1:" + port;
  }

  @Override
  public String describe() {
    return "local child process";
  }

  private Path propertiesFile() {
    return data.resolve("broker.properties");
  }

  private Path topicData() {
    return data.resolve("topics");
  }

  private Map<String, String> config() {
    Map<String, String> config = new TreeMap<>();
    config.put("process.roles", "broker,controller");
    config.put("node.id", "1");
    config.put("controller.quorum.voters", "1@127.0.0.1:" + controllerPort);
    config.put("controller.listener.names", "CONTROLLER");
    config.put(
        "listeners",
        "PLAINTEXT://" + bootstrapServers() + ",CONTROLLER://127.0.0.1:" + controllerPort);
    config.put("advertised.listeners", "PLAINTEXT://" + bootstrapServers());
    config.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
    config.put("log.dirs", topicData().toString());
    config.put("log.retention.ms", "-1");
    // Instead of every 15 s: tests wait for compaction.
    config.put("log.cleaner.backoff.ms", "500");
    // A misspelt topic should be an error, not a new topic.
    config.put("auto.create.topics.enable", "false");
    // One broker, one copy; and few partitions of internal topics, which start sooner than 50.
    config.put("default.replication.factor", "1");
    config.put("min.insync.replicas", "1");
    config.put("offsets.topic.replication.factor", "1");
    config.put("offsets.topic.num.partitions", "4");
    config.put("transaction.state.log.replication.factor", "1");
    config.put("transaction.state.log.min.isr", "1");
    config.put("transaction.state.log.num.partitions", "4");
    config.put("share.coordinator.state.topic.replication.factor", "1");
    config.put("share.coordinator.state.topic.min.isr", "1");
    // Waiting for more members of a group makes sense for many consumers that start together.
    config.put("group.initial.rebalance.delay.ms", "0");
    return config;
  }
}
