// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence;

import io.blockhouse.wire.block.Block;
import io.blockhouse.wire.internal.io.ByteSink;
import java.lang.ref.Reference;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;

/**
 * How clients without streaming do it, for comparison: all rows in one block, the block serialised
 * as a whole, and that compressed in one go. Nothing is sent. Runs in a JVM of its own.
 */
public final class WholeInsert {
  private WholeInsert() {}

  /** Argument: rows. */
  public static void main(String[] args) {
    long rows = Long.parseLong(args[0]);
    MemoryPoint.print("start");
    Block block = MeasuredRow.newBlock();
    MeasuredRow maker = new MeasuredRow(block);
    for (long row = 0; row < rows; row++) {
      maker.append(row);
      block.endRow();
    }
    block.seal();
    MemoryPoint.print("block filled");
    // Names, types and counts take less than a kilobyte.
    WholeSink whole = new WholeSink(Math.toIntExact(block.sizeBytes() + 1024));
    block.writeTo(whole);
    LZ4Compressor lz4 = LZ4Factory.nativeInstance().fastCompressor();
    byte[] packed = new byte[lz4.maxCompressedLength(whole.size)];
    lz4.compress(whole.bytes, 0, whole.size, packed, 0);
    MemoryPoint.print("compressed");
    Reference.reachabilityFence(block);
    Reference.reachabilityFence(whole);
    Reference.reachabilityFence(packed);
  }

  /** Keeps everything. */
  private static final class WholeSink implements ByteSink {
    private final byte[] bytes;
    private int size;

    WholeSink(int capacity) {
      bytes = new byte[capacity];
    }

    @Override
    public void writeByte(int value) {
      bytes[size++] = (byte) value;
    }

    @Override
    public void write(byte[] source, int offset, int length) {
      System.arraycopy(source, offset, bytes, size, length);
      size += length;
    }
  }
}
