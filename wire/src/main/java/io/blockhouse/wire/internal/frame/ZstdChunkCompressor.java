// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.frame;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdException;
import com.github.luben.zstd.util.Native;
import io.blockhouse.wire.error.ConnectionException;
import io.blockhouse.wire.error.ProtocolException;
import io.blockhouse.wire.error.UnsupportedCompressionException;

/**
 * ZSTD in its own frame format, one per ClickHouse frame; the only place that knows the library. It
 * exists as native code only. Each connection has one, because the tables of a compression are kept
 * from chunk to chunk: native memory, which {@link #close} gives back.
 */
public final class ZstdChunkCompressor implements ChunkCompressor {
  /** The codec, when there is one. */
  private static final String CODEC = "zstd (native)";

  /** The least bytes of a block of ZSTD's format: three of header and one of content. */
  private static final int LEAST_BLOCK_BYTES = 4;

  /** The most bytes that such a block can stand for (RFC 8878, section 3.1.1.2.4). */
  private static final int MOST_RAW_BLOCK_BYTES = 128 * 1024;

  private final ZstdCompressCtx context;

  /**
   * A compressor of this level, 1 to 22.
   *
   * @throws UnsupportedCompressionException if the native library cannot be loaded
   */
  public ZstdChunkCompressor(int level) {
    requireLibrary();
    this.context = new ZstdCompressCtx();
    context.setLevel(level);
  }

  /**
   * Loads the library unless that was done, and returns {@link #codec()}.
   *
   * @throws UnsupportedCompressionException if it cannot be loaded
   */
  public static String requireLibrary() {
    requireLibrary(Native::load);
    return CODEC;
  }

  static void requireLibrary(Runnable load) {
    try {
      load.run();
    } catch (LinkageError | RuntimeException e) {
      throw new UnsupportedCompressionException(
          "ZSTD cannot be used: its native library cannot be loaded ("
              + e
              + "). Check that java.io.tmpdir is writable and not mounted noexec, and that zstd-jni"
              + " has a library for this platform ("
              + System.getProperty("os.name")
              + ", "
              + System.getProperty("os.arch")
              + "), or choose LZ4.",
          e);
    }
  }

  @Override
  public int method() {
    return FrameLayout.METHOD_ZSTD;
  }

  @Override
  public String codec() {
    return CODEC;
  }

  @Override
  public int maxCompressedBytes(int rawBytes) {
    return (int) Zstd.compressBound(rawBytes);
  }

  @Override
  public int compress(byte[] source, int offset, int length, byte[] target, int targetOffset) {
    try {
      return context.compressByteArray(
          target, targetOffset, target.length - targetOffset, source, offset, length);
    } catch (IllegalStateException e) {
      throw new ConnectionException("The connection was aborted by this side.", e);
    }
  }

  @Override
  public void close() {
    try {
      context.close();
    } catch (IllegalStateException e) {
      // In use on the connection's own thread, which closes it when its call has failed.
    }
  }

  /** Whether so few compressed bytes can stand for so many at all. */
  static boolean canHold(int compressedBytes, int rawBytes) {
    return rawBytes / MOST_RAW_BLOCK_BYTES <= compressedBytes / LEAST_BLOCK_BYTES;
  }

  /** Fills {@code target} from the compressed range, exactly. */
  static void decompress(byte[] source, int offset, int length, byte[] target) {
    requireLibrary();
    long n;
    try {
      n = Zstd.decompressByteArray(target, 0, target.length, source, offset, length);
    } catch (ZstdException e) {
      throw new ProtocolException("A compressed frame is damaged: " + e.getMessage());
    }
    if (n != target.length) {
      throw new ProtocolException(
          "A compressed frame states " + target.length + " bytes and holds " + n + ".");
    }
  }
}
