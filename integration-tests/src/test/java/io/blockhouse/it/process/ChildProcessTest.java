// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildProcessTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  @TempDir private Path folder;

  @Test
  void showsStatusAndLastOutputOfOneThatEndsBeforeItIsReady() {
    ChildProcess child = new ChildJvm("doomed", "no.such.Main").start(folder.resolve("log"));
    assertThatThrownBy(() -> child.awaitReady(TIMEOUT, () -> false))
        .isInstanceOf(ServerFailedException.class)
        .hasMessageContaining("doomed ended by itself with status 1")
        .hasMessageContaining("ClassNotFoundException: no.such.Main");
  }

  @Test
  void takesAnEndThatWasAskedForAsNoFailure() {
    ChildProcess child = sleeper();
    child.stop(TIMEOUT);
    assertThat(child.isAlive()).isFalse();
    child.requireAlive();
  }

  @Test
  void saysSoWhenTheTimeToBecomeReadyIsUp() {
    ChildProcess child = sleeper();
    try {
      assertThatThrownBy(() -> child.awaitReady(Duration.ofMillis(100), () -> false))
          .isInstanceOf(ServerFailedException.class)
          .hasMessageContaining("did not become ready");
    } finally {
      child.kill();
    }
  }

  private ChildProcess sleeper() {
    return new ChildJvm("sleeper", Sleeper.class.getName())
        .classPathOf(Sleeper.class)
        .start(folder.resolve("log"));
  }
}
