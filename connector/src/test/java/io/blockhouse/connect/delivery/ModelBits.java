// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.delivery;

/** Small numbers, one after the other in a few longs, so that a model's state is cheap to keep. */
final class ModelBits {
  private final long[] words;
  private int at;

  ModelBits(long[] words) {
    this.words = words;
  }

  /** Numbers do not cross words: the order of puts has to be the order of takes, no more. */
  void put(int value, int bits) {
    skipToRoom(bits);
    words[at >> 6] |= (long) value << (at & 63);
    at += bits;
  }

  void put(boolean value) {
    put(value ? 1 : 0, 1);
  }

  int take(int bits) {
    skipToRoom(bits);
    int value = (int) (words[at >> 6] >>> (at & 63)) & (int) ((1L << bits) - 1);
    at += bits;
    return value;
  }

  boolean takeBoolean() {
    return take(1) == 1;
  }

  private void skipToRoom(int bits) {
    if ((at & 63) + bits > 64) {
      at = (at | 63) + 1;
    }
  }
}
