// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.blockhouse.it.process.FreePorts;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(5)
class DockerEngineTest {
  private Path folder;

  @BeforeEach
  void createShortPath() throws IOException {
    // Paths of Unix sockets are limited to about 100 bytes.
    folder = Files.createTempDirectory("bh");
  }

  @AfterEach
  void deleteFolder() {
    Folders.delete(folder);
  }

  @Test
  void isAbsentWithoutASocket() {
    assertThat(DockerEngine.answersAt(folder.resolve("none"))).isFalse();
  }

  @Test
  void isAbsentWhereNobodyListens() {
    URI host = URI.create("tcp://127.0.0.1:" + FreePorts.next());
    assertThat(DockerEngine.answersAt(host)).isFalse();
  }

  @Test
  void isAbsentWhenItDoesNotAnswerInTime() throws IOException {
    Path socket = folder.resolve("s");
    try (ServerSocketChannel silent = listen(socket)) {
      assertThat(silent.isOpen()).isTrue();
      assertThat(DockerEngine.answersAt(socket)).isFalse();
    }
  }

  @Test
  void answersToPing() throws IOException {
    Path socket = folder.resolve("s");
    try (ServerSocketChannel server = listen(socket)) {
      CompletableFuture.runAsync(() -> answerOnce(server));
      assertThat(DockerEngine.answersAt(URI.create("unix://" + socket))).isTrue();
    }
  }

  private static ServerSocketChannel listen(Path socket) throws IOException {
    return ServerSocketChannel.open(StandardProtocolFamily.UNIX)
        .bind(UnixDomainSocketAddress.of(socket));
  }

  private static void answerOnce(ServerSocketChannel server) {
    try (SocketChannel client = server.accept()) {
      client.read(ByteBuffer.allocate(1024)); // closing with it unread would reset the connection
      client.write(
          ByteBuffer.wrap("HTTP/1.0 200 OK\r\n\r\nOK".getBytes(StandardCharsets.US_ASCII)));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
