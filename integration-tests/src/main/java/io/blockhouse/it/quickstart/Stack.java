// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.quickstart;

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

/** The servers of one quickstart. They end, and their data goes, with this JVM; logs stay. */
public final class Stack {
  private final Path folder =
      BuildLayout.home().resolve("target/quickstart/" + ProcessHandle.current().pid());
  private final ClickHouseServer clickHouse;
  private final KafkaCluster kafka;
  private final KafkaTopics topics;
  private final ConnectWorker worker;

  public Stack() {
    this("-Xmx256m");
  }

  /** With other JVM flags for the worker. */
  public Stack(String... workerFlags) {
    Folders.deleteThoseOfDeadProcesses(folder.getParent());
    Path data = folder.resolve("data");
    ChildProcess.afterChildrenAtShutdown(() -> Folders.delete(data));
    Path plugins = PluginArchive.unpack(BuildLayout.pluginArchive(), data.resolve("plugins"));
    clickHouse = Servers.clickHouse(data.resolve("clickhouse"), logs(), "");
    kafka = Servers.kafka(data.resolve("kafka"), logs());
    topics = new KafkaTopics(kafka.bootstrapServers());
    worker =
        ConnectWorker.builder(kafka.bootstrapServers(), logs())
            .groupId("quickstart-" + ProcessHandle.current().pid())
            .pluginPath(plugins)
            .jvmFlags(workerFlags)
            .start();
    System.out.println(
        "Connect worker at "
            + worker.rest().url()
            + " (child process, "
            + String.join(" ", workerFlags)
            + ")");
  }

  public Path logs() {
    return folder.resolve("logs");
  }

  public ClickHouseServer clickHouse() {
    return clickHouse;
  }

  public KafkaCluster kafka() {
    return kafka;
  }

  public KafkaTopics topics() {
    return topics;
  }

  public ConnectWorker worker() {
    return worker;
  }
}
