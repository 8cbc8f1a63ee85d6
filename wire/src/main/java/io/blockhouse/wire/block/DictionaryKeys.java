// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.block;

import io.blockhouse.wire.internal.io.ByteSink;
import io.blockhouse.wire.internal.io.GrowableBuffer;

/**
 * Numbers of dictionary entries, all in the least width that fits the dictionary: one, two or four
 * bytes. Becomes wider at the first number that needs it; each key is rewritten twice at most.
 */
final class DictionaryKeys {
  private final GrowableBuffer keys = new GrowableBuffer();

  /** The width is {@code 1 << widthCode} bytes; this is also how the width is sent. */
  private int widthCode;

  /** The largest dictionary that has keys of this width: its size must fit too, as with servers. */
  private long limit = limit(0);

  private static long limit(int widthCode) {
    return (1L << (Byte.SIZE << widthCode)) - 1;
  }

  void add(int key) {
    if (key >= limit) {
      setWidth(widthCode + (key < limit(widthCode + 1) ? 1 : 2));
    }
    switch (widthCode) {
      case 0 -> keys.putByte(key);
      case 1 -> keys.putShort(key);
      default -> keys.putInt(key);
    }
  }

  boolean repeats(RepeatedKeys repeatedKeys, int first) {
    return repeatedKeys.amongFixed(keys, first << widthCode, 1 << widthCode);
  }

  int count() {
    return keys.size() >>> widthCode;
  }

  int sizeBytes() {
    return keys.size();
  }

  int widthCode() {
    return widthCode;
  }

  int retainedBytes() {
    return keys.capacity();
  }

  /**
   * Goes back to {@code count} keys of a dictionary of {@code entries}, in the width of that
   * dictionary: a row taken back leaves no trace in what is sent. Rewriting all keys is rare, only
   * when the row was the one that made them wider.
   */
  void rollback(int count, int entries) {
    keys.truncate((long) count << widthCode);
    int needed = 0;
    while (entries > limit(needed)) {
      needed++;
    }
    if (needed < widthCode) {
      setWidth(needed);
    }
  }

  private void setWidth(int newCode) {
    int count = count();
    int oldWidth = 1 << widthCode;
    int newWidth = 1 << newCode;
    if (newWidth > oldWidth) {
      keys.reserve((long) count * (newWidth - oldWidth));
      byte[] bytes = keys.array();
      // From the end, so that nothing is overwritten before it is moved.
      for (int i = count - 1; i >= 0; i--) {
        for (int b = newWidth - 1; b >= 0; b--) {
          bytes[i * newWidth + b] = b < oldWidth ? bytes[i * oldWidth + b] : 0;
        }
      }
      keys.advance(count * (newWidth - oldWidth));
    } else {
      byte[] bytes = keys.array();
      for (int i = 0; i < count; i++) {
        System.arraycopy(bytes, i * oldWidth, bytes, i * newWidth, newWidth);
      }
      keys.truncate((long) count * newWidth);
    }
    widthCode = newCode;
    limit = limit(newCode);
  }

  void writeTo(ByteSink sink) {
    keys.writeTo(sink);
  }

  void reset() {
    keys.reset();
    forgetWidth();
  }

  void trim() {
    keys.trim();
    forgetWidth();
  }

  private void forgetWidth() {
    widthCode = 0;
    limit = limit(0);
  }
}
