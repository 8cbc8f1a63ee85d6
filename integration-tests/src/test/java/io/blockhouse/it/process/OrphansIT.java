// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.blockhouse.it.BuildLayout;
import io.blockhouse.it.clickhouse.OldClickHouse;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real servers end with a parent that had no chance to end them. */
class OrphansIT {
  @Test
  void serversEndWhenTheirParentIsKilled(@TempDir Path folder) {
    ChildProcess parent =
        ChildProcess.start(
            "parent of servers",
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-Dblockhouse.it.home=" + BuildLayout.home(),
                "-cp",
                String.join(File.pathSeparator, testClassPath()),
                ServersParent.class.getName(),
                folder.toString()),
            folder.resolve("parent.log"));
    parent.awaitReady(Duration.ofMinutes(2), () -> Files.exists(folder.resolve("ready")));
    List<ProcessHandle> servers = ProcessHandle.of(parent.pid()).orElseThrow().children().toList();
    assertThat(servers)
        .hasSize(OldClickHouse.obstacle().isEmpty() ? 4 : 3)
        .allMatch(ProcessHandle::isAlive);

    parent.kill();

    await()
        .atMost(Duration.ofSeconds(10))
        .until(() -> servers.stream().noneMatch(ProcessHandle::isAlive));
  }

  /** Failsafe may hide it behind a jar's manifest; this property has it in full. */
  private static List<String> testClassPath() {
    String full =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return List.of(full.split(File.pathSeparator));
  }
}
