// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.process;

import io.blockhouse.it.clickhouse.LocalClickHouse;
import io.blockhouse.it.clickhouse.OldClickHouse;
import io.blockhouse.it.kafka.ConnectWorker;
import io.blockhouse.it.kafka.LocalKafka;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A JVM with one child of each kind that this machine can run; a file says that they run. */
public final class ServersParent {
  private ServersParent() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    Path folder = Path.of(args[0]);
    new LocalClickHouse(folder.resolve("clickhouse"), folder, "").start();
    if (OldClickHouse.obstacle().isEmpty()) {
      startOnAThreadThatEnds(new OldClickHouse(folder.resolve("oldest"), folder));
    }
    LocalKafka kafka = new LocalKafka(folder.resolve("kafka"), folder);
    kafka.start();
    ConnectWorker.builder(kafka.bootstrapServers(), folder)
        .pluginPath(folder.resolve("plugins"))
        .start();
    Files.createFile(folder.resolve("ready"));
    TimeUnit.MINUTES.sleep(5);
  }

  /** The end of a thread is not the end of the parent. */
  private static void startOnAThreadThatEnds(OldClickHouse server) throws InterruptedException {
    Thread starter = new Thread(server::start, "starter");
    starter.start();
    starter.join();
    server.requireAlive();
  }
}
