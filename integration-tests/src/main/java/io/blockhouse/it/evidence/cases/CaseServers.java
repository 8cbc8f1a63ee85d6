// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.cases;

import io.blockhouse.it.BuildLayout;
import io.blockhouse.it.Folders;
import io.blockhouse.it.PluginArchive;
import io.blockhouse.it.Servers;
import io.blockhouse.it.clickhouse.ClickHouseServer;
import io.blockhouse.it.kafka.ConnectWorker;
import io.blockhouse.it.kafka.KafkaCluster;
import io.blockhouse.it.kafka.KafkaTopics;
import io.blockhouse.it.process.ChildProcess;
import java.nio.file.Path;

/** The servers that cases are played on. They end, and their data goes, with this JVM. */
public final class CaseServers {
  /** A case is over when all is committed, so commit often. */
  private static final long COMMIT_EVERY_MS = 500;

  private final Path folder =
      BuildLayout.home().resolve("target/evidence-cases/" + ProcessHandle.current().pid());
  private final Path plugins;
  private final ClickHouseServer clickHouse;

  /** Starts what every case needs. */
  public CaseServers() {
    Folders.deleteThoseOfDeadProcesses(folder.getParent());
    Path data = folder.resolve("data");
    ChildProcess.afterChildrenAtShutdown(() -> Folders.delete(data));
    plugins = PluginArchive.unpack(BuildLayout.pluginArchive(), data.resolve("plugins"));
    clickHouse = Servers.clickHouseWithKeeper(data.resolve("clickhouse"), folder.resolve("logs"));
  }

  /** Plays without Kafka and worker. */
  public CasePlayer direct() {
    return CasePlayer.direct(clickHouse, plugins);
  }

  /** Starts Kafka and a worker, and plays through them. */
  public CasePlayer throughWorker() {
    KafkaCluster kafka = Servers.kafka(folder.resolve("data/kafka"), folder.resolve("logs"));
    ConnectWorker worker =
        ConnectWorker.builder(kafka.bootstrapServers(), folder.resolve("logs"))
            .groupId("cases-" + ProcessHandle.current().pid())
            .pluginPath(plugins)
            .offsetFlushIntervalMs(COMMIT_EVERY_MS)
            .start();
    System.out.println("Connect worker at " + worker.rest().url() + " (child process)");
    KafkaTopics topics = new KafkaTopics(kafka.bootstrapServers());
    return CasePlayer.throughWorker(clickHouse, topics, worker);
  }
}
