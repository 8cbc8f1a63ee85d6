// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.fuzz;

import io.blockhouse.wire.internal.io.Link;
import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A server in memory that swallows what is written and sends what it is given. When that is used
 * up, the stream either ends or stalls; a stall does not really wait but says at once that it did.
 */
public final class MemoryLink implements Link {
  private final boolean stalls;
  private final int partBytes;
  private final Deque<byte[]> released = new ArrayDeque<>();
  private int position;
  private boolean closed;

  /** {@code partBytes}: the most that one read returns, as from a network. */
  public MemoryLink(boolean stalls, int partBytes) {
    this.stalls = stalls;
    this.partBytes = partBytes;
  }

  /** Sends these bytes. */
  public void release(byte[] bytes) {
    if (bytes.length > 0) {
      released.add(bytes);
    }
  }

  @Override
  public int read(byte[] target, int offset, int length, int timeoutMs) throws IOException {
    requireOpen();
    if (released.isEmpty()) {
      if (stalls) {
        throw new SocketTimeoutException();
      }
      return -1;
    }
    byte[] first = released.peek();
    int n = Math.min(Math.min(length, partBytes), first.length - position);
    System.arraycopy(first, position, target, offset, n);
    position += n;
    if (position == first.length) {
      released.remove();
      position = 0;
    }
    return n;
  }

  @Override
  public void write(byte[] source, int offset, int length) throws IOException {
    requireOpen();
  }

  @Override
  public boolean hasInput() throws IOException {
    requireOpen();
    return !released.isEmpty();
  }

  private void requireOpen() throws IOException {
    if (closed) {
      throw new SocketException("Socket closed");
    }
  }

  @Override
  public void reset() {
    closed = true;
  }

  @Override
  public void close() {
    closed = true;
  }
}
