// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence;

import io.blockhouse.it.BuildLayout;
import io.blockhouse.it.Folders;
import io.blockhouse.it.PluginArchive;
import io.blockhouse.it.Servers;
import io.blockhouse.it.evidence.chaos.ChaosOptions;
import io.blockhouse.it.evidence.chaos.ChaosRun;
import io.blockhouse.it.kafka.KafkaCluster;
import io.blockhouse.it.process.ChildProcess;
import java.nio.file.Path;

/** Shows that a guarantee of delivery holds while servers, workers and the network fail. */
public final class ChaosEvidence {
  private ChaosEvidence() {}

  /** Exit status 0 when it held, 1 when not, 2 for a wrong command line. */
  public static void main(String[] args) throws InterruptedException {
    ChaosOptions options;
    try {
      options = ChaosOptions.parse(args);
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.exit(2);
      return;
    }
    Path folder =
        BuildLayout.home().resolve("target/evidence-chaos/" + ProcessHandle.current().pid());
    Folders.deleteThoseOfDeadProcesses(folder.getParent());
    Path data = folder.resolve("data");
    ChildProcess.afterChildrenAtShutdown(() -> Folders.delete(data));
    Path logs = folder.resolve("logs");
    Path plugins = PluginArchive.unpack(BuildLayout.pluginArchive(), data.resolve("plugins"));
    KafkaCluster kafka = Servers.kafka(data.resolve("kafka"), logs);
    ChaosRun.Result result =
        new ChaosRun(options).play(kafka.bootstrapServers(), plugins, data, logs);
    System.out.println(result.line());
    System.exit(result.holds() ? 0 : 1);
  }
}
