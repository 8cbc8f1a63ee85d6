// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.connect;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The address of a server that, once told to, accepts connections and says nothing, or nothing
 * after its Hello; before and after that it is the real one.
 */
final class SilentServer implements AutoCloseable {
  private final int realPort;
  private final boolean greets;
  private final ServerSocket listener;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private volatile boolean silent;

  SilentServer(int realPort, boolean greets) {
    this.realPort = realPort;
    this.greets = greets;
    try {
      listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    daemon(this::acceptAll);
  }

  String address() {
    return "127.0.0.1:" + listener.getLocalPort();
  }

  /** Also on connections that are there. */
  void fallSilent() {
    silent = true;
  }

  /** Ends the silent connections; the next ones reach the real server. */
  void putTheRealServerInItsPlace() {
    silent = false;
    closeAll();
  }

  private void acceptAll() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        sockets.add(client);
        if (!silent || greets) {
          relay(client);
        }
      } catch (IOException closed) {
        closeAll();
      }
    }
  }

  private void relay(Socket client) throws IOException {
    Socket server = new Socket("127.0.0.1", realPort);
    sockets.add(server);
    daemon(() -> pass(client, server));
    daemon(() -> pass(server, client));
  }

  /** In silence only the first words: Hello one way, the answer to it the other. */
  private void pass(Socket from, Socket to) {
    byte[] bytes = new byte[64 * 1024];
    try {
      OutputStream out = to.getOutputStream();
      boolean first = true;
      for (int length = from.getInputStream().read(bytes);
          length >= 0;
          length = from.getInputStream().read(bytes)) {
        if (!silent || first) {
          out.write(bytes, 0, length);
        }
        first = false;
      }
    } catch (IOException over) {
      // Both ends go below.
    }
    close(from);
    close(to);
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work, "silent-server");
    thread.setDaemon(true);
    thread.start();
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException alreadyGone) {
      // As wanted.
    }
  }

  private void closeAll() {
    sockets.forEach(SilentServer::close);
  }

  @Override
  public void close() throws IOException {
    listener.close();
    closeAll();
  }
}
