// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.frame;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * CityHash128 of CityHash 1.0.2, the checksum of compressed frames. Later versions give other
 * values; the two places where copies go wrong are marked. A wrong hash on a large frame makes the
 * server search for a flipped bit for minutes instead of failing.
 *
 * <p>The result is left in two fields, so that hashing allocates nothing. Not thread-safe.
 */
public final class CityHash128 {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long K0 = 0xc3a5c85c97cb3127L;
  private static final long K1 = 0xb492b66fbe98f273L;
  private static final long K2 = 0x9ae16a3b2f90404fL;
  private static final long K3 = 0xc949d7c7509e6557L;
  private static final long MUL = 0x9ddfea08eb382d69L;

  private long low;
  private long high;

  /** Low half of the last hash: the first eight bytes of a frame. */
  public long low() {
    return low;
  }

  /** High half of the last hash. */
  public long high() {
    return high;
  }

  /** Hashes the range. */
  public void hash(byte[] s, int offset, int length) {
    if (length >= 16) {
      withSeed(s, offset + 16, length - 16, fetch64(s, offset) ^ K3, fetch64(s, offset + 8));
    } else if (length >= 8) {
      murmur(
          s, offset, 0, fetch64(s, offset) ^ (length * K0), fetch64(s, offset + length - 8) ^ K1);
    } else {
      murmur(s, offset, length, K0, K1);
    }
  }

  private void withSeed(byte[] s, int offset, int length, long seedLow, long seedHigh) {
    if (length < 128) {
      murmur(s, offset, length, seedLow, seedHigh);
    } else {
      rounds(s, offset, length, seedLow, seedHigh);
    }
  }

  /** Inputs below 128 bytes after the seed. */
  private void murmur(byte[] s, int offset, int length, long seedLow, long seedHigh) {
    long a = seedLow;
    long b = seedHigh;
    long c;
    long d;
    if (length <= 16) {
      a = shiftMix(a * K1) * K1;
      c = b * K1 + hash0to16(s, offset, length);
      d = shiftMix(a + (length >= 8 ? fetch64(s, offset) : c));
    } else {
      c = hash16(fetch64(s, offset + length - 8) + K1, a);
      d = hash16(b + length, c + fetch64(s, offset + length - 16));
      a += d;
      int p = offset;
      for (int left = length - 16; left > 0; left -= 16) {
        a ^= shiftMix(fetch64(s, p) * K1) * K1;
        a *= K1;
        b ^= a;
        c ^= shiftMix(fetch64(s, p + 8) * K1) * K1;
        c *= K1;
        d ^= c;
        p += 16;
      }
    }
    a = hash16(a, c);
    b = hash16(d, b);
    low = a ^ b;
    high = hash16(b, a);
  }

  /** Inputs of 128 bytes and more after the seed: 56 bytes of state, 64 bytes a step. */
  private void rounds(byte[] s, int offset, int length, long seedLow, long seedHigh) {
    long x = seedLow;
    long y = seedHigh;
    long z = length * K1;
    long v1 = rotate(y ^ K1, 49) * K1 + fetch64(s, offset);
    long v2 = rotate(v1, 42) * K1 + fetch64(s, offset + 8);
    long w1 = rotate(y + z, 35) * K1 + x;
    long w2 = rotate(x + fetch64(s, offset + 88), 53) * K1;
    int p = offset;
    int left = length;
    // An even number of 64-byte steps: the reference unrolls two a turn and stops below 128.
    for (int steps = (length / 128) * 2; steps > 0; steps--) {
      x = rotate(x + y + v1 + fetch64(s, p + 16), 37) * K1;
      y = rotate(y + v2 + fetch64(s, p + 48), 42) * K1;
      x ^= w2;
      y ^= v1;
      z = rotate(z ^ w1, 33);
      // v = weak hash of the first 32 bytes
      long a = v2 * K1 + fetch64(s, p);
      long fourth = fetch64(s, p + 24);
      long b = rotate(x + w1 + a + fourth, 21);
      long c = a;
      a += fetch64(s, p + 8) + fetch64(s, p + 16);
      b += rotate(a, 44);
      v1 = a + fourth;
      v2 = b + c;
      // w = weak hash of the next 32 bytes
      a = z + w2 + fetch64(s, p + 32);
      fourth = fetch64(s, p + 56);
      b = rotate(y + a + fourth, 21);
      c = a;
      a += fetch64(s, p + 40) + fetch64(s, p + 48);
      b += rotate(a, 44);
      w1 = a + fourth;
      w2 = b + c;
      long swap = z;
      z = x;
      x = swap;
      p += 64;
      left -= 64;
    }
    y += rotate(w1, 37) * K0 + z;
    x += rotate(v1 + z, 49) * K0; // 1.0.2: z; later versions take w2
    for (int done = 32; done < left + 32; done += 32) {
      // Read from the end; the last turn may reach back into bytes hashed before.
      int q = p + left - done;
      y = rotate(y - x, 42) * K0 + v2;
      w1 += fetch64(s, q + 16);
      x = rotate(x, 49) * K0 + w1;
      w1 += v1;
      long a = v1 + fetch64(s, q);
      long fourth = fetch64(s, q + 24);
      long b = rotate(v2 + a + fourth, 21);
      long c = a;
      a += fetch64(s, q + 8) + fetch64(s, q + 16);
      b += rotate(a, 44);
      v1 = a + fourth;
      v2 = b + c;
    }
    x = hash16(x, v1);
    y = hash16(y, w1);
    low = hash16(x + v2, w2) + y;
    high = hash16(x + w2, y + v2);
  }

  private static long hash0to16(byte[] s, int offset, int length) {
    if (length > 8) {
      long a = fetch64(s, offset);
      long b = fetch64(s, offset + length - 8);
      return hash16(a, rotate(b + length, length)) ^ b;
    }
    if (length >= 4) {
      long a = fetch32(s, offset);
      return hash16(length + (a << 3), fetch32(s, offset + length - 4));
    }
    if (length > 0) {
      // 1.0.2: unsigned bytes; Java's are signed.
      int a = s[offset] & 0xFF;
      int b = s[offset + (length >> 1)] & 0xFF;
      int c = s[offset + length - 1] & 0xFF;
      long y = a + (b << 8);
      long z = length + (c << 2);
      return shiftMix(y * K2 ^ z * K3) * K2;
    }
    return K2;
  }

  private static long hash16(long u, long v) {
    long a = (u ^ v) * MUL;
    a ^= a >>> 47;
    long b = (v ^ a) * MUL;
    b ^= b >>> 47;
    return b * MUL;
  }

  private static long shiftMix(long value) {
    return value ^ (value >>> 47);
  }

  private static long rotate(long value, int shift) {
    return Long.rotateRight(value, shift);
  }

  private static long fetch64(byte[] s, int index) {
    return (long) LONG.get(s, index);
  }

  private static long fetch32(byte[] s, int index) {
    return (int) INT.get(s, index) & 0xFFFF_FFFFL;
  }
}
