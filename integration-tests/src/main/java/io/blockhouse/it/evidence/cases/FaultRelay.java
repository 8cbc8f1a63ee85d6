// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.cases;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Stands between a task and the native port of a server, passes everything on, and does to INSERTs
 * what a fault says. It finds them by their text in what the client sends, which is uncompressed in
 * a Query packet.
 */
public final class FaultRelay implements AutoCloseable {
  private static final String INSERT = "INSERT INTO";
  private static final int DRAIN_MS = 1_000;

  private final String host;
  private final int port;
  private final ServerSocket listener;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private InsertFault fault = new InsertFault(0, 0);
  private int inserts;

  /** Starts to listen. */
  public FaultRelay(String host, int port) {
    this.host = host;
    this.port = port;
    try {
      listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    start("fault-relay", this::acceptAll);
  }

  /** Where the task has to connect to. */
  public String address() {
    return "127.0.0.1:" + listener.getLocalPort();
  }

  /** Holds for the INSERTs from now on. */
  public synchronized void apply(InsertFault next) {
    fault = next;
    inserts = 0;
  }

  private synchronized InsertFault nextInsert() {
    return inserts++ < fault.times() ? fault : null;
  }

  private void acceptAll() {
    try {
      while (true) {
        Socket client = listener.accept();
        Socket server = new Socket();
        sockets.add(client);
        sockets.add(server);
        server.connect(new InetSocketAddress(host, port), DRAIN_MS);
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        start("fault-relay-up", () -> passUp(client, server));
        start("fault-relay-down", () -> pass(server, client));
      }
    } catch (IOException closed) {
      closeAll();
    }
  }

  private void passUp(Socket client, Socket server) {
    byte[] bytes = new byte[64 * 1024];
    String seen = "";
    try {
      InputStream in = client.getInputStream();
      for (int length = in.read(bytes); length >= 0; length = in.read(bytes)) {
        seen += new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
        InsertFault next = seen.contains(INSERT) ? nextInsert() : null;
        if (next != null) {
          refuse(client, next);
          break;
        }
        server.getOutputStream().write(bytes, 0, length);
        // The end may be the beginning of the word, but must not be found a second time.
        seen = seen.substring(Math.max(0, seen.length() - INSERT.length() + 1));
      }
    } catch (IOException broken) {
      // The other side learns of it below.
    }
    closeQuietly(client);
    closeQuietly(server);
  }

  /** Lets the client read the answer before the connection goes. */
  private static void refuse(Socket client, InsertFault fault) throws IOException {
    client.getOutputStream().write(fault.packet());
    client.shutdownOutput();
    client.setSoTimeout(DRAIN_MS);
    client.getInputStream().transferTo(OutputStream.nullOutputStream());
  }

  private void pass(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException broken) {
      // The other side learns of it below.
    }
    closeQuietly(from);
    closeQuietly(to);
  }

  private static void start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  private void closeAll() {
    sockets.forEach(FaultRelay::closeQuietly);
  }

  private static void closeQuietly(Closeable socket) {
    try {
      socket.close();
    } catch (IOException alreadyGone) {
      // As wanted.
    }
  }

  @Override
  public void close() {
    closeQuietly(listener);
    closeAll();
  }
}
