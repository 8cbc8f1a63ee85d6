// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.process;

import io.blockhouse.it.clickhouse.LocalClickHouse;
import io.blockhouse.it.kafka.ConnectWorker;
import io.blockhouse.it.kafka.LocalKafka;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A JVM with one child of each kind; a file says that they run. */
public final class ServersParent {
  private ServersParent() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    Path folder = Path.of(args[0]);
    new LocalClickHouse(folder.resolve("clickhouse"), folder, "").start();
    LocalKafka kafka = new LocalKafka(folder.resolve("kafka"), folder);
    kafka.start();
    ConnectWorker.builder(kafka.bootstrapServers(), folder)
        .pluginPath(folder.resolve("plugins"))
        .start();
    Files.createFile(folder.resolve("ready"));
    TimeUnit.MINUTES.sleep(5);
  }
}
