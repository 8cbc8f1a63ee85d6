// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.io;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Bytes of one column stream, appended at the end in little-endian order. Owns its array, which
 * moves when it grows: an array from {@link #array()} is good until the next call that appends. Not
 * thread-safe.
 */
public final class GrowableBuffer {
  /** Capacity of a buffer's first array in bytes. */
  static final int FIRST_CAPACITY = 256;

  /** Where doubling ends, in bytes: half of a whole block at its default size. */
  static final int DOUBLING_LIMIT = 4 << 20;

  /** Larger arrays are refused by some virtual machines. */
  static final int MAX_CAPACITY = Integer.MAX_VALUE - 8;

  /** Blocks in a row with little use after which a buffer shrinks. */
  public static final int QUIET_BLOCKS = 8;

  /** Most bytes an unsigned LEB128 number of 32 bits takes. */
  public static final int MAX_VARINT_BYTES = 5;

  private static final byte[] EMPTY = new byte[0];
  private static final VarHandle SHORT = view(short[].class);
  private static final VarHandle INT = view(int[].class);
  private static final VarHandle LONG = view(long[].class);

  private byte[] bytes = EMPTY;
  private int size;
  private int quietBlocks;
  private int largestQuietUse;

  private static VarHandle view(Class<?> array) {
    return MethodHandles.byteArrayViewVarHandle(array, ByteOrder.LITTLE_ENDIAN);
  }

  /*
   * The growth rule: nothing, then 256 B, doubling up to 4 MiB, then by half each time, never past
   * MAX_CAPACITY; at once as much as one append needs.
   *
   * Why: these buffers are born in a loop (columns x tables x partitions), most of them stay almost
   * empty, and what is over is multiplied by their number: hence the tiny start, and hence no
   * doubling of large ones. Growing by half copies, over all growth together, fewer than two bytes
   * for each byte of capacity at every size, and 1.75 for each byte of a block of 8 MiB in a single
   * column. A constant step of 4 MiB did so only up to 16 MiB: 7.6 at 64 MiB, 63 at 512 MiB, the
   * largest block. And all that is copied once: a buffer keeps its capacity from block to block.
   * GrowableBufferTest pins it.
   */
  static int nextCapacity(int capacity, long needed) {
    if (needed > MAX_CAPACITY) {
      throw new IllegalStateException(
          "A column of a block holds at most 2 GiB: end the block after fewer rows");
    }
    long grown =
        capacity < DOUBLING_LIMIT
            ? Math.max(FIRST_CAPACITY, Math.min(2L * capacity, DOUBLING_LIMIT))
            : (long) capacity + capacity / 2;
    return (int) Math.min(MAX_CAPACITY, Math.max(grown, needed));
  }

  private void grow(long count) {
    bytes = Arrays.copyOf(bytes, nextCapacity(bytes.length, size + count));
  }

  /** Bytes appended. */
  public int size() {
    return size;
  }

  /** Bytes of heap held. */
  public int capacity() {
    return bytes.length;
  }

  /** The array behind the buffer; the first {@link #size()} bytes are its content. */
  public byte[] array() {
    return bytes;
  }

  /**
   * Makes room for {@code count} more bytes and appends nothing yet: the caller stores into {@link
   * #array()} from {@link #size()} on and then calls {@link #advance}. What is stored beyond the
   * size survives another call.
   */
  public void reserve(long count) {
    if (bytes.length - size < count) {
      grow(count);
    }
  }

  /** Appends {@code count} bytes that the caller has stored after {@link #reserve}. */
  public void advance(int count) {
    size += count;
  }

  /** Appends the low eight bits. */
  public void putByte(int value) {
    int at = size;
    if (bytes.length - at < Byte.BYTES) {
      grow(Byte.BYTES);
    }
    bytes[at] = (byte) value;
    size = at + Byte.BYTES;
  }

  /** Appends the low sixteen bits. */
  public void putShort(int value) {
    int at = size;
    if (bytes.length - at < Short.BYTES) {
      grow(Short.BYTES);
    }
    SHORT.set(bytes, at, (short) value);
    size = at + Short.BYTES;
  }

  /** Appends four bytes. */
  public void putInt(int value) {
    int at = size;
    if (bytes.length - at < Integer.BYTES) {
      grow(Integer.BYTES);
    }
    INT.set(bytes, at, value);
    size = at + Integer.BYTES;
  }

  /** Appends eight bytes. */
  public void putLong(long value) {
    int at = size;
    if (bytes.length - at < Long.BYTES) {
      grow(Long.BYTES);
    }
    LONG.set(bytes, at, value);
    size = at + Long.BYTES;
  }

  /** Appends sixteen bytes, {@code low} first. */
  public void put128(long low, long high) {
    int at = size;
    if (bytes.length - at < 2 * Long.BYTES) {
      grow(2 * Long.BYTES);
    }
    LONG.set(bytes, at, low);
    LONG.set(bytes, at + Long.BYTES, high);
    size = at + 2 * Long.BYTES;
  }

  /** Appends a copy. */
  public void putBytes(byte[] source, int offset, int length) {
    reserve(length);
    System.arraycopy(source, offset, bytes, size, length);
    size += length;
  }

  /** Appends a copy of what remains in {@code source}, whose position stays. */
  public void putBytes(ByteBuffer source) {
    int length = source.remaining();
    reserve(length);
    source.get(source.position(), bytes, size, length);
    size += length;
  }

  /** Appends zero bytes (a reused array is not clean). */
  public void putZeros(int count) {
    putRepeated(0, count);
  }

  /** Appends the low eight bits so many times. */
  public void putRepeated(int value, int count) {
    reserve(count);
    Arrays.fill(bytes, size, size + count, (byte) value);
    size += count;
  }

  /** Appends an unsigned LEB128 number. */
  public void putVarInt(int value) {
    reserve(MAX_VARINT_BYTES);
    size = storeVarInt(bytes, size, value);
  }

  /** Stores an unsigned LEB128 number at {@code position} and returns the position after it. */
  public static int storeVarInt(byte[] target, int position, int value) {
    int rest = value;
    int at = position;
    while ((rest & ~0x7F) != 0) {
      target[at++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    target[at++] = (byte) rest;
    return at;
  }

  /** Bytes that {@link #storeVarInt} takes for {@code value}: one for each seven bits. */
  public static int varIntBytes(int value) {
    return (Integer.SIZE - Integer.numberOfLeadingZeros(value | 1) + 6) / 7;
  }

  /** Puts {@code count} zero bytes in front of the content. */
  public void prependZeros(int count) {
    reserve(count);
    System.arraycopy(bytes, 0, bytes, count, size);
    Arrays.fill(bytes, 0, count, (byte) 0);
    size += count;
  }

  /** The eight bytes at {@code position}, which must lie within the content. */
  public long longAt(int position) {
    return (long) LONG.get(bytes, position);
  }

  /** Takes back what lies beyond {@code newSize}; does nothing if there is less. */
  public void truncate(long newSize) {
    if (newSize < size) {
      size = (int) newSize;
    }
  }

  /** Writes the content; does not change it. */
  public void writeTo(ByteSink sink) {
    if (size > 0) {
      sink.write(bytes, 0, size);
    }
  }

  /**
   * Empties the buffer at the end of a block. The shrink rule: once eight blocks in a row have used
   * less than a quarter of the capacity, it becomes twice the largest use among them. Grows at
   * once, shrinks slowly.
   */
  public void reset() {
    int used = size;
    size = 0;
    if (used >= bytes.length / 4) {
      forgetQuietBlocks();
      return;
    }
    largestQuietUse = Math.max(largestQuietUse, used);
    if (++quietBlocks >= QUIET_BLOCKS) {
      int target = 2 * largestQuietUse;
      if (target == 0) {
        bytes = EMPTY;
      } else if (Math.max(FIRST_CAPACITY, target) < bytes.length) {
        bytes = new byte[Math.max(FIRST_CAPACITY, target)];
      }
      forgetQuietBlocks();
    }
  }

  /** Empties the buffer and gives its array back. */
  public void trim() {
    size = 0;
    bytes = EMPTY;
    forgetQuietBlocks();
  }

  private void forgetQuietBlocks() {
    quietBlocks = 0;
    largestQuietUse = 0;
  }
}
