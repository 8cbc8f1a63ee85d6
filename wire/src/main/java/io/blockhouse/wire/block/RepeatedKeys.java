// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.block;

import io.blockhouse.wire.internal.io.GrowableBuffer;
import java.util.Arrays;

/** Tells whether encoded keys of one map are equal; holds nothing but room from one to the next. */
final class RepeatedKeys {
  /** So few keys are compared each with each: cheaper than any index. */
  private static final int FEW = 16;

  private final GrowableBuffer copies = new GrowableBuffer();
  private final DictionaryIndex index = new DictionaryIndex(copies, false);

  /** Among keys of {@code width} bytes, from the one at {@code start} to the last. */
  boolean amongFixed(GrowableBuffer keys, int start, int width) {
    if (keys.size() - start <= FEW * width) {
      return amongFew(keys, start, width);
    }
    boolean repeated = false;
    for (int at = start; at < keys.size() && !repeated; at += width) {
      repeated = repeats(keys.array(), at, width);
    }
    forget();
    return repeated;
  }

  private static boolean amongFew(GrowableBuffer keys, int start, int width) {
    byte[] bytes = keys.array();
    for (int second = start + width; second < keys.size(); second += width) {
      // The lowest byte of a number, which alone tells most keys apart.
      byte lowest = bytes[second];
      for (int first = start; first < second; first += width) {
        if (bytes[first] == lowest
            && Arrays.equals(bytes, first, first + width, bytes, second, second + width)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Among keys that begin with a varint of their length, from the one at {@code start} on. */
  boolean amongTexts(GrowableBuffer keys, int start) {
    byte[] bytes = keys.array();
    boolean repeated = false;
    int at = start;
    while (at < keys.size() && !repeated) {
      int end = at;
      int length = 0;
      int shift = 0;
      do {
        length |= (bytes[end] & 0x7F) << shift;
        shift += 7;
      } while (bytes[end++] < 0);
      end += length;
      repeated = repeats(bytes, at, end - at);
      at = end;
    }
    forget();
    return repeated;
  }

  private boolean repeats(byte[] keys, int from, int length) {
    copies.putBytes(keys, from, length);
    int before = index.size();
    if (before == 0) {
      index.add(length);
    } else {
      index.intern();
    }
    return index.size() == before;
  }

  private void forget() {
    index.reset();
    copies.reset();
  }

  int retainedBytes() {
    return index.retainedBytes() + copies.capacity();
  }
}
