// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.io;

/**
 * The one buffer in front of the socket. Packets are put together in it, and the frame writer
 * compresses straight into it, so that a frame, with the packet header before it, leaves in a
 * single socket write. Without compression it is a plain buffered sink.
 *
 * <p>Born once per connection at its final size; never grows. Not thread-safe.
 */
public final class OutputBuffer implements BlockSink {
  /** Receives full ranges; must have taken all of it when it returns. */
  @FunctionalInterface
  public interface Target {
    /** Writes the range to the network. */
    void write(byte[] source, int offset, int length);
  }

  private final byte[] buffer; // owned; final size
  private final Target target;
  private int position;
  private long flushedBytes;

  /** A buffer of fixed capacity in front of {@code target}. */
  public OutputBuffer(int capacityBytes, Target target) {
    this.buffer = new byte[capacityBytes];
    this.target = target;
  }

  @Override
  public void writeByte(int value) {
    if (position == buffer.length) {
      flush();
    }
    buffer[position++] = (byte) value;
  }

  @Override
  public void write(byte[] source, int offset, int length) {
    int from = offset;
    int left = length;
    while (left > 0) {
      if (position == 0 && left >= buffer.length) {
        target.write(source, from, left); // no copy for what would fill the buffer anyway
        flushedBytes += left;
        return;
      }
      int n = Math.min(left, buffer.length - position);
      System.arraycopy(source, from, buffer, position, n);
      position += n;
      from += n;
      left -= n;
      if (position == buffer.length) {
        flush();
      }
    }
  }

  /** Makes room for {@code bytes} in one piece; fill {@link #array()} from {@link #position()}. */
  public void reserve(int bytes) {
    if (bytes > buffer.length) {
      throw new IllegalArgumentException(bytes + " bytes do not fit into " + buffer.length);
    }
    if (buffer.length - position < bytes) {
      flush();
    }
  }

  /** The buffer itself, to be written only within what {@link #reserve} granted. */
  public byte[] array() {
    return buffer;
  }

  /** Index of the next free byte of {@link #array()}. */
  public int position() {
    return position;
  }

  /** Takes over {@code bytes} written into the reserved range. */
  public void advance(int bytes) {
    position += bytes;
  }

  /** Hands everything to the socket in one write. */
  public void flush() {
    if (position > 0) {
      int n = position;
      position =
          0; // first: after a failed write the connection is dead, nothing is to be sent again
      target.write(buffer, 0, n);
      flushedBytes += n;
    }
  }

  @Override
  public void endBlock() {
    // Without frames a block has no end of its own: its counts say where it stops.
  }

  @Override
  public long rawBytes() {
    return flushedBytes + position;
  }

  /** Bytes given to the socket since the buffer was made. */
  public long flushedBytes() {
    return flushedBytes;
  }

  /** Capacity held for the connection's life. */
  public long retainedBytes() {
    return buffer.length;
  }
}
