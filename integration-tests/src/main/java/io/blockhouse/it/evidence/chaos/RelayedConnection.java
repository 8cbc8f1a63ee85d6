// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.chaos;

import io.blockhouse.it.evidence.chaos.ChaosRelay.Aim;
import io.blockhouse.it.evidence.chaos.ChaosRelay.Shot;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.function.Consumer;

/** One connection through the relay: a thread for each direction. */
final class RelayedConnection {
  private static final int PIECE_BYTES = 64 * 1024;

  private final ChaosRelay relay;
  private final Socket client;
  private final Socket server;
  private final Consumer<RelayedConnection> onEnd;
  private final FinalBlockFinder finder = new FinalBlockFinder();

  /** What waits for the server's next words. */
  private volatile Shot answerShot;

  RelayedConnection(
      ChaosRelay relay, Socket client, Socket server, Consumer<RelayedConnection> onEnd) {
    this.relay = relay;
    this.client = client;
    this.server = server;
    this.onEnd = onEnd;
  }

  void start() {
    ChaosRelay.daemon("chaos-relay-up", () -> pump(client, server, this::passUp));
    ChaosRelay.daemon("chaos-relay-down", () -> pump(server, client, this::passDown));
  }

  void cut(boolean reset) {
    end(client, reset);
    end(server, reset);
  }

  void halfClose(boolean towardsServer) {
    try {
      (towardsServer ? server : client).shutdownOutput();
    } catch (IOException alreadyGone) {
      // As good as closed.
    }
  }

  private interface Passing {
    /** False when the connection is over. */
    boolean pass(byte[] bytes, int length) throws IOException;
  }

  private void pump(Socket from, Socket to, Passing passing) {
    byte[] bytes = new byte[PIECE_BYTES];
    try {
      InputStream in = from.getInputStream();
      for (int length = in.read(bytes); length >= 0; length = in.read(bytes)) {
        relay.gate();
        if (!passing.pass(bytes, length)) {
          break;
        }
      }
      relay.gate();
    } catch (IOException broken) {
      // The other side learns of it below.
    }
    // Only the far side: what the other thread still holds for the near one is passed on late.
    end(to, false);
    end(from, false);
    onEnd.accept(this);
  }

  private boolean passUp(byte[] bytes, int length) throws IOException {
    OutputStream out = server.getOutputStream();
    boolean isFinal = finder.endsInsert(bytes, length);
    Shot shot = isFinal ? relay.takeShot() : null;
    if (shot != null && shot.aim() == Aim.LOSE_FINAL_BLOCK) {
      out.write(bytes, 0, Math.max(0, length - FinalBlockFinder.PACKET_BYTES));
      cut(shot.reset());
      return false;
    }
    if (shot != null) {
      answerShot = shot; // before the server can answer
    }
    out.write(bytes, 0, length);
    return true;
  }

  private boolean passDown(byte[] bytes, int length) throws IOException {
    Shot shot = answerShot;
    answerShot = null;
    if (shot != null && shot.aim() == Aim.LOSE_ANSWER) {
      cut(shot.reset());
      return false;
    }
    if (shot != null) {
      try {
        Pause.ms(shot.lastsMs());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    client.getOutputStream().write(bytes, 0, length);
    return true;
  }

  private static void end(Socket socket, boolean reset) {
    try {
      if (reset) {
        socket.setSoLinger(true, 0);
      }
      socket.close();
    } catch (IOException alreadyGone) {
      // As wanted.
    }
  }
}
