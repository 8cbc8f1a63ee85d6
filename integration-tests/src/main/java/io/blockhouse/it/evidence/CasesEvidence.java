// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence;

import io.blockhouse.it.evidence.cases.CaseFile;
import io.blockhouse.it.evidence.cases.CaseFolder;
import io.blockhouse.it.evidence.cases.CasePlayer;
import io.blockhouse.it.evidence.cases.CaseReader;
import io.blockhouse.it.evidence.cases.CaseServers;
import io.blockhouse.it.evidence.cases.CasesArguments;
import io.blockhouse.it.evidence.cases.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Plays every case of a folder through the packaged plugin against a real ClickHouse: in a real
 * Connect worker, or with {@code --direct} by the task alone. One line a case; a case that a worker
 * can't play as written is played directly, and its line says so.
 */
public final class CasesEvidence {
  /** Most of a case's time in a worker is waiting for groups to settle and for commits. */
  private static final int AT_A_TIME = 6;

  private final CasesArguments arguments;
  private final CasePlayer direct;
  private final CasePlayer worker;
  private final Map<Verdict.Kind, Integer> counts = new EnumMap<>(Verdict.Kind.class);

  private CasesEvidence(CasesArguments arguments) {
    this.arguments = arguments;
    CaseServers servers = new CaseServers();
    direct = servers.direct();
    worker = arguments.direct() ? direct : servers.throughWorker();
  }

  /** Exits 0 when no case failed, 1 when one did, 2 when the arguments are wrong. */
  public static void main(String[] args) throws InterruptedException {
    CasesArguments arguments;
    try {
      arguments = CasesArguments.parse(args);
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.exit(2);
      return;
    }
    List<Path> files = CaseFolder.files(arguments.folder(), arguments.only());
    if (files.isEmpty()) {
      System.err.println("there is no such case in " + arguments.folder());
      System.exit(2);
    }
    System.exit(new CasesEvidence(arguments).allPass(files) ? 0 : 1);
  }

  private boolean allPass(List<Path> files) throws InterruptedException {
    ExecutorService players = Executors.newFixedThreadPool(atATime(files));
    List<Future<Verdict>> verdicts = new ArrayList<>();
    files.forEach(file -> verdicts.add(players.submit(() -> play(file))));
    players.shutdown();
    for (int i = 0; i < files.size(); i++) {
      Verdict verdict = get(verdicts.get(i));
      counts.merge(verdict.kind(), 1, Integer::sum);
      System.out.println(verdict.line(CaseFolder.id(files.get(i))));
    }
    int failed = count(Verdict.Kind.FAILED);
    System.out.printf(
        Locale.ROOT,
        "{\"evidence\":\"cases\",\"passed\":%d,\"failed\":%d,\"skipped\":%d}%n",
        count(Verdict.Kind.PASSED),
        failed,
        count(Verdict.Kind.SKIPPED));
    return failed == 0;
  }

  private int count(Verdict.Kind kind) {
    return counts.getOrDefault(kind, 0);
  }

  private Verdict play(Path file) {
    try {
      CaseFile read = CaseReader.read(file);
      String reason = arguments.direct() ? "" : read.onlyDirectly();
      Verdict verdict = (reason.isEmpty() ? worker : direct).play(read);
      return reason.isEmpty() ? verdict : verdict.with("played directly: " + reason);
    } catch (IOException e) {
      return Verdict.failed("it cannot be read: " + e.getMessage());
    }
  }

  /** One at a time without a worker, where a case is quick, and where cases share a topic. */
  private int atATime(List<Path> files) {
    Set<String> topics = new HashSet<>();
    for (Path file : files) {
      try {
        for (String topic : CaseReader.read(file).topics()) {
          if (!topics.add(topic)) {
            return 1;
          }
        }
      } catch (IOException e) {
        continue; // reported when its turn comes
      }
    }
    return arguments.direct() ? 1 : AT_A_TIME;
  }

  private static Verdict get(Future<Verdict> verdict) throws InterruptedException {
    try {
      return verdict.get();
    } catch (ExecutionException e) {
      return Verdict.failed("it could not be played: " + e.getCause());
    }
  }
}
