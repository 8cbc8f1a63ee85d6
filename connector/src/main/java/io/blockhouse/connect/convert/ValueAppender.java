// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;

/**
 * Writes values of one source kind into one column: the unit a plan is made of. Refusals are {@link
 * Rejection}s.
 */
abstract class ValueAppender {
  /** Appends one value that is not null. */
  abstract void append(Object value);

  /** Appends an integer. */
  void appendLong(long value) {
    append(value);
  }

  /**
   * Appends the JSON value, not null, at whose first token the parser stands, and leaves the parser
   * at its last. This way is for appenders that have no better one.
   *
   * @throws IOException the text is malformed
   */
  void appendJson(JsonParser json) throws IOException {
    append(JsonTokens.read(json));
  }

  /** Appends what null means here. */
  abstract void appendNull();
}
