// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.io;

import io.blockhouse.wire.Deadline;
import io.blockhouse.wire.error.ConnectionException;
import io.blockhouse.wire.internal.tls.TlsContext;
import io.blockhouse.wire.internal.tls.TlsFailure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;

/** Makes connections: name, address, TCP and, if wanted, TLS, all within one deadline. */
final class Dialer {
  /** Several frames in flight while the next one is compressed; the kernel may give less. */
  private static final int SEND_BUFFER_BYTES = 1024 * 1024;

  private final HostLookup lookup;
  private final String host;
  private final int port;
  private final String address;

  Dialer(HostLookup lookup, String host, int port) {
    this.lookup = lookup;
    this.host = host;
    this.port = port;
    this.address = host + ":" + port;
  }

  /** {@code tls} is null for none. */
  Link dial(TlsContext tls, Deadline deadline) {
    Socket socket = connect(deadline);
    try {
      return tls == null ? new PlainLink(socket) : shakeHands(socket, tls, deadline);
    } catch (IOException e) {
      closeQuietly(socket, e);
      throw handshakeFailed(tls, e);
    } catch (RuntimeException | Error e) {
      closeQuietly(socket, e);
      throw e;
    }
  }

  /** Connects to the first address of the host that answers within the deadline. */
  private Socket connect(Deadline deadline) {
    InetAddress[] candidates = candidates(deadline);
    IOException last = null;
    for (int i = 0; i < candidates.length && !deadline.expired(); i++) {
      // An address that does not answer must leave time for the ones after it.
      long ms = Math.max(1, deadline.remainingMs() / (candidates.length - i));
      try {
        return open(new InetSocketAddress(candidates[i], port), ms);
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
            + " with TLS 9440, not the HTTP port 8123).",
        last);
  }

  private InetAddress[] candidates(Deadline deadline) {
    InetAddress[] candidates;
    try {
      candidates = lookup.addresses(host, deadline);
    } catch (UnknownHostException e) {
      throw new ConnectionException(
          address + ": the host name cannot be resolved; check its spelling and the DNS.", e);
    }
    if (candidates == null) {
      throw new ConnectionException(
          address
              + ": the host name was not resolved within the deadline; check that this machine's"
              + " name server answers.",
          null);
    }
    return candidates;
  }

  private static Socket open(InetSocketAddress candidate, long ms) throws IOException {
    Socket socket = new Socket();
    try {
      socket.setTcpNoDelay(true);
      socket.setKeepAlive(true);
      socket.setSendBufferSize(SEND_BUFFER_BYTES);
      socket.connect(candidate, (int) Math.min(ms, Integer.MAX_VALUE));
      return socket;
    } catch (IOException | RuntimeException e) {
      socket.close();
      throw e;
    }
  }

  private Link shakeHands(Socket socket, TlsContext tls, Deadline deadline) throws IOException {
    TlsLink link = new TlsLink(socket, tls, host, port);
    link.shakeHands(deadline);
    return link;
  }

  private ConnectionException handshakeFailed(TlsContext tls, IOException cause) {
    if (cause instanceof SocketTimeoutException) {
      return new ConnectionException(
          address
              + ": the deadline passed during the TLS handshake; check that this is a TLS port"
              + " (tcp_port_secure, usually 9440) and that the server is not overloaded.",
          cause);
    }
    String advice = tls == null ? "" : TlsFailure.advice(cause, tls);
    if (advice.isEmpty()) {
      advice =
          "the connection ended ("
              + cause.getMessage()
              + "): check that this is a TLS port (tcp_port_secure, usually 9440), proxies in"
              + " between and the server's log; "
              + TlsFailure.SILENT_REFUSAL;
    }
    return new ConnectionException(address + ": the TLS handshake failed; " + advice + ".", cause);
  }

  private static void closeQuietly(Socket socket, Throwable because) {
    try {
      socket.close();
    } catch (IOException e) {
      because.addSuppressed(e);
    }
  }
}
