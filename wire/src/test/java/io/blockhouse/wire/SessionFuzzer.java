// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire;

import io.blockhouse.wire.block.Block;
import io.blockhouse.wire.error.WireException;
import io.blockhouse.wire.fuzz.MemoryLink;
import io.blockhouse.wire.fuzz.MutatedSession;
import io.blockhouse.wire.internal.io.Transport;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.TimeUnit;

/**
 * Plays damaged sessions against a connection: handshake, describe, INSERT. Whatever a server
 * sends, the connection must end in success or a {@link WireException}, in time, and without
 * allocating by what the server states.
 */
public final class SessionFuzzer {
  /**
   * How a session went.
   *
   * @param failure null when every step succeeded
   * @param millis how long it took
   * @param allocatedBytes by this thread, buffers of the connection included
   */
  public record Outcome(Throwable failure, long millis, long allocatedBytes) {
    /** Whether it ended as it may: in success, or with an exception of the wire's own. */
    public boolean isTyped() {
      return failure == null || failure instanceof WireException;
    }
  }

  /** Nothing waits in memory; this only bounds what ought not to happen. */
  private static final int MEMORY_DEADLINE_MS = 2_000;

  /** Each of the steps, over a real socket: a stall costs this much. */
  private static final int LOOPBACK_DEADLINE_MS = 40;

  private static final int CHUNK_BYTES = 4096;

  private final com.sun.management.ThreadMXBean threads =
      (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final Block block = ExampleBlocks.twoRows();

  /** What the server sends next. */
  private interface Feed {
    void release(byte[] bytes) throws IOException;
  }

  /** The longest that a session may take: its five steps, and the rest of a packet begun. */
  public static long limitMs(boolean loopback) {
    return loopback ? 5 * LOOPBACK_DEADLINE_MS + 5_000 : MEMORY_DEADLINE_MS + 3_000;
  }

  /** Plays the session of this seed in memory. */
  public Outcome playInMemory(long seed) {
    MutatedSession session = MutatedSession.of(seed);
    return measure(
        () -> {
          MemoryLink link = new MemoryLink(session.stalls(), session.partBytes());
          Transport transport = new Transport(link, "fuzz:1", Deadline.afterMs(MEMORY_DEADLINE_MS));
          play(session, transport, link::release, MEMORY_DEADLINE_MS);
        });
  }

  /** Plays the session of this seed over a socket. */
  public Outcome playOnLoopback(long seed) {
    MutatedSession session = MutatedSession.of(seed);
    return measure(
        () -> {
          try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Deadline deadline = Deadline.afterMs(MEMORY_DEADLINE_MS);
            Transport transport =
                Transport.connect("127.0.0.1", listener.getLocalPort(), null, deadline);
            try (Socket server = listener.accept()) {
              OutputStream out = server.getOutputStream();
              int last = session.steps().length - 1;
              play(
                  session,
                  transport,
                  bytes -> {
                    out.write(bytes);
                    if (bytes == session.steps()[last] && !session.stalls()) {
                      server.shutdownOutput();
                    }
                  },
                  LOOPBACK_DEADLINE_MS);
            } finally {
              transport.abort();
            }
          }
        });
  }

  private interface Play {
    void run() throws IOException;
  }

  private Outcome measure(Play play) {
    long self = Thread.currentThread().getId();
    long before = threads.getThreadAllocatedBytes(self);
    long start = System.nanoTime();
    Throwable failure = null;
    try {
      play.run();
    } catch (Exception | AssertionError | StackOverflowError | OutOfMemoryError e) {
      failure = e;
    }
    return new Outcome(
        failure,
        TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start),
        threads.getThreadAllocatedBytes(self) - before);
  }

  private void play(MutatedSession session, Transport transport, Feed feed, int deadlineMs)
      throws IOException {
    ConnectionOptions options =
        ConnectionOptions.builder()
            .host("fuzz")
            .compression(session.compressed() ? Compression.LZ4 : Compression.NONE)
            .chunkBytes(CHUNK_BYTES)
            .build();
    feed.release(session.steps()[0]);
    try (NativeConnection connection =
        NativeConnection.over(transport, options, Deadline.afterMs(deadlineMs))) {
      feed.release(session.steps()[1]);
      connection.describe("db", "t", Deadline.afterMs(deadlineMs));
      feed.release(session.steps()[2]);
      InsertStream insert = connection.insert(ExampleBlocks.REQUEST, Deadline.afterMs(deadlineMs));
      if (!insert.header().equals(block.definitions())) {
        new Block(insert.header()); // another table, as far as can be told: nothing to write
        return;
      }
      insert.write(block, Deadline.afterMs(deadlineMs));
      feed.release(session.steps()[3]);
      insert.write(block, Deadline.afterMs(deadlineMs));
      insert.end(Deadline.afterMs(deadlineMs));
      feed.release(session.steps()[4]);
      insert.await(Deadline.afterMs(deadlineMs));
    }
  }
}
