// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.blockhouse.it.SharedServers;
import io.blockhouse.it.SharedServersCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The player tells a case that ended as expected from one that did not. */
@ExtendWith(SharedServersCheck.class)
class CasePlayerIT {
  private static CasePlayer direct;
  @TempDir private Path folder;

  @BeforeAll
  static void setStage() {
    direct = CasePlayer.direct(SharedServers.clickHouse(), SharedServers.pluginPath());
  }

  /** A case with one good and one bad record; quotes stand for double ones. */
  private CaseFile file(String topic, String overrides, String expect, String more)
      throws IOException {
    String text =
        """
        {'id': 'C1', 'ddl': ['SET allow_suspicious_low_cardinality_types = 1',
          'CREATE TABLE TOPIC (id UInt8, s String) ENGINE = MergeTree ORDER BY id'],
         'topic': 'TOPIC', 'connector_overrides': {OVERRIDES}, MORE
         'records': [
          {'key': null, 'value': {'id': 1, 's': 'a'}, 'valueFormat': 'json', 'headers': null,
           'timestamp': 1717243200000, 'partition': 1, 'offset': 7},
          {'key': null, 'value': {'id': 1000, 's': 'b'}, 'valueFormat': 'json', 'headers': null,
           'timestamp': 1717243200000, 'partition': 1, 'offset': 9}],
         'expect': {EXPECT}}
        """
            .replace("TOPIC", topic)
            .replace("OVERRIDES", overrides)
            .replace("MORE", more)
            .replace("EXPECT", expect)
            .replace('\'', '"');
    Path path = folder.resolve("C1.json");
    Files.writeString(path, text);
    return CaseReader.read(path);
  }

  private Verdict play(String overrides, String expect) throws IOException {
    return direct.play(file("player", overrides, expect, ""));
  }

  private static final String DEAD_LETTERS = "'errors.tolerance': 'all', 'dlq': 'true'";
  private static final String QUERY = "'query': 'SELECT id, s FROM player', ";

  @Test
  void passesWhenRowsDeadLettersAndErrorAreAsExpected() throws IOException {
    Verdict verdict =
        play(DEAD_LETTERS, QUERY + "'rows': [[1.0, 'a']], 'dlq': 1, 'error_contains': 'x|id'");
    assertThat(verdict).isEqualTo(Verdict.passed(""));
  }

  @Test
  void failsWhenARowDiffers() throws IOException {
    Verdict verdict = play(DEAD_LETTERS, QUERY + "'rows': [[1, 'b']]");
    assertThat(verdict.line("C1"))
        .startsWith("C1 FAIL expected [[1,\"b\"]] got [[1,\"a\"]]; first dead letter: ");
  }

  @Test
  void failsWhenThereAreMoreDeadLettersThanExpected() throws IOException {
    Verdict verdict = play(DEAD_LETTERS, QUERY + "'rows': [[1, 'a']], 'dlq': 0");
    assertThat(verdict.kind()).isEqualTo(Verdict.Kind.FAILED);
    assertThat(verdict.text()).contains("expected 0 dead letters, got 1");
  }

  @Test
  void failsWhenTheErrorDoesNotNameTheColumn() throws IOException {
    Verdict verdict =
        play(DEAD_LETTERS, QUERY + "'rows': [[1, 'a']], 'dlq': 1, 'error_contains': 'q|amount'");
    assertThat(verdict.kind()).isEqualTo(Verdict.Kind.FAILED);
    assertThat(verdict.text()).contains("expected q or amount in error:");
  }

  @Test
  void failsWhenTheTaskFailsUnexpectedly() throws IOException {
    Verdict verdict = play("", QUERY + "'rows': [[1, 'a']]");
    assertThat(verdict.kind()).isEqualTo(Verdict.Kind.FAILED);
    assertThat(verdict.text()).contains("the task failed with error:", "player-1-9");
  }

  @Test
  void passesWhenTheTaskFailsAsExpectedBeforeTheBadRecord() throws IOException {
    Verdict verdict =
        play("", QUERY + "'rows': [[1, 'a']], 'task': 'FAILED', 'error_contains': 'player-1-9'");
    assertThat(verdict).isEqualTo(Verdict.passed(""));
  }

  @Test
  void failsWhenTheTaskRunsThoughItShouldNot() throws IOException {
    Verdict verdict = play(DEAD_LETTERS, QUERY + "'rows': [[1, 'a']], 'task': 'FAILED'");
    assertThat(verdict.text()).contains("expected the task to fail");
  }

  @Test
  void skipsWhatThePluginHasNoOptionFor() throws IOException {
    Verdict verdict = play("'time.travel': 'true'", QUERY + "'rows': []");
    assertThat(verdict).isEqualTo(Verdict.skipped("option time.travel is not there yet"));
  }

  @Test
  void takesAnotherEndThatIsAccepted() throws IOException {
    CaseFile file =
        file(
            "player",
            DEAD_LETTERS,
            QUERY + "'rows': []",
            "'accept': [{" + QUERY + "'rows': [[1, 'a']], 'dlq': 1}],");
    assertThat(direct.play(file)).isEqualTo(Verdict.passed(""));
  }

  @Test
  void playsStepsWithAFaultAndARestart() throws IOException {
    CaseFile file =
        file(
            "player",
            DEAD_LETTERS,
            "'query': 'SELECT id, count() FROM player GROUP BY id', 'rows': [[1, 2]], 'dlq': 1",
            "'steps': [{'fault': 'inserts fail 2 times with (210), then work'}, {'put': [0]},"
                + " {'restart': 'without commit'}, {'put': [0, 1]}],");
    assertThat(file.onlyDirectly()).isNotEmpty();
    assertThat(direct.play(file)).isEqualTo(Verdict.passed(""));
  }

  @Test
  void givesRecordsTheirOffsetsInAWorkerToo() throws IOException {
    CasePlayer worker =
        CasePlayer.throughWorker(
            SharedServers.clickHouse(), SharedServers.topics(), SharedServers.worker());
    String topic = "player" + ProcessHandle.current().pid();
    CaseFile file =
        file(
            topic,
            "",
            "'query': 'SELECT id, s FROM "
                + topic
                + "', 'rows': [[1, 'a']], 'task': 'FAILED',"
                + " 'error_contains': '"
                + topic
                + "-1-9'",
            "");
    assertThat(worker.play(file)).isEqualTo(Verdict.passed(""));
  }
}
