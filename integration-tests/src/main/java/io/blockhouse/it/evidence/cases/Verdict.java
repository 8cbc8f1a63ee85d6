// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.cases;

/** How a case came out, with what is to be said about it. */
public record Verdict(Kind kind, String text) {
  /** The three ways to come out. */
  public enum Kind {
    /** It ended as expected. */
    PASSED,
    /** It ended otherwise. */
    FAILED,
    /** It could not be played, because something that it needs does not exist. */
    SKIPPED
  }

  static Verdict passed(String note) {
    return new Verdict(Kind.PASSED, note);
  }

  /** It ended otherwise, or not at all. */
  public static Verdict failed(String text) {
    return new Verdict(Kind.FAILED, text);
  }

  static Verdict skipped(String reason) {
    return new Verdict(Kind.SKIPPED, reason);
  }

  /** The same with one more thing to say. */
  public Verdict with(String note) {
    return new Verdict(kind, text.isEmpty() ? note : text + "; " + note);
  }

  /** The verdict on one line. */
  public String line(String id) {
    String oneLine = text.replaceAll("\\s+", " ").strip();
    return switch (kind) {
      case PASSED -> id + " pass" + (oneLine.isEmpty() ? "" : " (" + oneLine + ")");
      case FAILED -> id + " FAIL " + oneLine;
      case SKIPPED -> id + " skipped: " + oneLine;
    };
  }
}
