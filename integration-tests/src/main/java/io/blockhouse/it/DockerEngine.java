// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Whether a Docker engine answers, asked in a few milliseconds where there is none. */
final class DockerEngine {
  private static final int TIMEOUT_MS = 500;
  private static final byte[] PING =
      "GET /_ping HTTP/1.0\r\nHost: docker\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private DockerEngine() {}

  /** Asks DOCKER_HOST, or else the usual sockets. */
  static boolean answers() {
    String host = System.getenv().getOrDefault("DOCKER_HOST", "");
    return host.isBlank()
        ? usualSockets().stream().anyMatch(DockerEngine::answersAt)
        : answersAt(URI.create(host));
  }

  private static List<Path> usualSockets() {
    return List.of(
        Path.of("/var/run/docker.sock"),
        Path.of(System.getenv().getOrDefault("XDG_RUNTIME_DIR", "/run"), "docker.sock"),
        Path.of(System.getProperty("user.home"), ".docker", "run", "docker.sock"));
  }

  static boolean answersAt(URI host) {
    if ("unix".equals(host.getScheme())) {
      return answersAt(Path.of(host.getPath()));
    }
    if (host.getHost() == null || host.getPort() < 0) {
      return false;
    }
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(host.getHost(), host.getPort()), TIMEOUT_MS);
      return true;
    } catch (IOException nobody) {
      return false;
    }
  }

  static boolean answersAt(Path socket) {
    if (!Files.exists(socket)) {
      return false;
    }
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      // Unix sockets know no timeout; leaving this block closes the channel and so ends the ping.
      return CompletableFuture.supplyAsync(() -> ping(channel, socket))
          .get(TIMEOUT_MS, TimeUnit.MILLISECONDS);
    } catch (IOException | ExecutionException | TimeoutException nobody) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static boolean ping(SocketChannel channel, Path socket) {
    try {
      channel.connect(UnixDomainSocketAddress.of(socket));
      channel.write(ByteBuffer.wrap(PING));
      ByteBuffer answer = ByteBuffer.allocate(12); // "HTTP/1.0 200"
      while (answer.hasRemaining() && channel.read(answer) >= 0) {
        continue;
      }
      return new String(answer.array(), StandardCharsets.US_ASCII).endsWith("200");
    } catch (IOException nobody) {
      return false;
    }
  }
}
