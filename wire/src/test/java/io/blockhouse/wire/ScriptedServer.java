// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A server on loopback that plays a script to the first client and then closes. What goes wrong in
 * the script, other than the client leaving, fails the test in {@link #close()}.
 */
public final class ScriptedServer implements AutoCloseable {
  /** What the server does. */
  @FunctionalInterface
  public interface Script {
    /** Talks to the client; returning closes the connection. */
    void play(ScriptedPeer peer) throws Exception;
  }

  private static final int PATIENCE_MS = 20_000;

  private final ServerSocket listener;
  private final Thread thread;
  private final CountDownLatch done = new CountDownLatch(1);
  private volatile Throwable failure;
  private volatile Socket accepted;

  /** Starts to listen on a free port. */
  public ScriptedServer(Script script) throws IOException {
    listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    listener.setSoTimeout(PATIENCE_MS);
    thread = new Thread(() -> run(script), "scripted-server");
    thread.setDaemon(true);
    thread.start();
  }

  private void run(Script script) {
    try (Socket socket = listener.accept()) {
      accepted = socket;
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(PATIENCE_MS);
      script.play(new ScriptedPeer(socket));
    } catch (ScriptedPeer.CutException | UncheckedIOException | IOException e) {
      failure = null; // the client left, or the script cut the line: both are part of the play
    } catch (Throwable e) {
      failure = e;
    } finally {
      done.countDown();
    }
  }

  /** Where it listens. */
  public int port() {
    return listener.getLocalPort();
  }

  /** Whether a client has come. */
  public boolean accepted() {
    return accepted != null;
  }

  /** Options to connect to it. */
  public ConnectionOptions.Builder options() {
    return ConnectionOptions.builder().host("127.0.0.1").port(port()).compression(Compression.NONE);
  }

  /** Waits for the end of the script and reports what an assertion in it found. */
  public void awaitEnd() throws InterruptedException {
    if (!done.await(PATIENCE_MS, TimeUnit.MILLISECONDS)) {
      throw new AssertionError("the script has not ended");
    }
    if (failure != null) {
      throw new AssertionError("the script failed: " + failure, failure);
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    if (accepted != null) {
      accepted.close();
    }
    if (failure != null) {
      throw new AssertionError("the script failed: " + failure, failure);
    }
  }
}
