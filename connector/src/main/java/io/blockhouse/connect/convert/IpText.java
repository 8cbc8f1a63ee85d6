// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import java.util.Arrays;

/**
 * Reads IP addresses in their usual texts (RFC 4291, section 2.2) without allocation. Numbers of an
 * IPv4 address are decimal and have no leading zeros, which some read as octal. Holds the last
 * result, so one instance serves one thread.
 */
final class IpText {
  static final int V4_BYTES = 4;
  static final int V6_BYTES = 16;

  private final byte[] bytes = new byte[V6_BYTES];

  /** Of the last text read, in network order: the first 4 or all 16. */
  byte[] bytes() {
    return bytes;
  }

  /** False when the text is no IPv4 address. */
  boolean readV4(CharSequence text) {
    return readV4(text, 0, 0);
  }

  /** False when the text is no IPv6 address. */
  boolean readV6(CharSequence text) {
    int length = text.length();
    int at = 0;
    int gap = -1;
    int index = 0;
    if (length > 1 && text.charAt(0) == ':' && text.charAt(1) == ':') {
      gap = 0;
      index = 2;
    }
    while (index < length) {
      int end = find(text, index, ':');
      if (end == length && find(text, index, '.') < length) {
        if (at > V6_BYTES - V4_BYTES || !readV4(text, index, at)) {
          return false;
        }
        at += V4_BYTES;
        break;
      }
      int group = at < V6_BYTES ? group(text, index, end) : -1;
      if (group < 0) {
        return false;
      }
      bytes[at++] = (byte) (group >> Byte.SIZE);
      bytes[at++] = (byte) group;
      index = end + 1;
      if (index == length) {
        return false; // ends with a single colon
      }
      if (index < length && text.charAt(index) == ':') {
        if (gap >= 0) {
          return false;
        }
        gap = at;
        index++;
      }
    }
    return gap < 0 ? at == V6_BYTES : spread(gap, at);
  }

  /** The length of the text where there is none. */
  private static int find(CharSequence text, int from, char wanted) {
    int index = from;
    while (index < text.length() && text.charAt(index) != wanted) {
      index++;
    }
    return index;
  }

  /** Puts zeros where the two colons were, which stand for one group at least. */
  private boolean spread(int gap, int end) {
    if (end == V6_BYTES) {
      return false;
    }
    System.arraycopy(bytes, gap, bytes, V6_BYTES - (end - gap), end - gap);
    Arrays.fill(bytes, gap, V6_BYTES - (end - gap), (byte) 0);
    return true;
  }

  /** One to four hexadecimal digits; else negative. */
  private static int group(CharSequence text, int from, int to) {
    if (to == from || to > from + 4) {
      return -1;
    }
    int value = 0;
    for (int index = from; index < to; index++) {
      char c = text.charAt(index);
      int digit = c < 128 ? Character.digit(c, 16) : -1;
      if (digit < 0) {
        return -1;
      }
      value = value << 4 | digit;
    }
    return value;
  }

  private boolean readV4(CharSequence text, int from, int offset) {
    int index = from;
    for (int part = 0; part < V4_BYTES; part++) {
      int start = index;
      int value = 0;
      while (index < text.length() && index < start + 3 && isDigit(text.charAt(index))) {
        value = value * 10 + text.charAt(index++) - '0';
      }
      boolean leadingZero = index > start + 1 && text.charAt(start) == '0';
      if (index == start || value > 255 || leadingZero) {
        return false;
      }
      bytes[offset + part] = (byte) value;
      if (part < V4_BYTES - 1 && (index == text.length() || text.charAt(index++) != '.')) {
        return false;
      }
    }
    return index == text.length();
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
