// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import java.util.Arrays;

/** The UTF-8 of one String at a time, in arrays that are used again. */
final class Utf8Text {
  /** Larger arrays, left by an unusually long text, are given back. */
  private static final int MAX_KEPT_CHARS = 1 << 20;

  private static final int MAX_BYTES_PER_CHAR = 3;

  private char[] chars = new char[256];
  private byte[] bytes = new byte[256];
  private int length;

  /** The encoded text, up to {@link #length}; changes with the next one. */
  byte[] array() {
    return bytes;
  }

  int length() {
    return length;
  }

  /** False when the text has half a surrogate pair. */
  boolean encode(String text) {
    int count = text.length();
    if (chars.length < count) {
      chars = new char[Math.max(count, 2 * chars.length)];
    }
    if (bytes.length < count) {
      bytes = new byte[Math.max(count, 2 * bytes.length)];
    }
    text.getChars(0, count, chars, 0);
    for (int i = 0; i < count; i++) {
      char c = chars[i];
      if (c >= 0x80) {
        return encodeFrom(i, count);
      }
      bytes[i] = (byte) c;
    }
    length = count;
    return true;
  }

  private boolean encodeFrom(int first, int count) {
    long needed = first + (long) (count - first) * MAX_BYTES_PER_CHAR;
    if (bytes.length < needed) {
      bytes = Arrays.copyOf(bytes, Math.toIntExact(needed));
    }
    int at = first;
    for (int i = first; i < count; i++) {
      char c = chars[i];
      if (c < 0x80) {
        bytes[at++] = (byte) c;
      } else if (c < 0x800) {
        bytes[at++] = (byte) (0xC0 | c >> 6);
        bytes[at++] = (byte) (0x80 | c & 0x3F);
      } else if (!Character.isSurrogate(c)) {
        bytes[at++] = (byte) (0xE0 | c >> 12);
        bytes[at++] = (byte) (0x80 | c >> 6 & 0x3F);
        bytes[at++] = (byte) (0x80 | c & 0x3F);
      } else if (i + 1 < count && Character.isSurrogatePair(c, chars[i + 1])) {
        int point = Character.toCodePoint(c, chars[++i]);
        bytes[at++] = (byte) (0xF0 | point >> 18);
        bytes[at++] = (byte) (0x80 | point >> 12 & 0x3F);
        bytes[at++] = (byte) (0x80 | point >> 6 & 0x3F);
        bytes[at++] = (byte) (0x80 | point & 0x3F);
      } else {
        return false;
      }
    }
    length = at;
    return true;
  }

  /** Gives arrays back that an unusually long text has left. */
  void trim() {
    if (chars.length > MAX_KEPT_CHARS) {
      chars = new char[256];
    }
    if (bytes.length > MAX_KEPT_CHARS) {
      bytes = new byte[256];
    }
  }
}
