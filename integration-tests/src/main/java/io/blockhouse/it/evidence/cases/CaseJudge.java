// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.cases;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** Compares how a case has ended with how it should have. */
final class CaseJudge {
  private static final int MOST_ERROR_CHARS = 500;
  private static final String FAILED = "FAILED";
  private static final Comparator<JsonNode> AS_VALUES = CaseJudge::compare;

  private final CaseDatabase database;
  private final Stage stage;
  private final Standing standing;
  private final List<String> deadLetters;

  CaseJudge(CaseDatabase database, Stage stage) {
    this.database = database;
    this.stage = stage;
    this.standing = stage.standing();
    this.deadLetters = stage.deadLetters();
  }

  /** What differs, in words; empty when nothing does. */
  String differences(Expectation expected) {
    List<String> differences = new ArrayList<>();
    rows(expected, differences);
    if (expected.deadLetters().isPresent()
        && expected.deadLetters().getAsInt() != deadLetters.size()) {
      differences.add(
          "expected "
              + expected.deadLetters().getAsInt()
              + " dead letters, got "
              + deadLetters.size());
    }
    state(expected, differences);
    if (!expected.errorNames().isEmpty()) {
      error(expected.errorNames(), differences);
    }
    if (differences.isEmpty()) {
      accounts(differences);
    } else if (!standing.error().isEmpty() && !String.join("", differences).contains("error: ")) {
      differences.add("error: " + shortened(standing.error()));
    } else if (!deadLetters.isEmpty() && expected.deadLetters().orElse(0) != deadLetters.size()) {
      differences.add("first dead letter: " + shortened(deadLetters.get(0)));
    }
    return String.join("; ", differences);
  }

  /** What differs in the rows alone. */
  String rowDifferences(Expectation informative) {
    List<String> differences = new ArrayList<>();
    rows(informative, differences);
    return String.join("; ", differences);
  }

  private void rows(Expectation expected, List<String> differences) {
    if (expected.query().isEmpty()) {
      return;
    }
    String wanted = "expected " + expected.rows();
    try {
      JsonNode rows = database.rows(expected.query());
      if (!rows.equals(AS_VALUES, expected.rows())) {
        differences.add(wanted + " got " + rows);
      }
    } catch (RuntimeException e) {
      differences.add(wanted + " got " + shortened(e.getMessage()));
    }
  }

  /** Numbers are equal by value, so that 1 and 1.0 are. */
  private static int compare(JsonNode left, JsonNode right) {
    if (left.isNumber() && right.isNumber()) {
      return left.decimalValue().compareTo(right.decimalValue());
    }
    return left.equals(right) ? 0 : 1;
  }

  private void state(Expectation expected, List<String> differences) {
    boolean mayFail = expected.task().equals(FAILED);
    boolean mayRun = !mayFail;
    if (expected.task().isEmpty() && !expected.errorNames().isEmpty()) {
      mayFail = expected.deadLetters().orElse(0) == 0;
    }
    if (standing.failed()) {
      if (!mayFail) {
        differences.add("the task failed with error: " + shortened(standing.error()));
      } else if (standing.uncommitted().isEmpty()) {
        differences.add("the task failed, but all its offsets are committed");
      }
    } else if (!mayRun) {
      differences.add("expected the task to fail, but it runs");
    } else if (!standing.uncommitted().isEmpty()) {
      differences.add("not committed in time, from " + standing.uncommitted());
    }
  }

  private void error(List<String> names, List<String> differences) {
    List<String> errors =
        standing.failed() || deadLetters.isEmpty() ? List.of(standing.error()) : deadLetters;
    for (String error : errors) {
      if (names.stream().noneMatch(name -> contains(error, name))) {
        differences.add(
            "expected " + String.join(" or ", names) + " in error: " + shortened(error));
        return;
      }
    }
  }

  /** A name of a letter or two is in every text: it has to be there as a word. */
  private static boolean contains(String error, String name) {
    return name.length() > 2
        ? error.contains(name)
        : Pattern.compile("(?<!\\w)" + Pattern.quote(name) + "(?!\\w)").matcher(error).find();
  }

  /**
   * Every record is a row, a dead letter, or ignored by an option: the task's own figures say so.
   */
  private void accounts(List<String> differences) {
    OptionalLong received = stage.metric("RecordsReceived");
    if (standing.failed() || received.isEmpty()) {
      return;
    }
    long rows = figure("RowsAcked");
    long reported = figure("RecordsDeadLettered");
    long ignored = figure("RecordsIgnored");
    if (rows + reported + ignored != received.getAsLong()) {
      differences.add(
          "of "
              + received.getAsLong()
              + " records the task counts "
              + rows
              + " as rows, "
              + reported
              + " as dead letters, "
              + ignored
              + " as ignored");
    }
  }

  private long figure(String attribute) {
    return stage.metric(attribute).orElse(0);
  }

  static String shortened(String text) {
    String oneLine = String.valueOf(text).replaceAll("\\s+", " ").strip();
    return oneLine.length() <= MOST_ERROR_CHARS
        ? oneLine
        : oneLine.substring(0, MOST_ERROR_CHARS) + " …";
  }
}
