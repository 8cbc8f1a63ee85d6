// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.blockhouse.it.SharedServers;
import io.blockhouse.it.SharedServersCheck;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Cases drawn from public reports about other sinks. All of them with the packaged task alone, a
 * few in the real worker; {@code evidence.sh cases} plays all of them there.
 */
@ExtendWith(SharedServersCheck.class)
class CasesIT {
  private static final Properties PENDING = new Properties();
  private static CasePlayer direct;
  private static CasePlayer worker;

  @BeforeAll
  static void setStages() throws IOException {
    try (InputStream in = CasesIT.class.getResourceAsStream("/cases/pending.properties")) {
      PENDING.load(in);
    }
    direct = CasePlayer.direct(SharedServers.clickHouse(), SharedServers.pluginPath());
    worker =
        CasePlayer.throughWorker(
            SharedServers.clickHouse(), SharedServers.topics(), SharedServers.worker());
  }

  private static Path folder() {
    try {
      return Path.of(CasesIT.class.getResource("/cases/C01.json").toURI()).getParent();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  static Stream<String> ids() {
    return CaseFolder.files(folder(), Set.of()).stream().map(CaseFolder::id);
  }

  @ParameterizedTest
  @MethodSource("ids")
  void endsAsItShould(String id) throws IOException {
    requirePass(id, direct);
  }

  @ParameterizedTest
  @ValueSource(strings = {"C59", "C62", "C68", "C75", "C79"})
  void endsAsItShouldInAWorker(String id) throws IOException {
    requirePass(id, worker);
  }

  private static void requirePass(String id, CasePlayer player) throws IOException {
    Verdict verdict = player.play(CaseReader.read(folder().resolve(id + ".json")));
    boolean passed = verdict.kind() == Verdict.Kind.PASSED;
    String reason = PENDING.getProperty(id, "");
    if (passed) {
      assertThat(reason).as("%s passes: take it out of pending.properties", id).isEmpty();
    }
    assumeFalse(!passed && !reason.isEmpty(), reason);
    assertThat(passed).as(verdict.line(id)).isTrue();
  }

  @Test
  void onlyExistingCasesArePending() {
    assertThat(ids()).containsAll(PENDING.stringPropertyNames());
  }
}
