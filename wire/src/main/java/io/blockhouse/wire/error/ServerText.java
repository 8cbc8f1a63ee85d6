// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.error;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names in a message of the server that may be shown. Everything else in it may be a value of a
 * row. The wordings are those of 26.7; a message worded otherwise yields nothing.
 */
final class ServerText {
  /** src/Processors/Transforms/buildPushingToViewsChain.cpp: the view whose query failed. */
  private static final Pattern VIEW =
      Pattern.compile("while pushing to view (\\S+?)(?=[.:]?(?:\\s|$))");

  /** src/Processors/Transforms/CheckConstraintsTransform.cpp: the constraint and the row. */
  private static final Pattern CONSTRAINT =
      Pattern.compile("Constraint `((?:[^`\\\\]|\\\\.)+)` for table \\S+ .{0,60}is violated");

  private ServerText() {}

  static Optional<String> failedView(String text) {
    return first(VIEW, text);
  }

  static Optional<String> violatedConstraint(String text) {
    return first(CONSTRAINT, text);
  }

  private static Optional<String> first(Pattern pattern, String text) {
    if (text == null) {
      return Optional.empty();
    }
    Matcher matcher = pattern.matcher(text);
    return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
  }
}
