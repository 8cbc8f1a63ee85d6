// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.cases;

import io.blockhouse.it.clickhouse.ClickHouseServer;
import io.blockhouse.it.kafka.ConnectWorker;
import io.blockhouse.it.kafka.KafkaTopics;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** Plays cases on stages of one kind, each in a database of its own, and each in bounded time. */
public final class CasePlayer {
  /** For all steps of a case. */
  private static final long PLAY_SECONDS = 30;

  /** For what comes before and after them, where one server or another may hang. */
  private static final long SPARE_SECONDS = 30;

  private static final AtomicInteger COUNT = new AtomicInteger();

  private final ClickHouseServer server;
  private final StageFactory stages;

  private CasePlayer(ClickHouseServer server, StageFactory stages) {
    this.server = server;
    this.stages = stages;
  }

  /** Plays with the task of an unpacked plugin, without Kafka and worker. */
  public static CasePlayer direct(ClickHouseServer server, Path pluginPath) {
    return new CasePlayer(server, new DirectStages(pluginPath, server));
  }

  /** Plays in a real worker that has the plugin. */
  public static CasePlayer throughWorker(
      ClickHouseServer server, KafkaTopics topics, ConnectWorker worker) {
    return new CasePlayer(server, new WorkerStages(worker, topics, server));
  }

  /** Plays a case, whatever may happen. */
  public Verdict play(CaseFile file) {
    ExecutorService thread =
        Executors.newSingleThreadExecutor(
            work -> {
              Thread daemon = new Thread(work, "case-" + file.id());
              daemon.setDaemon(true);
              return daemon;
            });
    Future<Verdict> verdict = thread.submit(() -> verdict(file));
    thread.shutdown();
    try {
      return verdict.get(PLAY_SECONDS + SPARE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      verdict.cancel(true);
      return Verdict.failed("it hangs, after " + (PLAY_SECONDS + SPARE_SECONDS) + " s");
    } catch (ExecutionException e) {
      return Verdict.failed("it could not be played: " + CaseJudge.shortened("" + e.getCause()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Verdict.failed("interrupted");
    }
  }

  private Verdict verdict(CaseFile file) {
    String name =
        "case_"
            + file.id().toLowerCase(Locale.ROOT).replaceAll("\\W", "_")
            + "_"
            + ProcessHandle.current().pid()
            + "_"
            + COUNT.incrementAndGet();
    try (CaseDatabase database = new CaseDatabase(server, name)) {
      database.set(file.ddlSettings());
      database.run(file.ddl());
      Map<String, String> config = CaseConfig.of(file, database, stages.pluginOptions());
      return played(file, database, config);
    } catch (UnplayableCaseException e) {
      return Verdict.skipped(e.getMessage());
    }
  }

  private Verdict played(CaseFile file, CaseDatabase database, Map<String, String> config) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PLAY_SECONDS);
    try (FaultRelay relay = relayFor(file)) {
      if (relay != null) {
        config.put("clickhouse.hosts", relay.address());
      }
      try (Stage stage = stages.set(file, config)) {
        CasePlay play = new CasePlay(stage, database, relay, deadline);
        play.run(file.steps());
        return judged(file, new CaseJudge(database, stage), play.problems());
      }
    }
  }

  private FaultRelay relayFor(CaseFile file) {
    boolean faulty = file.steps().stream().anyMatch(step -> step instanceof CaseStep.Fault);
    return faulty ? new FaultRelay(server.host(), server.nativePort()) : null;
  }

  private static Verdict judged(CaseFile file, CaseJudge judge, List<String> problems) {
    List<String> differences = new ArrayList<>();
    for (Expectation accepted : file.accepted()) {
      differences.add(judge.differences(accepted));
    }
    if (differences.contains("") && problems.isEmpty()) {
      List<String> notes = new ArrayList<>();
      for (Expectation informative : file.informative()) {
        String note = judge.rowDifferences(informative);
        if (!note.isEmpty()) {
          notes.add(note);
        }
      }
      return Verdict.passed(String.join("; ", notes));
    }
    List<String> words = new ArrayList<>(problems);
    if (!differences.contains("")) {
      words.add(differences.get(0));
      file.acceptedInWords().forEach(other -> words.add("also accepted: " + other));
    }
    return Verdict.failed(String.join("; ", words));
  }
}
