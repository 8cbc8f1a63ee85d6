// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.io;

import io.blockhouse.wire.Deadline;
import io.blockhouse.wire.error.ConnectionException;
import io.blockhouse.wire.internal.tls.TlsContext;
import io.blockhouse.wire.internal.tls.TlsFailure;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A TCP connection on which connecting, reading and writing all have deadlines. Every failure of
 * the network leaves here as a {@link ConnectionException} that says where, what was being done and
 * what to check.
 *
 * <p>Not thread-safe, except {@link #abort()} and {@link #close()}.
 */
public final class Transport {
  private static final Logger LOG = LoggerFactory.getLogger(Transport.class);

  private static final String SLOW_READER =
      "the server reads too slowly or not at all: check its load, memory and disk";

  private final Link link;
  private final String address;
  private final WriteWatchdog.Watch watch;
  private Deadline deadline;
  private String doing;
  private boolean writeFailed;
  private volatile boolean open = true;

  /** Deadlines over a link that is connected. */
  public Transport(Link link, String address, Deadline deadline) {
    this.link = link;
    this.address = address;
    this.watch = WriteWatchdog.SHARED.watch(this::abort);
    this.deadline = deadline;
    this.doing = "connecting";
  }

  /**
   * Connects to the first address of the host that answers within the deadline.
   *
   * @param tls what to speak TLS with; null for no TLS
   */
  public static Transport connect(String host, int port, TlsContext tls, Deadline deadline) {
    Link link = new Dialer(HostLookup.SHARED, host, port).dial(tls, deadline);
    return new Transport(link, host + ":" + port, deadline);
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
      int ms = (int) Math.min(Math.max(1, until.remainingMs()), Integer.MAX_VALUE);
      int n = link.read(target, offset, length, ms);
      if (n < 0) {
        throw closedByServer();
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
      link.write(source, offset, length);
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
      return link.hasInput();
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
   * Whether the connection ends with RST also when nobody here ends it, because the process is
   * killed: the operating system then closes the socket as SO_LINGER says. Without it that is a
   * FIN, which ClickHouse 18.16 takes for the end of the data (see {@link #abort}).
   */
  public void resetAtProcessEnd(boolean reset) {
    try {
      link.resetAtProcessEnd(reset);
    } catch (IOException e) {
      LOG.debug("{}: already closed", address);
    }
  }

  /**
   * Ends the connection with RST. A FIN would not do: ClickHouse 18.16 takes the end of the stream
   * for the end of the data and commits what it has. May be called from any thread; idempotent.
   */
  public void abort() {
    open = false;
    try {
      link.reset();
    } catch (IOException e) {
      LOG.debug("{}: resetting failed: {}", address, e.toString());
    }
  }

  /** Ends the connection in order. */
  public void close() {
    open = false;
    resetAtProcessEnd(false);
    try {
      link.close();
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
    if (cause instanceof EOFException) {
      return closedByServer(); // TLS ended without its goodbye
    }
    return new ConnectionException(
        address
            + ": the connection was lost while "
            + doing
            + " ("
            + (cause == null ? "no reason given" : cause.getMessage())
            + "); "
            + advice(cause)
            + ".",
        cause);
  }

  private String advice(IOException cause) {
    String general = "check the server's log and the network";
    if (link.tls() == null) {
      return general;
    }
    String advice = TlsFailure.advice(cause, link.tls());
    return advice.isEmpty() ? general + "; " + TlsFailure.SILENT_REFUSAL : advice;
  }

  private ConnectionException closedByServer() {
    String port =
        link.tls() == null ? "without TLS." : "with TLS; " + TlsFailure.SILENT_REFUSAL + ".";
    return new ConnectionException(
        address
            + ": the server closed the connection while "
            + doing
            + "; its log says why. Check also proxies in between and that this is its native TCP"
            + " port "
            + port,
        null);
  }
}
