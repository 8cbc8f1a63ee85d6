// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.frame;

import io.blockhouse.wire.internal.io.BlockSink;
import io.blockhouse.wire.internal.io.OutputBuffer;

/**
 * Cuts a block into chunks, compresses each into a frame and sends it. Chunks are exact: every one
 * but a block's last has {@code chunkBytes}, whatever the sizes of the writes. A source that fills
 * whole chunks by itself is compressed where it lies; only the rest is copied.
 *
 * <p>Owns the chunk buffer; frames are built in the output buffer. Both are born at their final
 * size, once per connection, so that the memory of a connection does not depend on what is sent.
 */
public final class FrameWriter implements BlockSink {
  private final OutputBuffer out;
  private final ChunkCompressor compressor;
  private final CityHash128 hash = new CityHash128();
  private final byte[] chunk; // owned; final size
  private int chunkFill;
  private long rawBytes;

  /** {@code out} must hold at least {@link #frameBytes} for the chunk size. */
  public FrameWriter(OutputBuffer out, ChunkCompressor compressor, int chunkBytes) {
    this.out = out;
    this.compressor = compressor;
    this.chunk = new byte[chunkBytes];
  }

  /** The largest frame that a chunk can become. */
  public static int frameBytes(ChunkCompressor compressor, int chunkBytes) {
    return FrameLayout.PAYLOAD_OFFSET + compressor.maxCompressedBytes(chunkBytes);
  }

  @Override
  public void writeByte(int value) {
    chunk[chunkFill++] = (byte) value;
    if (chunkFill == chunk.length) {
      chunkFill = 0;
      sendFull(chunk, 0);
    }
  }

  @Override
  public void write(byte[] source, int offset, int length) {
    int from = offset;
    int left = length;
    while (left > 0) {
      if (chunkFill == 0 && left >= chunk.length) {
        sendFull(source, from);
        from += chunk.length;
        left -= chunk.length;
        continue;
      }
      int n = Math.min(left, chunk.length - chunkFill);
      System.arraycopy(source, from, chunk, chunkFill, n);
      chunkFill += n;
      from += n;
      left -= n;
      if (chunkFill == chunk.length) {
        chunkFill = 0;
        sendFull(chunk, 0);
      }
    }
  }

  /** Sends the short chunk, if there is one: a frame is never empty. Does not flush the output. */
  @Override
  public void endBlock() {
    if (chunkFill > 0) {
      int n = chunkFill;
      chunkFill = 0;
      frame(chunk, 0, n);
    }
  }

  private void sendFull(byte[] source, int offset) {
    frame(source, offset, chunk.length);
    out.flush();
  }

  private void frame(byte[] source, int offset, int length) {
    out.reserve(FrameLayout.PAYLOAD_OFFSET + compressor.maxCompressedBytes(length));
    byte[] target = out.array();
    int start = out.position();
    int method = start + FrameLayout.METHOD_OFFSET;
    int payload =
        compressor.compress(source, offset, length, target, start + FrameLayout.PAYLOAD_OFFSET);
    int size = FrameLayout.HEADER_BYTES + payload;
    target[method] = (byte) compressor.method();
    FrameLayout.INT.set(target, start + FrameLayout.SIZE_OFFSET, size);
    FrameLayout.INT.set(target, start + FrameLayout.RAW_SIZE_OFFSET, length);
    hash.hash(target, method, size);
    FrameLayout.LONG.set(target, start, hash.low());
    FrameLayout.LONG.set(target, start + Long.BYTES, hash.high());
    out.advance(FrameLayout.CHECKSUM_BYTES + size);
    rawBytes += length;
  }

  @Override
  public long rawBytes() {
    return rawBytes + chunkFill;
  }

  /** Capacity held for the connection's life, without the output buffer. */
  public long retainedBytes() {
    return chunk.length;
  }
}
