// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.connect.error.ConversionException;

/**
 * A conversion's refusal on its way to becoming a {@link ConversionException}. Each level it passes
 * adds what only that level knows (path, source type), so that conversions that succeed pay for
 * none of it. Without a stack trace: a topic full of bad records must not become expensive.
 */
final class Rejection extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Of a deeper path the outer steps are told: they are where to look. */
  private static final int MAX_PATH_CHARS = 200;

  private final String typeName;
  private final String advice;
  private String path = "";
  private String sourceType;

  Rejection(String typeName, String reason, String advice) {
    super(reason, null, false, false);
    this.typeName = typeName;
    this.advice = advice;
  }

  /** The refused value was the element at this index of an array. */
  Rejection inElement(int index) {
    return within("[" + index + "]");
  }

  /** The refused value was this field of an object. */
  Rejection inField(String name) {
    return within("." + name);
  }

  /** The refused value was an entry of a map whose keys are data, not names. */
  Rejection inEntry() {
    return within("[*]");
  }

  private Rejection within(String step) {
    String rest = path.length() > MAX_PATH_CHARS ? "..." : path;
    path = step + rest;
    return this;
  }

  /** Names the source type; the innermost level's word stands. */
  Rejection from(String source) {
    if (sourceType == null) {
      sourceType = source;
    }
    return this;
  }

  ConversionException toException(String column, String table) {
    return new ConversionException(
        "Column `"
            + column
            + "` of "
            + table
            + " (path `"
            + column
            + path
            + "`, ClickHouse type "
            + typeName
            + ") cannot take a value of source type "
            + sourceType
            + ": "
            + getMessage()
            + ". "
            + advice);
  }
}
