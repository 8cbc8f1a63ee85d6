// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.blockhouse.wire.error.ProtocolException;
import io.blockhouse.wire.internal.io.ArraySource;
import io.blockhouse.wire.internal.io.OutputBuffer;
import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FrameWriterTest {
  private static final int CHUNK = 4096;
  private static final Lz4ChunkCompressor LZ4 = Lz4ChunkCompressor.shared();

  private final List<byte[]> writes = new ArrayList<>();
  private final OutputBuffer out =
      new OutputBuffer(
          FrameWriter.frameBytes(LZ4, CHUNK) + 16,
          (source, offset, length) ->
              writes.add(Arrays.copyOfRange(source, offset, offset + length)));
  private final FrameWriter frames = new FrameWriter(out, LZ4, CHUNK);

  private static byte[] mixed(int length, long seed) {
    byte[] bytes = new byte[length];
    Random random = new Random(seed);
    for (int i = 0; i < length; i++) {
      // Runs and noise by turns, so that some chunks compress and some do not.
      bytes[i] = (i / 6000) % 2 == 0 ? (byte) (i / 100) : (byte) random.nextInt();
    }
    return bytes;
  }

  private byte[] sent() {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    writes.forEach(all::writeBytes);
    return all.toByteArray();
  }

  private static List<Integer> rawSizes(byte[] frames) {
    List<Integer> sizes = new ArrayList<>();
    for (int at = 0; at < frames.length; ) {
      sizes.add((int) FrameLayout.INT.get(frames, at + FrameLayout.RAW_SIZE_OFFSET));
      at += FrameLayout.CHECKSUM_BYTES + (int) FrameLayout.INT.get(frames, at + 17);
    }
    return sizes;
  }

  @Test
  void cutsExactChunksWhateverTheSizesOfTheWrites() {
    long seed = 11;
    Random random = new Random(seed);
    byte[] block = mixed(10 * CHUNK + 123, seed);
    for (int round = 0; round < 20; round++) {
      writes.clear();
      for (int at = 0; at < block.length; ) {
        int n = Math.min(block.length - at, random.nextInt(round < 10 ? 100 : 3 * CHUNK));
        if (n == 1) {
          frames.writeByte(block[at]);
        } else {
          frames.write(block, at, n);
        }
        at += n;
      }
      frames.endBlock();
      out.flush();
      List<Integer> sizes = rawSizes(sent());
      assertThat(sizes).as("seed %d round %d", seed, round).hasSize(11);
      assertThat(sizes.subList(0, 10)).containsOnly(CHUNK);
      assertThat(sizes.get(10)).isEqualTo(123);
      FrameReader reader = new FrameReader(new ArraySource(sent()), LZ4);
      byte[] back = new byte[block.length];
      reader.readFully(back, 0, back.length);
      reader.endBlock();
      assertThat(back).isEqualTo(block);
    }
  }

  @Test
  void sendsOneWritePerFrame() {
    byte[] block = mixed(5 * CHUNK + 1, 3);
    out.writeByte(2); // the packet's header leaves with its first frame
    out.writeByte(0);
    frames.write(block, 0, block.length);
    frames.endBlock();
    out.flush();
    assertThat(writes).hasSize(6);
    assertThat(writes.get(0)).startsWith(2, 0);
    for (int i = 1; i < writes.size(); i++) {
      assertThat(rawSizes(writes.get(i))).hasSize(1);
    }
    assertThat(out.flushedBytes()).isEqualTo(sent().length);
    assertThat(frames.rawBytes()).isEqualTo(block.length);
  }

  @Test
  void neverMakesAnEmptyFrame() {
    frames.endBlock();
    frames.write(new byte[CHUNK], 0, CHUNK);
    frames.endBlock();
    frames.write(new byte[0], 0, 0);
    frames.endBlock();
    out.flush();
    assertThat(rawSizes(sent())).containsExactly(CHUNK);
  }

  @Test
  void nothingOfABlockStaysForTheNextOne() {
    frames.write(new byte[10], 0, 10);
    frames.endBlock();
    frames.write(new byte[20], 0, 20);
    frames.endBlock();
    out.flush();
    assertThat(rawSizes(sent())).containsExactly(10, 20);
  }

  @Test
  void sendsChunksThatDoNotCompress() {
    byte[] noise = new byte[3 * CHUNK];
    new Random(5).nextBytes(noise);
    frames.write(noise, 0, noise.length);
    frames.endBlock();
    assertThat(sent().length).isGreaterThan(noise.length);
    FrameReader reader = new FrameReader(new ArraySource(sent()), LZ4);
    byte[] back = new byte[noise.length];
    reader.readFully(back, 0, back.length);
    assertThat(back).isEqualTo(noise);
  }

  @Test
  void sendsZstdFrames() {
    ZstdChunkCompressor zstd = new ZstdChunkCompressor(3);
    OutputBuffer target =
        new OutputBuffer(
            FrameWriter.frameBytes(zstd, CHUNK),
            (source, offset, length) ->
                writes.add(Arrays.copyOfRange(source, offset, offset + length)));
    FrameWriter writer = new FrameWriter(target, zstd, CHUNK);
    byte[] block = mixed(7 * CHUNK + 5, 21);
    writer.write(block, 0, block.length);
    writer.endBlock();
    target.flush();
    zstd.close();
    byte[] frames = sent();
    assertThat(frames[FrameLayout.METHOD_OFFSET] & 0xFF).isEqualTo(FrameLayout.METHOD_ZSTD);
    assertThat(rawSizes(frames)).hasSize(8);
    FrameReader reader = new FrameReader(new ArraySource(frames), LZ4);
    byte[] back = new byte[block.length];
    reader.readFully(back, 0, back.length);
    reader.endBlock();
    assertThat(back).isEqualTo(block);
  }

  @Test
  void reusesItsBuffersAndAllocatesNothingPerBlock() {
    requireNoGarbage(LZ4);
    ZstdChunkCompressor zstd = new ZstdChunkCompressor(1);
    requireNoGarbage(zstd);
    zstd.close();
  }

  private static void requireNoGarbage(ChunkCompressor compressor) {
    OutputBuffer discarding =
        new OutputBuffer(
            FrameWriter.frameBytes(compressor, CHUNK) + 16, (source, offset, length) -> {});
    FrameWriter writer = new FrameWriter(discarding, compressor, CHUNK);
    byte[] block = mixed(100 * CHUNK + 77, 9);
    long retained = writer.retainedBytes() + discarding.retainedBytes();
    com.sun.management.ThreadMXBean threads =
        (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    long self = Thread.currentThread().getId();
    write(writer, block, 50);
    long before = threads.getThreadAllocatedBytes(self);
    write(writer, block, 50);
    long perBlock = (threads.getThreadAllocatedBytes(self) - before) / 50;
    // 101 frames a block: one object a frame would already exceed this.
    assertThat(perBlock).isLessThan(1024);
    assertThat(writer.retainedBytes() + discarding.retainedBytes()).isEqualTo(retained);
  }

  private static void write(FrameWriter writer, byte[] block, int times) {
    for (int i = 0; i < times; i++) {
      writer.write(block, 0, 1000);
      writer.write(block, 1000, block.length - 1000);
      writer.endBlock();
    }
  }

  @Test
  void readerRefusesImpossibleSizesBeforeItAllocates() {
    frames.write(new byte[100], 0, 100);
    frames.endBlock();
    out.flush();
    byte[] frame = sent();
    for (int[] sizes :
        new int[][] {
          {9, 100}, {0, 100}, {-1, 100}, {1 << 30, 100}, {20, 0}, {20, -1}, {20, 1 << 26}
        }) {
      byte[] lie = frame.clone();
      FrameLayout.INT.set(lie, FrameLayout.SIZE_OFFSET, sizes[0]);
      FrameLayout.INT.set(lie, FrameLayout.RAW_SIZE_OFFSET, sizes[1]);
      assertThatThrownBy(() -> new FrameReader(new ArraySource(lie), LZ4).readByte())
          .as(Arrays.toString(sizes))
          .isInstanceOf(ProtocolException.class);
    }
  }

  @Test
  void readerVerifiesTheChecksumAndTheBlocksEnd() {
    frames.write(new byte[100], 0, 100);
    frames.endBlock();
    out.flush();
    byte[] frame = sent();
    byte[] damaged = frame.clone();
    damaged[damaged.length - 1] ^= 1;
    assertThatThrownBy(() -> new FrameReader(new ArraySource(damaged), LZ4).readByte())
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("checksum");
    FrameReader reader = new FrameReader(new ArraySource(frame), LZ4);
    reader.skip(99);
    assertThatThrownBy(reader::endBlock)
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("1 bytes beyond");
  }
}
