// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.frame;

import io.blockhouse.wire.error.ProtocolException;
import io.blockhouse.wire.internal.io.ByteSource;

/**
 * Reads what the server sends in frames: header blocks and small results. The checksum is verified
 * before anything is decompressed. Holds no buffer between blocks, because these are few and small.
 */
public final class FrameReader implements ByteSource {
  /** Four times what servers put into one frame (DBMS_DEFAULT_BUFFER_SIZE, 1 MiB). */
  static final int MAX_FRAME_BYTES = 4 * 1024 * 1024;

  /** LZ4 cannot do better: each further byte of a match length stands for 255 bytes. */
  private static final int MAX_LZ4_RATIO = 255;

  private static final byte[] EMPTY = new byte[0];

  private final ByteSource in;
  private final Lz4ChunkCompressor compressor;
  private final CityHash128 hash = new CityHash128();
  private final byte[] checksum = new byte[FrameLayout.CHECKSUM_BYTES];
  private final byte[] header = new byte[FrameLayout.HEADER_BYTES];
  private byte[] raw = EMPTY;
  private int position;

  /** Reads frames from {@code in}. */
  public FrameReader(ByteSource in, Lz4ChunkCompressor compressor) {
    this.in = in;
    this.compressor = compressor;
  }

  @Override
  public int readByte() {
    if (position == raw.length) {
      nextFrame();
    }
    return raw[position++] & 0xFF;
  }

  @Override
  public void readFully(byte[] target, int offset, int length) {
    int done = 0;
    while (done < length) {
      if (position == raw.length) {
        nextFrame();
      }
      int n = Math.min(length - done, raw.length - position);
      System.arraycopy(raw, position, target, offset + done, n);
      position += n;
      done += n;
    }
  }

  @Override
  public void skip(long count) {
    long left = count;
    while (left > 0) {
      if (position == raw.length) {
        nextFrame();
      }
      int n = (int) Math.min(left, raw.length - position);
      position += n;
      left -= n;
    }
  }

  /** Ends a block, which must end with its frame. */
  public void endBlock() {
    int rest = raw.length - position;
    raw = EMPTY;
    position = 0;
    if (rest > 0) {
      throw new ProtocolException("A frame holds " + rest + " bytes beyond the end of its block.");
    }
  }

  private void nextFrame() {
    in.readFully(checksum, 0, checksum.length);
    in.readFully(header, 0, header.length);
    int base = FrameLayout.METHOD_OFFSET;
    int method = header[0] & 0xFF;
    int size = (int) FrameLayout.INT.get(header, FrameLayout.SIZE_OFFSET - base);
    int rawSize = (int) FrameLayout.INT.get(header, FrameLayout.RAW_SIZE_OFFSET - base);
    checkMethod(method);
    int payload = size - FrameLayout.HEADER_BYTES;
    if (payload <= 0 || size > MAX_FRAME_BYTES || rawSize <= 0 || rawSize > MAX_FRAME_BYTES) {
      throw new ProtocolException(
          "A frame states impossible sizes (compressed "
              + Integer.toUnsignedString(size)
              + ", raw "
              + Integer.toUnsignedString(rawSize)
              + "): the stream is out of step.");
    }
    if (method == FrameLayout.METHOD_LZ4 && rawSize / MAX_LZ4_RATIO > payload) {
      throw cannotHold(payload, rawSize);
    }
    if (method == FrameLayout.METHOD_ZSTD && !ZstdChunkCompressor.canHold(payload, rawSize)) {
      throw cannotHold(payload, rawSize);
    }
    byte[] frame = new byte[size];
    System.arraycopy(header, 0, frame, 0, header.length);
    in.readFully(frame, header.length, payload);
    verify(frame);
    raw = decompress(method, frame, rawSize);
    position = 0;
  }

  private static ProtocolException cannotHold(int payload, int rawSize) {
    return new ProtocolException(
        "A frame of " + payload + " bytes cannot hold the " + rawSize + " bytes it states.");
  }

  private static void checkMethod(int method) {
    if (method != FrameLayout.METHOD_LZ4
        && method != FrameLayout.METHOD_ZSTD
        && method != FrameLayout.METHOD_NONE) {
      throw new ProtocolException(
          "Unknown compression method 0x" + Integer.toHexString(method) + " in a frame.");
    }
  }

  private void verify(byte[] frame) {
    hash.hash(frame, 0, frame.length);
    if ((long) FrameLayout.LONG.get(checksum, 0) != hash.low()
        || (long) FrameLayout.LONG.get(checksum, Long.BYTES) != hash.high()) {
      throw new ProtocolException(
          "The checksum of a frame of the server does not match: damaged on its way.");
    }
  }

  private byte[] decompress(int method, byte[] frame, int rawSize) {
    int payload = frame.length - FrameLayout.HEADER_BYTES;
    byte[] target = new byte[rawSize];
    if (method == FrameLayout.METHOD_LZ4) {
      compressor.decompress(frame, FrameLayout.HEADER_BYTES, payload, target, rawSize);
    } else if (method == FrameLayout.METHOD_ZSTD) {
      ZstdChunkCompressor.decompress(frame, FrameLayout.HEADER_BYTES, payload, target);
    } else if (payload == rawSize) {
      System.arraycopy(frame, FrameLayout.HEADER_BYTES, target, 0, rawSize);
    } else {
      throw new ProtocolException(
          "An uncompressed frame states " + rawSize + " bytes and holds " + payload + ".");
    }
    return target;
  }
}
