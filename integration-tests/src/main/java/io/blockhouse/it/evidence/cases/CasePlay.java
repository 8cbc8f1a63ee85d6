// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.cases;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Takes the steps of one case, one after the other. */
final class CasePlay {
  private static final Pattern NAMED = Pattern.compile("error naming ([\\w.-]+)");

  private final Stage stage;
  private final CaseDatabase database;
  private final FaultRelay relay;
  private final long deadlineNanos;
  private final List<String> problems = new ArrayList<>();

  /** {@code relay} is null when no step is a fault. */
  CasePlay(Stage stage, CaseDatabase database, FaultRelay relay, long deadlineNanos) {
    this.stage = stage;
    this.database = database;
    this.relay = relay;
    this.deadlineNanos = deadlineNanos;
  }

  /** What was not as an expectation between the steps says. */
  List<String> problems() {
    return problems;
  }

  void run(List<CaseStep> steps) {
    for (int i = 0; i < steps.size(); i++) {
      boolean toBeLookedAt = i + 1 < steps.size() && steps.get(i + 1) instanceof CaseStep.Expect;
      take(steps.get(i), toBeLookedAt);
    }
  }

  private void take(CaseStep step, boolean toBeLookedAt) {
    if (step instanceof CaseStep.Put put) {
      stage.put(put.records());
      if (!toBeLookedAt) {
        await(Standing::isSettled);
      }
    } else if (step instanceof CaseStep.Sql sql) {
      database.run(sql.statements());
    } else if (step instanceof CaseStep.Restart restart) {
      stage.restart(restart.fromCommitted());
    } else if (step instanceof CaseStep.Fault fault) {
      relay.apply(InsertFault.parse(fault.words()));
    } else if (step instanceof CaseStep.Expect expect) {
      look(expect.words());
    }
  }

  /** Checks what it understands of an expectation in words. */
  private void look(String words) {
    Matcher named = NAMED.matcher(words);
    if (!named.find()) {
      await(Standing::isSettled);
      return;
    }
    String name = named.group(1);
    if (!await(standing -> standing.error().contains(name))) {
      problems.add(
          "expected " + words + ", got error: " + CaseJudge.shortened(stage.standing().error()));
    } else if (words.contains("not committed")
        && stage.standing().uncommitted().keySet().stream()
            .noneMatch(partition -> partition.startsWith(name))) {
      problems.add("the offsets of " + name + " are committed");
    }
  }

  private boolean await(Predicate<Standing> wanted) {
    while (!wanted.test(stage.standing())) {
      if (System.nanoTime() > deadlineNanos) {
        return false;
      }
      stage.work();
    }
    return true;
  }
}
