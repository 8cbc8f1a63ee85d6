// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

/**
 * Reads {@code [+|-]h[h[h]]:mm:ss[.fraction][Z]}: a time of day, or a span of up to 999 hours.
 * Fraction digits beyond nanoseconds are cut. Debezium writes the Z behind times that it has moved
 * to UTC. Holds the last result, so one instance serves one thread.
 */
final class TimeText {
  static final String ADVICE = "Send hh:mm:ss, with a fraction behind it where needed.";

  private static final int MAX_NANO_DIGITS = 9;

  private boolean negative;
  private long seconds;
  private int nanos;

  boolean isNegative() {
    return negative;
  }

  /** Of the magnitude. */
  long seconds() {
    return seconds;
  }

  /** Of the magnitude: 0 to 999,999,999. */
  int nanos() {
    return nanos;
  }

  /** False when the text is something else. */
  boolean read(CharSequence text) {
    int length = text.length();
    if (length > 0 && text.charAt(length - 1) == 'Z') {
      length--;
    }
    negative = length > 0 && text.charAt(0) == '-';
    int start = negative || length > 0 && text.charAt(0) == '+' ? 1 : 0;
    int colon = start;
    while (colon < length && text.charAt(colon) != ':') {
      colon++;
    }
    if (colon == start || colon > start + 3 || length < colon + 6) {
      return false;
    }
    int hours = number(text, start, colon);
    int minutes = number(text, colon + 1, colon + 3);
    int second = number(text, colon + 4, colon + 6);
    if (hours < 0 || minutes < 0 || minutes > 59 || second < 0 || second > 59) {
      return false;
    }
    if (text.charAt(colon + 3) != ':') {
      return false;
    }
    seconds = hours * 3600L + minutes * 60L + second;
    return fraction(text, colon + 6, length);
  }

  private boolean fraction(CharSequence text, int point, int end) {
    nanos = 0;
    if (point == end) {
      return true;
    }
    if (text.charAt(point) != '.' || point + 1 == end) {
      return false;
    }
    int digits = 0;
    for (int index = point + 1; index < end; index++) {
      int digit = text.charAt(index) - '0';
      if (digit < 0 || digit > 9) {
        return false;
      }
      if (digits < MAX_NANO_DIGITS) {
        nanos = nanos * 10 + digit;
        digits++;
      }
    }
    for (; digits < MAX_NANO_DIGITS; digits++) {
      nanos *= 10;
    }
    return true;
  }

  /** Negative unless all are digits. */
  private static int number(CharSequence text, int from, int to) {
    int value = 0;
    for (int index = from; index < to; index++) {
      int digit = text.charAt(index) - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      value = value * 10 + digit;
    }
    return value;
  }
}
