// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.block;

import io.blockhouse.wire.internal.io.GrowableBuffer;
import java.nio.CharBuffer;

/**
 * Encodes text behind its length, straight into the column.
 *
 * <p>Most texts are ASCII, so their length in bytes is guessed to be that in chars, and put right
 * afterwards where it was not. Measured on JDK 17 (AppendBenchmark), ns per text: ASCII of 10 / 40
 * / 500 chars 12 / 18 / 100, where a loop over the chars alone took 12 / 23 / 262 in the same run;
 * 40 chars with every fourth beyond ASCII take 82.
 */
final class Utf8 {
  /** A char takes at most three bytes: those that need four come in pairs. */
  private static final long MAX_BYTES_PER_CHAR = 3;

  /** From here on a look ahead and a bulk copy cost less than a loop over the chars. */
  private static final int LONG_TEXT = 16;

  /** Chars looked at together. */
  private static final int STEP = 8;

  private Utf8() {}

  /** Appends nothing when it throws. */
  static void appendText(GrowableBuffer out, String text) {
    int length = text.length();
    out.reserve(GrowableBuffer.MAX_VARINT_BYTES + (long) length);
    byte[] bytes = out.array();
    int start = out.size();
    int at = GrowableBuffer.storeVarInt(bytes, start, length);
    int ascii = 0;
    if (length >= LONG_TEXT) {
      ascii = asciiChars(text, length);
      copyLowBytes(text, ascii, bytes, at);
      at += ascii;
    }
    for (int i = ascii; i < length; i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        appendFrom(out, text, i, at);
        return;
      }
      bytes[at++] = (byte) c;
    }
    out.advance(at - start);
  }

  /** The same of characters in an array. */
  static void appendText(GrowableBuffer out, char[] text, int offset, int length) {
    out.reserve(GrowableBuffer.MAX_VARINT_BYTES + (long) length);
    byte[] bytes = out.array();
    int start = out.size();
    int at = GrowableBuffer.storeVarInt(bytes, start, length);
    for (int i = 0; i < length; i++) {
      char c = text[offset + i];
      if (c >= 0x80) {
        // Rare enough in most topics for one object, which escape analysis mostly removes.
        appendFrom(out, CharBuffer.wrap(text, offset, length), i, at);
        return;
      }
      bytes[at++] = (byte) c;
    }
    out.advance(at - start);
  }

  /** How many chars at the start are known to be ASCII, in whole steps of the loop. */
  private static int asciiChars(String text, int length) {
    int i = 0;
    for (; i <= length - STEP; i += STEP) {
      int all =
          text.charAt(i)
              | text.charAt(i + 1)
              | text.charAt(i + 2)
              | text.charAt(i + 3)
              | text.charAt(i + 4)
              | text.charAt(i + 5)
              | text.charAt(i + 6)
              | text.charAt(i + 7);
      if (all >= 0x80) {
        break;
      }
    }
    return i;
  }

  /** Deprecated because it is no encoding; for ASCII it is one, and it copies without a loop. */
  @SuppressWarnings("deprecation")
  private static void copyLowBytes(String text, int count, byte[] target, int position) {
    text.getBytes(0, count, target, position);
  }

  /** Goes on at char {@code from}, with everything before it stored up to {@code position}. */
  private static void appendFrom(GrowableBuffer out, CharSequence text, int from, int position) {
    int length = text.length();
    int start = out.size();
    // Growing keeps the bytes stored beyond size() so far.
    out.reserve(position - start + (long) (length - from) * MAX_BYTES_PER_CHAR + 1);
    byte[] bytes = out.array();
    int at = position;
    for (int i = from; i < length; i++) {
      char c = text.charAt(i);
      if (c < 0x80) {
        bytes[at++] = (byte) c;
      } else if (c < 0x800) {
        bytes[at++] = (byte) (0xC0 | c >> 6);
        bytes[at++] = (byte) (0x80 | c & 0x3F);
      } else if (Character.isSurrogate(c)) {
        int point = codePoint(text, i++);
        bytes[at++] = (byte) (0xF0 | point >> 18);
        bytes[at++] = (byte) (0x80 | point >> 12 & 0x3F);
        bytes[at++] = (byte) (0x80 | point >> 6 & 0x3F);
        bytes[at++] = (byte) (0x80 | point & 0x3F);
      } else {
        bytes[at++] = (byte) (0xE0 | c >> 12);
        bytes[at++] = (byte) (0x80 | c >> 6 & 0x3F);
        bytes[at++] = (byte) (0x80 | c & 0x3F);
      }
    }
    int first = position - from;
    int encoded = at - first;
    int moved = start + GrowableBuffer.varIntBytes(encoded);
    if (moved != first) {
      System.arraycopy(bytes, first, bytes, moved, encoded);
    }
    GrowableBuffer.storeVarInt(bytes, start, encoded);
    out.advance(moved + encoded - start);
  }

  private static int codePoint(CharSequence text, int index) {
    char high = text.charAt(index);
    if (Character.isHighSurrogate(high) && index + 1 < text.length()) {
      char low = text.charAt(index + 1);
      if (Character.isLowSurrogate(low)) {
        return Character.toCodePoint(high, low);
      }
    }
    throw new MalformedTextException(index);
  }
}
