// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.io;

import io.blockhouse.wire.Deadline;
import io.blockhouse.wire.internal.tls.TlsContext;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import javax.net.ssl.SSLSocket;

/**
 * TLS layered over a socket that is kept: timeouts, the reset and the end of a stuck write act on
 * that one, because {@code SSLSocket.close()} waits for the write it is meant to end.
 */
final class TlsLink implements Link {
  /** The least that a socket can be told to wait. */
  private static final int POLL_MS = 1;

  /** Against a server that never stops to send what is no data. */
  private static final int MAX_POLLS = 16;

  /** For the goodbye (close_notify), a few bytes that only a stuck connection does not take. */
  private static final int GOODBYE_MS = 200;

  private static final int NOTHING = -1;

  private final Socket raw;
  private final SSLSocket socket;
  private final TlsContext context;
  private final InputStream rawIn;
  private final InputStream in;
  private final OutputStream out;
  private int pushedBack = NOTHING; // a byte that a poll has read
  private volatile boolean ready;

  /** The handshake is still to be made. */
  TlsLink(Socket raw, TlsContext context, String host, int port) throws IOException {
    this.raw = raw;
    this.context = context;
    this.rawIn = raw.getInputStream();
    this.socket = context.layer(raw, host, port);
    this.in = socket.getInputStream();
    this.out = socket.getOutputStream();
  }

  /**
   * Shakes hands.
   *
   * @throws SocketTimeoutException when the deadline passed first
   */
  void shakeHands(Deadline deadline) throws IOException {
    // A timeout per read would let a server that sends byte by byte draw it out.
    WriteWatchdog.Watch watch = WriteWatchdog.SHARED.watch(this::closeRaw);
    IOException failure = null;
    watch.arm(deadline.remainingMs());
    try {
      socket.startHandshake();
    } catch (IOException e) {
      failure = e;
    }
    if (watch.disarm()) {
      throw new SocketTimeoutException();
    }
    if (failure != null) {
      throw failure;
    }
    ready = true;
  }

  @Override
  public int read(byte[] target, int offset, int length, int timeoutMs) throws IOException {
    if (pushedBack != NOTHING) {
      target[offset] = (byte) pushedBack;
      pushedBack = NOTHING;
      return 1;
    }
    raw.setSoTimeout(timeoutMs);
    return in.read(target, offset, length);
  }

  @Override
  public void write(byte[] source, int offset, int length) throws IOException {
    out.write(source, offset, length);
  }

  /**
   * {@code available()} of a TLS stream sees only what is decrypted, and bytes on the raw socket
   * may be no data at all (a session ticket) or part of a record: only a read can tell.
   */
  @Override
  public boolean hasInput() throws IOException {
    if (pushedBack != NOTHING || in.available() > 0) {
      return true;
    }
    for (int polls = 0; polls < MAX_POLLS && rawIn.available() > 0; polls++) {
      raw.setSoTimeout(POLL_MS);
      try {
        pushedBack = in.read();
        return pushedBack != NOTHING;
      } catch (SocketTimeoutException e) {
        continue; // no whole record of data yet; the TLS layer keeps what came of it
      }
    }
    return false;
  }

  @Override
  public void reset() throws IOException {
    PlainLink.reset(raw);
  }

  @Override
  public void resetAtProcessEnd(boolean reset) throws IOException {
    raw.setSoLinger(reset, 0);
  }

  @Override
  public void close() throws IOException {
    WriteWatchdog.Watch watch = WriteWatchdog.SHARED.watch(this::closeRaw);
    watch.arm(GOODBYE_MS);
    try {
      if (ready && !raw.isClosed()) {
        socket.shutdownOutput(); // else servers log the end of every connection as an error
      }
    } finally {
      watch.disarm();
      raw.close();
    }
  }

  @Override
  public TlsContext tls() {
    return context;
  }

  private void closeRaw() {
    try {
      raw.close();
    } catch (IOException e) {
      ready = false; // nothing is left to be said on it
    }
  }
}
