// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.tls;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;

/**
 * Speaks TLS with clients on a loopback port and passes what is inside on to a server without TLS:
 * bytes, an end in order as such, and a reset as a reset.
 */
public final class TlsRelay implements AutoCloseable {
  /** Small, so that a server that stops to read is soon felt by the client. */
  private static final int PART_BYTES = 16 * 1024;

  /** A server that has closed says no more, so this is for one that hangs. */
  private static final long LAST_WORDS_MS = 5_000;

  private final SSLContext context;
  private final boolean clientCertificateNeeded;
  private final String targetHost;
  private final int targetPort;
  private final ServerSocket listener;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger handshakes = new AtomicInteger();
  private volatile String[] protocols = {"TLSv1.3", "TLSv1.2"};
  private volatile int rawPartBytes = Integer.MAX_VALUE;
  private volatile long rawPauseMs;
  private volatile String serverName = "";

  /** Listens on a free loopback port. */
  public TlsRelay(
      SSLContext context, boolean clientCertificateNeeded, String targetHost, int targetPort)
      throws IOException {
    this.context = context;
    this.clientCertificateNeeded = clientCertificateNeeded;
    this.targetHost = targetHost;
    this.targetPort = targetPort;
    this.listener = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
    start("tls-relay", this::acceptAll);
  }

  /** Only these versions from the next connection on. */
  public TlsRelay protocols(String... names) {
    protocols = names.clone();
    return this;
  }

  /** From the next connection on, sends encrypted bytes in small parts with a pause after each. */
  public TlsRelay trickle(int partBytes, long pauseMs) {
    rawPartBytes = partBytes;
    rawPauseMs = pauseMs;
    return this;
  }

  /** Where it listens. */
  public int port() {
    return listener.getLocalPort();
  }

  /** Handshakes that went well. */
  public int handshakes() {
    return handshakes.get();
  }

  /** The host name that the last client asked for (SNI); empty for none. */
  public String serverName() {
    return serverName;
  }

  private void acceptAll() {
    while (!listener.isClosed()) {
      try {
        Socket raw = listener.accept();
        open.add(raw);
        start("tls-relay-client", () -> serve(raw));
      } catch (IOException e) {
        continue; // the test closed the listener, which ends the loop
      }
    }
  }

  private void serve(Socket client) {
    Socket server = null;
    try {
      client.setTcpNoDelay(true);
      client.setReceiveBufferSize(PART_BYTES);
      Socket outer =
          rawPartBytes == Integer.MAX_VALUE
              ? client
              : new TricklingSocket(client, rawPartBytes, rawPauseMs);
      SSLSocket tls =
          (SSLSocket) context.getSocketFactory().createSocket(outer, null, client.getPort(), true);
      tls.setUseClientMode(false);
      tls.setNeedClientAuth(clientCertificateNeeded);
      tls.setEnabledProtocols(protocols);
      tls.startHandshake();
      noteServerName(tls);
      handshakes.incrementAndGet();
      server = new Socket(targetHost, targetPort);
      server.setTcpNoDelay(true);
      open.add(server);
      Socket target = server;
      Thread answers = start("tls-relay-answers", () -> pump(target, target, tls, client, null));
      pump(tls, client, server, server, answers);
    } catch (IOException e) {
      closeQuietly(client); // a handshake that failed, or a server that is down
      closeQuietly(server);
    }
  }

  private void noteServerName(SSLSocket tls) {
    String found = "";
    for (SNIServerName name : ((ExtendedSSLSession) tls.getSession()).getRequestedServerNames()) {
      found = new String(name.getEncoded(), StandardCharsets.US_ASCII);
    }
    serverName = found;
  }

  /**
   * {@code rawFrom} and {@code rawTo} are the sockets that a reset is seen on and made on. What
   * {@code answers} still has to pass on goes before the reset of a target that takes no more.
   */
  private static void pump(Socket from, Socket rawFrom, Socket to, Socket rawTo, Thread answers) {
    byte[] part = new byte[PART_BYTES];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int n = in.read(part); n >= 0; n = in.read(part)) {
        write(out, part, n, answers);
      }
      to.shutdownOutput();
    } catch (SocketException e) {
      resetQuietly(rawFrom);
      resetQuietly(rawTo);
    } catch (SSLException e) {
      closeQuietly(rawFrom); // cut off without a goodbye
      closeQuietly(rawTo);
    } catch (IOException e) {
      closeQuietly(rawFrom);
      closeQuietly(rawTo);
    }
  }

  private static void write(OutputStream out, byte[] part, int count, Thread answers)
      throws IOException {
    try {
      out.write(part, 0, count);
    } catch (SocketException e) {
      if (answers != null) {
        awaitEnd(answers);
      }
      throw e;
    }
  }

  private static void awaitEnd(Thread thread) {
    try {
      thread.join(LAST_WORDS_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void resetQuietly(Socket socket) {
    try {
      socket.setSoLinger(true, 0);
    } catch (IOException e) {
      return; // closed already
    }
    closeQuietly(socket);
  }

  private static void closeQuietly(Socket socket) {
    if (socket != null) {
      try {
        socket.close();
      } catch (IOException e) {
        return; // it is of no use any more either way
      }
    }
  }

  private static Thread start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  @Override
  public void close() throws IOException {
    listener.close();
    open.forEach(TlsRelay::closeQuietly);
  }
}
