// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.frame;

import io.blockhouse.wire.error.ProtocolException;
import java.util.function.Supplier;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * LZ4 block format, the only place that knows the library. Stateless and shared.
 *
 * <p>The native implementation is asked for by name: {@code LZ4Factory.fastestInstance()} takes it
 * only under the system class loader, and a Connect plugin, which has a loader of its own, would
 * quietly get pure Java at a third of the speed.
 */
public final class Lz4ChunkCompressor implements ChunkCompressor {
  private static final Logger LOG = LoggerFactory.getLogger(Lz4ChunkCompressor.class);

  /** Made on first use, so that the fallback is logged once. */
  private static final class Shared {
    static final Lz4ChunkCompressor INSTANCE = create(LZ4Factory::nativeInstance);
  }

  private final String implementation;
  private final LZ4Compressor compressor;
  private final LZ4SafeDecompressor decompressor;

  private Lz4ChunkCompressor(String implementation, LZ4Factory factory) {
    this.implementation = implementation;
    this.compressor = factory.fastCompressor();
    this.decompressor = factory.safeDecompressor();
  }

  /** The instance of this class loader. */
  public static Lz4ChunkCompressor shared() {
    return Shared.INSTANCE;
  }

  static Lz4ChunkCompressor create(Supplier<LZ4Factory> nativeFactory) {
    try {
      return new Lz4ChunkCompressor("native", nativeFactory.get());
    } catch (LinkageError | AssertionError | RuntimeException e) {
      LOG.warn(
          "The native LZ4 library cannot be loaded ({}); compressing in Java, at about a third of"
              + " the speed. Check that java.io.tmpdir is writable and not mounted noexec.",
          e.toString());
      return new Lz4ChunkCompressor("java-safe", LZ4Factory.safeInstance());
    }
  }

  /** Which implementation is in use: {@code native} or {@code java-safe}. */
  public String implementation() {
    return implementation;
  }

  @Override
  public int method() {
    return FrameLayout.METHOD_LZ4;
  }

  @Override
  public String codec() {
    return "lz4 (" + implementation + ")";
  }

  @Override
  public int maxCompressedBytes(int rawBytes) {
    return compressor.maxCompressedLength(rawBytes);
  }

  @Override
  public int compress(byte[] source, int offset, int length, byte[] target, int targetOffset) {
    return compressor.compress(
        source, offset, length, target, targetOffset, maxCompressedBytes(length));
  }

  @Override
  public void close() {
    // Shared by all connections of the class loader, and without memory of its own.
  }

  /** Fills {@code target} from the compressed range, exactly. */
  public void decompress(byte[] source, int offset, int length, byte[] target, int rawBytes) {
    int n;
    try {
      n = decompressor.decompress(source, offset, length, target, 0, rawBytes);
    } catch (LZ4Exception e) {
      throw new ProtocolException("A compressed frame is damaged: " + e.getMessage());
    }
    if (n != rawBytes) {
      throw new ProtocolException(
          "A compressed frame states " + rawBytes + " bytes and holds " + n + ".");
    }
  }
}
