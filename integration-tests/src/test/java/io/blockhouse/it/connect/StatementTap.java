// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.connect;

import io.blockhouse.it.clickhouse.ClickHouseServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A port before a server's native one that passes everything on and keeps what clients send, to see
 * the statements among it: they are plain text there, whatever the compression of the blocks.
 */
final class StatementTap implements AutoCloseable {
  private final ClickHouseServer server;
  private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final ByteArrayOutputStream sent = new ByteArrayOutputStream();

  StatementTap(ClickHouseServer server) throws IOException {
    this.server = server;
    start(this::acceptAll);
  }

  String hostAndPort() {
    return "127.0.0.1:" + listener.getLocalPort();
  }

  /** Bytes that clients have sent since the last {@link #forget}. */
  long bytes() {
    synchronized (sent) {
      return sent.size();
    }
  }

  void forget() {
    synchronized (sent) {
      sent.reset();
    }
  }

  /** First group of every match in what clients have sent, in order. */
  List<String> matches(String regex) {
    String text;
    synchronized (sent) {
      text = sent.toString(StandardCharsets.ISO_8859_1);
    }
    List<String> found = new ArrayList<>();
    Matcher matcher = Pattern.compile(regex).matcher(text);
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }

  private void acceptAll() {
    try {
      while (true) {
        Socket client = listener.accept();
        sockets.add(client);
        Socket upstream = new Socket(server.host(), server.nativePort());
        sockets.add(upstream);
        start(() -> pass(client, upstream, true));
        start(() -> pass(upstream, client, false));
      }
    } catch (IOException closed) {
      closeSockets();
    }
  }

  private void pass(Socket from, Socket to, boolean kept) {
    byte[] bytes = new byte[64 * 1024];
    try (from;
        to) {
      for (int n = from.getInputStream().read(bytes);
          n >= 0;
          n = from.getInputStream().read(bytes)) {
        if (kept) {
          synchronized (sent) {
            sent.write(bytes, 0, n);
          }
        }
        to.getOutputStream().write(bytes, 0, n);
      }
    } catch (IOException broken) {
      // Both are closed now, so either side learns of it.
    }
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "statement-tap");
    thread.setDaemon(true);
    thread.start();
  }

  private void closeSockets() {
    for (Socket socket : sockets) {
      try {
        socket.close();
      } catch (IOException alreadyGone) {
        // As wanted.
      }
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    closeSockets();
  }
}
