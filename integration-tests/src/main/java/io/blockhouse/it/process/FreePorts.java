// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Loopback ports that nobody listens on.
 *
 * <p>Taken from below the range that operating systems give to outgoing connections (Linux 32768,
 * macOS and Windows 49152), so that the port of a killed server is still free when it comes back.
 */
public final class FreePorts {
  private static final int FIRST = 20_000;
  private static final int END = 32_000;
  private static final int ATTEMPTS = 1_000;
  private static final Set<Integer> GIVEN = new HashSet<>();

  private FreePorts() {}

  /** A port that is free now; this JVM is not given it again. */
  public static synchronized int next() {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int port = ThreadLocalRandom.current().nextInt(FIRST, END);
      if (isFree(port) && GIVEN.add(port)) {
        return port;
      }
    }
    throw new ServerFailedException(
        "no free loopback port between " + FIRST + " and " + END + " in " + ATTEMPTS + " attempts");
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException taken) {
      return false;
    }
  }
}
