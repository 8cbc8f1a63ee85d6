// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.bench;

import io.blockhouse.wire.block.Block;
import io.blockhouse.wire.internal.frame.ChunkCompressor;
import io.blockhouse.wire.internal.frame.FrameWriter;
import io.blockhouse.wire.internal.frame.Lz4ChunkCompressor;
import io.blockhouse.wire.internal.frame.ZstdChunkCompressor;
import io.blockhouse.wire.internal.io.OutputBuffer;
import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Locale;

/**
 * What of the speed of a bare codec is left when a block of clicks is encoded, compressed and
 * hashed into frames, by chunk size. Both are run by turns and measured in CPU time of the thread,
 * so that a busy machine disturbs neither the share nor, much, the speed.
 */
public final class CodecShare {
  private static final int ROWS = 50_000;
  private static final int WARM_UP = 20;
  private static final int ROUNDS = 60;

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final Block block = ClickRows.newBlock();
  private final byte[] raw;

  private CodecShare() {
    new ClickRows(ROWS).appendTo(block);
    block.seal();
    ByteArrayOutputStream plain = new ByteArrayOutputStream();
    OutputBuffer collecting = new OutputBuffer(64 * 1024, plain::write);
    block.writeTo(collecting);
    collecting.flush();
    raw = plain.toByteArray();
  }

  /** Needs no arguments. */
  public static void main(String[] args) {
    CodecShare share = new CodecShare();
    System.out.printf("%,d rows, %,d raw bytes%n", ROWS, share.raw.length);
    for (String codec : new String[] {"lz4", "zstd 1", "zstd 3"}) {
      for (int kib : new int[] {16, 64, 128, 256, 1024}) {
        ChunkCompressor compressor =
            codec.equals("lz4")
                ? Lz4ChunkCompressor.shared()
                : new ZstdChunkCompressor(Integer.parseInt(codec.substring("zstd ".length())));
        share.measure(codec, compressor, kib * 1024);
        compressor.close();
      }
    }
  }

  private void measure(String codec, ChunkCompressor compressor, int chunkBytes) {
    OutputBuffer out =
        new OutputBuffer(
            FrameWriter.frameBytes(compressor, chunkBytes), (source, offset, length) -> {});
    FrameWriter frames = new FrameWriter(out, compressor, chunkBytes);
    byte[] packed = new byte[compressor.maxCompressedBytes(chunkBytes)];
    double[] shares = new double[ROUNDS];
    long leastFrames = Long.MAX_VALUE;
    long leastBare = Long.MAX_VALUE;
    for (int round = -WARM_UP; round < ROUNDS; round++) {
      long start = threads.getCurrentThreadCpuTime();
      block.writeTo(frames);
      frames.endBlock();
      out.flush();
      long between = threads.getCurrentThreadCpuTime();
      for (int at = 0; at < raw.length; at += chunkBytes) {
        compressor.compress(raw, at, Math.min(chunkBytes, raw.length - at), packed, 0);
      }
      long bare = threads.getCurrentThreadCpuTime() - between;
      if (round >= 0) {
        leastFrames = Math.min(leastFrames, between - start);
        leastBare = Math.min(leastBare, bare);
        shares[round] = (double) bare / (between - start);
      }
    }
    Arrays.sort(shares);
    double wireBytes = (double) out.flushedBytes() / (WARM_UP + ROUNDS);
    System.out.printf(
        Locale.ROOT,
        "%s, chunks of %4d KiB: frames %3.0f MB/s, bare %3.0f MB/s, share %.3f; ratio %.3f,"
            + " %.1f bytes a row, heap of a connection %,d bytes%n",
        codec,
        chunkBytes / 1024,
        raw.length * 1e3 / leastFrames,
        raw.length * 1e3 / leastBare,
        shares[ROUNDS / 2],
        raw.length / wireBytes,
        wireBytes / ROWS,
        frames.retainedBytes() + out.retainedBytes());
  }
}
