// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.io;

import io.blockhouse.wire.Deadline;

/**
 * Buffered input of a connection. What was read ahead stays here, so a wait for the first byte of a
 * packet can give up without losing the place in the stream. Not thread-safe.
 */
public final class InputBuffer implements ByteSource {
  /** Header blocks and exceptions are a few KiB; blocks of rows are never read in bulk. */
  private static final int CAPACITY_BYTES = 8 * 1024;

  private final byte[] buffer = new byte[CAPACITY_BYTES]; // owned; final size
  private final Transport transport;
  private int position;
  private int limit;

  /** A buffer over the transport's input. */
  public InputBuffer(Transport transport) {
    this.transport = transport;
  }

  @Override
  public int readByte() {
    if (position == limit) {
      fill();
    }
    return buffer[position++] & 0xFF;
  }

  @Override
  public void readFully(byte[] target, int offset, int length) {
    int done = 0;
    while (done < length) {
      if (position == limit) {
        fill();
      }
      int n = Math.min(length - done, limit - position);
      System.arraycopy(buffer, position, target, offset + done, n);
      position += n;
      done += n;
    }
  }

  @Override
  public void skip(long count) {
    long left = count;
    while (left > 0) {
      if (position == limit) {
        fill();
      }
      int n = (int) Math.min(left, limit - position);
      position += n;
      left -= n;
    }
  }

  private void fill() {
    limit = 0; // first: a failed read must not leave old bytes to be read twice
    position = 0;
    limit = transport.read(buffer, 0, buffer.length);
  }

  /** Whether at least one byte can be read without waiting. */
  public boolean hasInput() {
    return position < limit || transport.hasInput();
  }

  /** Waits for a byte without taking it; false when the deadline passed first. */
  public boolean awaitInput(Deadline deadline) {
    if (position == limit) {
      limit = 0;
      position = 0;
      limit = transport.readUntil(buffer, 0, buffer.length, deadline);
    }
    return position < limit;
  }

  /** Capacity held for the connection's life. */
  public long retainedBytes() {
    return buffer.length;
  }
}
