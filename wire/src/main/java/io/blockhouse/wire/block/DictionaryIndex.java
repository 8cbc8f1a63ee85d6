// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.block;

import io.blockhouse.wire.internal.io.GrowableBuffer;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Numbers the different values in a buffer of encoded values: open addressing with linear probing,
 * at most half full. Holds ints only, and nothing until the first value. The values stay in the
 * buffer, which is the dictionary as it is sent.
 */
final class DictionaryIndex {
  private static final int FIRST_SLOTS = 16;
  private static final int[] EMPTY = {};

  /** Values come from outside: with a known hash, some could be made that all collide. */
  private static final long SEED = ThreadLocalRandom.current().nextLong();

  /** Odd and half set, as multipliers should be: the fractions of the golden ratio and of pi. */
  private static final long WORD_MULTIPLIER = 0x9E3779B97F4A7C15L;

  private static final long TAIL_MULTIPLIER = 0x243F6A8885A308D3L;

  private final GrowableBuffer values;

  /** Entry + 1, or 0; a power of two. */
  private int[] slots = EMPTY;

  /** By entry. */
  private int[] hashes = EMPTY;

  /** By entry: where it starts in the buffer. */
  private int[] starts = EMPTY;

  private int size;
  private int end;
  private int quietBlocks;

  /** Entries before it are in no slot. */
  private final int firstVisible;

  DictionaryIndex(GrowableBuffer values, boolean hidesFirst) {
    this.values = values;
    this.firstVisible = hidesFirst ? 1 : 0;
  }

  /** Entries. */
  int size() {
    return size;
  }

  /** Where the last entry ends: what lies behind it in the buffer is no entry yet. */
  int end() {
    return end;
  }

  /**
   * The entry that equals the value behind the last one. Where there is none the value becomes it;
   * else the value is taken out of the buffer. A hidden entry equals nothing.
   */
  int intern() {
    int hash = hash(end, values.size());
    int mask = slots.length - 1;
    for (int slot = hash & mask; slots[slot] != 0; slot = slot + 1 & mask) {
      int entry = slots[slot] - 1;
      if (hashes[entry] == hash && equalsNewest(entry)) {
        values.truncate(end);
        return entry;
      }
    }
    add(hash, values.size());
    return size - 1;
  }

  /** Makes the {@code length} bytes behind the last entry the next one, without looking for it. */
  void add(int length) {
    add(hash(end, end + length), end + length);
  }

  private boolean equalsNewest(int entry) {
    int to = entry + 1 < size ? starts[entry + 1] : end;
    byte[] bytes = values.array();
    return Arrays.equals(bytes, starts[entry], to, bytes, end, values.size());
  }

  private void add(int hash, int newEnd) {
    if (2 * (size + 1) > slots.length) {
      growSlots();
    }
    if (size >= firstVisible) {
      place(hash, size);
    }
    if (size == hashes.length) {
      int capacity = Math.max(FIRST_SLOTS / 2, 2 * size);
      hashes = Arrays.copyOf(hashes, capacity);
      starts = Arrays.copyOf(starts, capacity);
    }
    hashes[size] = hash;
    starts[size] = end;
    size++;
    end = newEnd;
  }

  private void growSlots() {
    slots = new int[Math.max(FIRST_SLOTS, 2 * slots.length)];
    // In the order of the entries, on which truncate() relies.
    for (int entry = firstVisible; entry < size; entry++) {
      place(hashes[entry], entry);
    }
  }

  private void place(int hash, int entry) {
    int mask = slots.length - 1;
    int slot = hash & mask;
    while (slots[slot] != 0) {
      slot = slot + 1 & mask;
    }
    slots[slot] = entry + 1;
  }

  /**
   * Takes back all entries from number {@code newSize} on, the newest first: no probe for an older
   * one ever went past its slot, so that it may just be freed.
   */
  void truncate(int newSize) {
    while (size > newSize) {
      size--;
      end = starts[size];
      free(hashes[size], size);
    }
    values.truncate(end);
  }

  private void free(int hash, int entry) {
    if (entry < firstVisible) {
      return;
    }
    int mask = slots.length - 1;
    int slot = hash & mask;
    while (slots[slot] != 0) {
      if (slots[slot] == entry + 1) {
        slots[slot] = 0;
        return;
      }
      slot = slot + 1 & mask;
    }
  }

  int retainedBytes() {
    return Integer.BYTES * (slots.length + hashes.length + starts.length);
  }

  /** At the end of a block. Shrinks by the rule of {@link GrowableBuffer#reset()}. */
  void reset() {
    boolean quiet = size < slots.length / 8 && slots.length > FIRST_SLOTS;
    quietBlocks = quiet ? quietBlocks + 1 : 0;
    if (quietBlocks >= GrowableBuffer.QUIET_BLOCKS) {
      trim();
      return;
    }
    Arrays.fill(slots, 0);
    size = 0;
    end = 0;
  }

  void trim() {
    slots = EMPTY;
    hashes = EMPTY;
    starts = EMPTY;
    size = 0;
    end = 0;
    quietBlocks = 0;
  }

  private int hash(int from, int to) {
    long hash = SEED ^ (to - from);
    int at = from;
    for (; to - at >= Long.BYTES; at += Long.BYTES) {
      hash = mix(hash ^ values.longAt(at), WORD_MULTIPLIER);
    }
    long tail = 0;
    byte[] bytes = values.array();
    for (; at < to; at++) {
      tail = tail << Byte.SIZE | bytes[at] & 0xFF;
    }
    hash = mix(hash ^ tail, TAIL_MULTIPLIER);
    return (int) (hash ^ hash >>> Integer.SIZE);
  }

  /** Both halves of the product, so that every bit has a say in every other. */
  private static long mix(long value, long multiplier) {
    return value * multiplier ^ Math.multiplyHigh(value, multiplier);
  }
}
