// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.io;

import io.blockhouse.wire.Deadline;
import io.blockhouse.wire.error.ConnectionException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A TCP connection on which connecting, reading and writing all have deadlines. Every failure of
 * the network leaves here as a {@link ConnectionException} that says where, what was being done and
 * what to check.
 *
 * <p>{@code socket} is the raw one: the write watchdog and RST act on it directly, whatever the two
 * streams are layered with. Not thread-safe, except {@link #abort()}.
 */
public final class Transport {
  private static final Logger LOG = LoggerFactory.getLogger(Transport.class);

  /** Several frames in flight while the next one is compressed; the kernel may give less. */
  private static final int SEND_BUFFER_BYTES = 1024 * 1024;

  private static final String SLOW_READER =
      "the server reads too slowly or not at all: check its load, memory and disk";

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;
  private final String address;
  private final WriteWatchdog.Watch watch;
  private Deadline deadline;
  private String doing;
  private boolean writeFailed;
  private volatile boolean open = true;

  private Transport(Socket socket, String address, Deadline deadline) throws IOException {
    this.socket = socket;
    this.in = socket.getInputStream();
    this.out = socket.getOutputStream();
    this.address = address;
    this.watch = WriteWatchdog.SHARED.watch(this::abort);
    this.deadline = deadline;
    this.doing = "connecting";
  }

  /** Connects to the first address of the host that answers within the deadline. */
  public static Transport connect(String host, int port, Deadline deadline) {
    String address = host + ":" + port;
    InetAddress[] candidates;
    try {
      candidates = InetAddress.getAllByName(host);
    } catch (UnknownHostException e) {
      throw new ConnectionException(
          address + ": the host name cannot be resolved; check its spelling and the DNS.", e);
    }
    IOException last = null;
    for (int i = 0; i < candidates.length && !deadline.expired(); i++) {
      // An address that does not answer must leave time for the ones after it.
      long ms = Math.max(1, deadline.remainingMs() / (candidates.length - i));
      try {
        return open(new InetSocketAddress(candidates[i], port), ms, address, deadline);
      } catch (IOException e) {
        last = e;
      }
    }
    if (last == null || last instanceof SocketTimeoutException) {
      throw new ConnectionException(
          address
              + ": connecting did not finish within the deadline; check host, port, firewalls, and"
              + " whether the server is up.",
          last);
    }
    throw new ConnectionException(
        address
            + ": connecting failed ("
            + last.getMessage()
            + "); check that the server is up and that this is its native TCP port (usually 9000,"
            + " not the HTTP port 8123).",
        last);
  }

  private static Transport open(
      InetSocketAddress candidate, long ms, String address, Deadline deadline) throws IOException {
    Socket socket = new Socket();
    try {
      socket.setTcpNoDelay(true);
      socket.setKeepAlive(true);
      socket.setSendBufferSize(SEND_BUFFER_BYTES);
      socket.connect(candidate, (int) Math.min(ms, Integer.MAX_VALUE));
      return new Transport(socket, address, deadline);
    } catch (IOException | RuntimeException e) {
      socket.close();
      throw e;
    }
  }

  /** Sets until when, and in which words, everything that follows is done. */
  public void begin(Deadline newDeadline, String newDoing) {
    this.deadline = newDeadline;
    this.doing = newDoing;
  }

  /** At least one byte, before the deadline, or an exception. */
  public int read(byte[] target, int offset, int length) {
    int n = deadline.expired() ? 0 : readUntil(target, offset, length, deadline);
    if (n == 0) {
      throw deadlinePassed("the server does not answer: check its load and the network");
    }
    return n;
  }

  /** As {@link #read}, but 0 when {@code until} passes first; waits at least a millisecond. */
  public int readUntil(byte[] target, int offset, int length, Deadline until) {
    try {
      socket.setSoTimeout((int) Math.min(Math.max(1, until.remainingMs()), Integer.MAX_VALUE));
      int n = in.read(target, offset, length);
      if (n < 0) {
        throw new ConnectionException(
            address
                + ": the server closed the connection while "
                + doing
                + "; its log says why. Check also proxies in between and that this is its native"
                + " TCP port without TLS.",
            null);
      }
      return n;
    } catch (SocketTimeoutException e) {
      return 0;
    } catch (IOException e) {
      throw lost(e);
    }
  }

  /** Writes all of the range before the deadline. */
  public void write(byte[] source, int offset, int length) {
    if (deadline.expired()) {
      throw deadlinePassed(SLOW_READER);
    }
    IOException failure = null;
    watch.arm(deadline.remainingMs());
    try {
      out.write(source, offset, length);
    } catch (IOException e) {
      failure = e;
    } finally {
      if (watch.disarm()) {
        open = false;
      }
    }
    if (failure == null && open) {
      return;
    }
    if (!open && deadline.expired()) {
      throw deadlinePassed(SLOW_READER);
    }
    writeFailed = true;
    throw lost(failure);
  }

  /** Whether input can be read without waiting. An end of the stream does not count as input. */
  public boolean hasInput() {
    try {
      return in.available() > 0;
    } catch (IOException e) {
      throw lost(e);
    }
  }

  /** Whether the failure came from a write, so that the server's reason may wait in the input. */
  public boolean writeFailed() {
    return writeFailed;
  }

  /** False once aborted or closed by this side. */
  public boolean isOpen() {
    return open;
  }

  /** Host and port, for messages. */
  public String address() {
    return address;
  }

  /**
   * Ends the connection with RST. A FIN would not do: ClickHouse 18.16 takes the end of the stream
   * for the end of the data and commits what it has. May be called from any thread; idempotent.
   */
  public void abort() {
    open = false;
    try {
      socket.setSoLinger(true, 0);
    } catch (IOException e) {
      LOG.debug("{}: already closed", address);
    }
    closeSocket();
  }

  /** Ends the connection in order. */
  public void close() {
    open = false;
    closeSocket();
  }

  private void closeSocket() {
    try {
      socket.close();
    } catch (IOException e) {
      LOG.debug("{}: closing failed: {}", address, e.toString());
    }
  }

  private ConnectionException deadlinePassed(String advice) {
    return new ConnectionException(
        address + ": the deadline passed while " + doing + "; " + advice + ".", null);
  }

  private ConnectionException lost(IOException cause) {
    if (!open) {
      return new ConnectionException(
          address + ": the connection was aborted by this side while " + doing + ".", cause);
    }
    return new ConnectionException(
        address
            + ": the connection was lost while "
            + doing
            + " ("
            + (cause == null ? "no reason given" : cause.getMessage())
            + "); check the server's log and the network.",
        cause);
  }
}
