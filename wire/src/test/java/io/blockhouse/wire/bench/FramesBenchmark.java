// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.bench;

import io.blockhouse.wire.block.Block;
import io.blockhouse.wire.internal.frame.ChunkCompressor;
import io.blockhouse.wire.internal.frame.FrameWriter;
import io.blockhouse.wire.internal.frame.Lz4ChunkCompressor;
import io.blockhouse.wire.internal.frame.ZstdChunkCompressor;
import io.blockhouse.wire.internal.io.OutputBuffer;
import java.io.ByteArrayOutputStream;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A sealed block of clicks through the frame writer (encode, compress, hash; the socket is left
 * out), against the bare codec over the same bytes in the same chunks. A unit is one block, and
 * both print its bytes, so that units compare directly.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class FramesBenchmark {
  private static final int ROWS = 50_000;

  @Param({"lz4", "zstd-1", "zstd-3"})
  public String codec;

  @Param({"16384", "65536", "262144", "1048576"})
  public int chunkBytes;

  private ChunkCompressor compressor;
  private Block block;
  private OutputBuffer out;
  private FrameWriter frames;
  private byte[] raw;
  private byte[] packed;

  @Setup
  public void setUp() {
    compressor =
        codec.equals("lz4")
            ? Lz4ChunkCompressor.shared()
            : new ZstdChunkCompressor(Integer.parseInt(codec.substring("zstd-".length())));
    block = ClickRows.newBlock();
    new ClickRows(ROWS).appendTo(block);
    block.seal();
    ByteArrayOutputStream plain = new ByteArrayOutputStream();
    OutputBuffer collecting = new OutputBuffer(64 * 1024, plain::write);
    block.writeTo(collecting);
    collecting.flush();
    raw = plain.toByteArray();
    packed = new byte[compressor.maxCompressedBytes(chunkBytes)];
    out =
        new OutputBuffer(
            FrameWriter.frameBytes(compressor, chunkBytes), (source, offset, length) -> {});
    frames = new FrameWriter(out, compressor, chunkBytes);
  }

  @TearDown(Level.Trial)
  public void tearDown() {
    long before = out.flushedBytes();
    frames();
    System.out.printf(
        "%n%s, chunks of %d: a block has %d raw bytes, %d on the wire, ratio %.3f;"
            + " heap of a connection %d bytes%n",
        compressor.codec(),
        chunkBytes,
        raw.length,
        out.flushedBytes() - before,
        raw.length / (double) (out.flushedBytes() - before),
        frames.retainedBytes() + out.retainedBytes());
    compressor.close();
  }

  @Benchmark
  public long frames() {
    block.writeTo(frames);
    frames.endBlock();
    out.flush();
    return out.flushedBytes();
  }

  @Benchmark
  public int bareCodec() {
    int total = 0;
    for (int at = 0; at < raw.length; at += chunkBytes) {
      total += compressor.compress(raw, at, Math.min(chunkBytes, raw.length - at), packed, 0);
    }
    return total;
  }
}
