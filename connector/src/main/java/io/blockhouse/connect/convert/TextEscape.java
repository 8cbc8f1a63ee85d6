// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

/**
 * What stands behind a backslash in texts that ClickHouse writes, in quotes as in TabSeparated
 * (src/IO/ReadHelpers.cpp).
 */
final class TextEscape {
  /** There is no such escape. */
  static final int NONE = -1;

  private static final String ESCAPES = "bfnrt0ave\\'\"/`=\t\n\r";
  private static final String ESCAPED = "\b\f\n\r\t\0\u0007\u000B\u001B\\'\"/`=\t\n\r";

  private TextEscape() {}

  /** The character of ASCII that is meant; NONE where the server keeps the backslash. */
  static int of(char escape) {
    int known = ESCAPES.indexOf(escape);
    return known < 0 ? NONE : ESCAPED.charAt(known);
  }

  /** The character behind {@code \x}; NONE for a byte that is no character by itself. */
  static int ofHex(char high, char low) {
    int upper = Character.digit(high, 16);
    int lower = Character.digit(low, 16);
    return upper < 0 || upper > 7 || lower < 0 ? NONE : upper << 4 | lower;
  }
}
