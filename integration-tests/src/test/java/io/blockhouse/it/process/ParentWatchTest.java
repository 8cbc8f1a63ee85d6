// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParentWatchTest {
  @Test
  void childEndsWhenItsParentIsKilled(@TempDir Path folder) {
    ChildProcess parent =
        new ChildJvm("parent", Sleeper.class.getName())
            .classPathOf(Sleeper.class)
            .arguments(folder.toString())
            .start(folder.resolve("parent.log"));
    ProcessHandle handle = ProcessHandle.of(parent.pid()).orElseThrow();
    await().atMost(Duration.ofSeconds(20)).until(() -> handle.children().count() == 1);
    ProcessHandle child = handle.children().findFirst().orElseThrow();

    parent.kill();

    await().atMost(Duration.ofSeconds(10)).until(() -> !child.isAlive());
    assertThat(parent.isAlive()).isFalse();
  }
}
