// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it;

import io.blockhouse.it.clickhouse.ClickHouseServer;
import io.blockhouse.it.clickhouse.OldClickHouse;
import io.blockhouse.it.kafka.ConnectWorker;
import io.blockhouse.it.kafka.KafkaCluster;
import io.blockhouse.it.kafka.KafkaTopics;
import io.blockhouse.it.process.ChildProcess;
import java.nio.file.Path;

/**
 * One ClickHouse of each version, one Kafka and one worker for all test classes of this JVM, each
 * started when first asked for and ended with the JVM. Tests use databases, topics and connectors
 * of their own; one that kills a shared server starts it again.
 */
public final class SharedServers {
  private static final String NAME = "shared";

  private static ClickHouseServer clickHouse;
  private static OldClickHouse oldestClickHouse;
  private static KafkaCluster kafka;
  private static KafkaTopics topics;
  private static ConnectWorker worker;
  private static Path pluginPath;

  static {
    Folders.deleteThoseOfDeadProcesses(BuildLayout.data().getParent());
    Folders.delete(BuildLayout.logs(NAME));
    ChildProcess.afterChildrenAtShutdown(() -> Folders.delete(BuildLayout.data()));
  }

  private SharedServers() {}

  public static synchronized ClickHouseServer clickHouse() {
    if (clickHouse == null) {
      clickHouse =
          Servers.clickHouseWithKeeper(
              BuildLayout.data().resolve("clickhouse"), BuildLayout.logs(NAME));
    }
    return clickHouse;
  }

  /**
   * The oldest ClickHouse supported. Fails where it is not installed: ask {@link
   * OldClickHouse#obstacle} first.
   */
  public static synchronized OldClickHouse oldestClickHouse() {
    if (oldestClickHouse == null) {
      oldestClickHouse =
          Servers.oldestClickHouse(
              BuildLayout.data().resolve("clickhouse-oldest"), BuildLayout.logs(NAME));
    }
    return oldestClickHouse;
  }

  public static synchronized KafkaCluster kafka() {
    if (kafka == null) {
      kafka = Servers.kafka(BuildLayout.data().resolve("kafka"), BuildLayout.logs(NAME));
    }
    return kafka;
  }

  /** Clients of the shared Kafka. */
  public static synchronized KafkaTopics topics() {
    if (topics == null) {
      topics = new KafkaTopics(kafka().bootstrapServers());
    }
    return topics;
  }

  /** The packaged plugin, unpacked once. */
  public static synchronized Path pluginPath() {
    if (pluginPath == null) {
      pluginPath =
          PluginArchive.unpack(BuildLayout.pluginArchive(), BuildLayout.data().resolve("plugins"));
    }
    return pluginPath;
  }

  /** The shared worker, with 256 MB of heap and the packaged plugin. */
  public static synchronized ConnectWorker worker() {
    if (worker == null) {
      long start = System.nanoTime();
      worker =
          ConnectWorker.builder(kafka().bootstrapServers(), BuildLayout.logs(NAME))
              .groupId("blockhouse-it-" + ProcessHandle.current().pid())
              .pluginPath(pluginPath())
              .start();
      Servers.announce("Connect worker at " + worker.rest().url(), "child process", start);
    }
    return worker;
  }

  /** Fails with its last output when a shared server ended that no test ended. */
  public static synchronized void requireAlive() {
    if (worker != null) {
      worker.requireAlive();
    }
    if (clickHouse != null && !clickHouse.isAlive()) {
      clickHouse.query("SELECT 1");
    }
    if (oldestClickHouse != null) {
      oldestClickHouse.requireAlive();
    }
  }
}
