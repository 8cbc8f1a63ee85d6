// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.frame;

/**
 * CityHash128 1.0.2 once more, after the C++ text: one method for each of its functions, pairs as
 * arrays, numbers put together byte by byte, slices copied. Slow and plain; shares nothing with the
 * implementation it checks.
 */
final class ReferenceCityHash128 {
  private static final long K0 = 0xc3a5c85c97cb3127L;
  private static final long K1 = 0xb492b66fbe98f273L;
  private static final long K2 = 0x9ae16a3b2f90404fL;
  private static final long K3 = 0xc949d7c7509e6557L;

  private ReferenceCityHash128() {}

  /** Low half, high half. */
  static long[] hash(byte[] s) {
    int len = s.length;
    if (len >= 16) {
      return hashWithSeed(from(s, 16), new long[] {fetch64(s, 0) ^ K3, fetch64(s, 8)});
    }
    if (len >= 8) {
      return hashWithSeed(
          new byte[0], new long[] {fetch64(s, 0) ^ (len * K0), fetch64(s, len - 8) ^ K1});
    }
    return hashWithSeed(s, new long[] {K0, K1});
  }

  private static long[] hashWithSeed(byte[] s, long[] seed) {
    if (s.length < 128) {
      return cityMurmur(s, seed);
    }
    int len = s.length;
    long x = seed[0];
    long y = seed[1];
    long z = len * K1;
    long[] v = new long[2];
    long[] w = new long[2];
    v[0] = rotate(y ^ K1, 49) * K1 + fetch64(s, 0);
    v[1] = rotate(v[0], 42) * K1 + fetch64(s, 8);
    w[0] = rotate(y + z, 35) * K1 + x;
    w[1] = rotate(x + fetch64(s, 88), 53) * K1;
    int at = 0;
    do {
      for (int twice = 0; twice < 2; twice++) {
        x = rotate(x + y + v[0] + fetch64(s, at + 16), 37) * K1;
        y = rotate(y + v[1] + fetch64(s, at + 48), 42) * K1;
        x ^= w[1];
        y ^= v[0];
        z = rotate(z ^ w[0], 33);
        v = weakHash32(s, at, v[1] * K1, x + w[0]);
        w = weakHash32(s, at + 32, z + w[1], y);
        long swap = z;
        z = x;
        x = swap;
        at += 64;
      }
      len -= 128;
    } while (len >= 128);
    y += rotate(w[0], 37) * K0 + z;
    x += rotate(v[0] + z, 49) * K0;
    for (int tailDone = 0; tailDone < len; ) {
      tailDone += 32;
      y = rotate(y - x, 42) * K0 + v[1];
      w[0] += fetch64(s, at + len - tailDone + 16);
      x = rotate(x, 49) * K0 + w[0];
      w[0] += v[0];
      v = weakHash32(s, at + len - tailDone, v[0], v[1]);
    }
    x = hashLen16(x, v[0]);
    y = hashLen16(y, w[0]);
    return new long[] {hashLen16(x + v[1], w[1]) + y, hashLen16(x + w[1], y + v[1])};
  }

  private static long[] cityMurmur(byte[] s, long[] seed) {
    int len = s.length;
    long a = seed[0];
    long b = seed[1];
    long c;
    long d;
    int l = len - 16;
    if (l <= 0) {
      a = shiftMix(a * K1) * K1;
      c = b * K1 + hashLen0to16(s);
      d = shiftMix(a + (len >= 8 ? fetch64(s, 0) : c));
    } else {
      c = hashLen16(fetch64(s, len - 8) + K1, a);
      d = hashLen16(b + len, c + fetch64(s, len - 16));
      a += d;
      int at = 0;
      do {
        a ^= shiftMix(fetch64(s, at) * K1) * K1;
        a *= K1;
        b ^= a;
        c ^= shiftMix(fetch64(s, at + 8) * K1) * K1;
        c *= K1;
        d ^= c;
        at += 16;
        l -= 16;
      } while (l > 0);
    }
    a = hashLen16(a, c);
    b = hashLen16(d, b);
    return new long[] {a ^ b, hashLen16(b, a)};
  }

  private static long[] weakHash32(byte[] s, int at, long seedA, long seedB) {
    long w = fetch64(s, at);
    long x = fetch64(s, at + 8);
    long y = fetch64(s, at + 16);
    long z = fetch64(s, at + 24);
    long a = seedA + w;
    long b = rotate(seedB + a + z, 21);
    long c = a;
    a += x;
    a += y;
    b += rotate(a, 44);
    return new long[] {a + z, b + c};
  }

  private static long hashLen0to16(byte[] s) {
    int len = s.length;
    if (len > 8) {
      long a = fetch64(s, 0);
      long b = fetch64(s, len - 8);
      return hashLen16(a, rotate(b + len, len)) ^ b;
    }
    if (len >= 4) {
      return hashLen16(len + (fetch32(s, 0) << 3), fetch32(s, len - 4));
    }
    if (len > 0) {
      long y = unsigned(s[0]) + (unsigned(s[len >> 1]) << 8);
      long z = len + (unsigned(s[len - 1]) << 2);
      return shiftMix(y * K2 ^ z * K3) * K2;
    }
    return K2;
  }

  private static long hashLen16(long u, long v) {
    long mul = 0x9ddfea08eb382d69L;
    long a = (u ^ v) * mul;
    a ^= a >>> 47;
    long b = (v ^ a) * mul;
    b ^= b >>> 47;
    return b * mul;
  }

  private static long shiftMix(long value) {
    return value ^ (value >>> 47);
  }

  private static long rotate(long value, int shift) {
    return shift == 0 ? value : (value >>> shift) | (value << (64 - shift));
  }

  private static long unsigned(byte b) {
    return b & 0xFFL;
  }

  private static long fetch32(byte[] s, int at) {
    long value = 0;
    for (int i = 3; i >= 0; i--) {
      value = value << 8 | unsigned(s[at + i]);
    }
    return value;
  }

  private static long fetch64(byte[] s, int at) {
    return fetch32(s, at + 4) << 32 | fetch32(s, at);
  }

  private static byte[] from(byte[] s, int start) {
    byte[] rest = new byte[s.length - start];
    System.arraycopy(s, start, rest, 0, rest.length);
    return rest;
  }
}
