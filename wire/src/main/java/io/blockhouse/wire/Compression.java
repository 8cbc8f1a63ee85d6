// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire;

import io.blockhouse.wire.internal.frame.Lz4ChunkCompressor;
import io.blockhouse.wire.internal.frame.ZstdChunkCompressor;

/** How the blocks of an INSERT are compressed. */
public enum Compression {
  /** LZ4 block format in checksummed frames; the server's own default. */
  LZ4,
  /** ZSTD in checksummed frames: fewer bytes on the wire for more work on both sides. */
  ZSTD,
  /** No frames and no checksums: for loopback, or a link that compresses by itself. */
  NONE;

  /**
   * The library this method uses here and how it runs, as {@code lz4 (native)}, {@code lz4
   * (java-safe)}, {@code zstd (native)} or {@code none}. Loads it on first use.
   *
   * @throws io.blockhouse.wire.error.UnsupportedCompressionException if ZSTD's native library
   *     cannot be loaded; LZ4 falls back to Java instead
   */
  public String codec() {
    return switch (this) {
      case LZ4 -> Lz4ChunkCompressor.shared().codec();
      case ZSTD -> ZstdChunkCompressor.requireLibrary();
      case NONE -> "none";
    };
  }
}
