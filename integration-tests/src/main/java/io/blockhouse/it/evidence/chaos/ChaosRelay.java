// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Stands between the workers and ClickHouse's native port, and passes everything on, except when it
 * is told not to.
 */
final class ChaosRelay implements AutoCloseable {
  /** What to do to the next INSERT that comes to its final block. */
  enum Aim {
    /** The client has sent all, the server gets all but the end, and the connection is cut. */
    LOSE_FINAL_BLOCK,
    /** The server has answered, and the connection is cut instead of passing that on. */
    LOSE_ANSWER,
    /** The answer is late, maybe so late that the client has given up. */
    HOLD_ANSWER
  }

  /** An aim that one connection takes up. */
  record Shot(Aim aim, int lastsMs, boolean reset) {}

  private static final int CONNECT_MS = 2_000;
  private static final int POLL_MS = 20;

  /** Of each piece, in each direction, when connections are slow. */
  private static final int DELAY_MS = 50;

  private final int serverPort;
  private final ServerSocket listener;
  private final Set<RelayedConnection> connections = ConcurrentHashMap.newKeySet();
  private final AtomicReference<Shot> aimed = new AtomicReference<>();
  private final AtomicInteger hits = new AtomicInteger();
  private volatile boolean refusing;
  private volatile boolean slow;
  private volatile boolean holding;
  private volatile boolean closed;

  ChaosRelay(int serverPort) {
    this.serverPort = serverPort;
    try {
      listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    daemon("chaos-relay", this::acceptAll);
  }

  String address() {
    return "127.0.0.1:" + listener.getLocalPort();
  }

  /** Ends all connections, by RST or in an orderly way. */
  void cut(boolean reset) {
    connections.forEach(connection -> connection.cut(reset));
  }

  /** Nothing more goes to the server, or comes from it, but the other way stays open. */
  void halfClose(boolean towardsServer) {
    connections.forEach(connection -> connection.halfClose(towardsServer));
  }

  /** Cuts all connections, and new ones at once. */
  void refuse(long ms) throws InterruptedException {
    refusing = true;
    cut(false);
    Pause.ms(ms);
    refusing = false;
  }

  void delay(long ms) throws InterruptedException {
    slow = true;
    Pause.ms(ms);
    slow = false;
  }

  /**
   * Passes nothing on, also of new connections. What was held is passed on in the end, even if its
   * sender is gone, as a network may do.
   */
  void hold(long ms) throws InterruptedException {
    holding = true;
    Pause.ms(ms);
    holding = false;
  }

  /** Returns when the time for an INSERT to come along is over, whether or not one did. */
  void aim(Aim aim, int lastsMs, boolean reset) throws InterruptedException {
    Shot shot = new Shot(aim, lastsMs, reset);
    aimed.set(shot);
    Pause.ms(lastsMs);
    aimed.compareAndSet(shot, null);
  }

  /** For one connection only; null when there is no aim. */
  Shot takeShot() {
    Shot shot = aimed.getAndSet(null);
    if (shot != null) {
      hits.incrementAndGet();
    }
    return shot;
  }

  /** How many aims met an INSERT. */
  int hits() {
    return hits.get();
  }

  /** Returns when a piece may be passed on. */
  void gate() throws IOException {
    try {
      if (slow) {
        Pause.ms(DELAY_MS);
      }
      while (holding && !closed) {
        Pause.ms(POLL_MS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private void acceptAll() {
    try {
      while (true) {
        accept(listener.accept());
      }
    } catch (IOException end) {
      cut(false);
    }
  }

  private void accept(Socket client) throws IOException {
    if (refusing) {
      client.close();
      return;
    }
    Socket server = new Socket();
    try {
      client.setTcpNoDelay(true);
      server.setTcpNoDelay(true);
      server.connect(new InetSocketAddress("127.0.0.1", serverPort), CONNECT_MS);
    } catch (IOException serverIsAway) {
      client.close();
      server.close();
      return;
    }
    RelayedConnection connection = new RelayedConnection(this, client, server, connections::remove);
    connections.add(connection);
    connection.start();
  }

  static void daemon(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() {
    closed = true;
    try {
      listener.close();
    } catch (IOException alreadyGone) {
      // As wanted.
    }
    cut(false);
  }
}
