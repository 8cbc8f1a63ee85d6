// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.frame;

/** One compression method of frames. Compressing allocates nothing on the heap. */
public interface ChunkCompressor {
  /** The method byte of a frame. */
  int method();

  /** The library and how it runs, as {@code lz4 (native)}. */
  String codec();

  /** The most that {@code rawBytes} can become; above it when they do not compress. */
  int maxCompressedBytes(int rawBytes);

  /** Compresses the range to {@code target}, which has room for the bound; returns the bytes. */
  int compress(byte[] source, int offset, int length, byte[] target, int targetOffset);

  /** Gives native memory back, if this one holds any. From any thread; idempotent. */
  void close();
}
