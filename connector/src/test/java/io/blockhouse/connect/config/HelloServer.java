// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.config;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Answers the Hello of every connection with fixed bytes and waits for the client to close. */
final class HelloServer implements AutoCloseable {
  /** So that no test waits for ever on a client that never closes. */
  private static final int READ_TIMEOUT_MS = 20_000;

  private final ServerSocket listener;
  private final byte[] answer;

  private HelloServer(byte[] answer) throws IOException {
    this.answer = answer;
    this.listener = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
    Thread thread = new Thread(this::serve, "hello-server");
    thread.setDaemon(true);
    thread.start();
  }

  static HelloServer answering(byte[] answer) throws IOException {
    return new HelloServer(answer);
  }

  /** Accepts and says nothing. */
  static HelloServer silent() throws IOException {
    return new HelloServer(new byte[0]);
  }

  /** Exception packet, native-protocol layout: code, name, text, stack trace, nested flag. */
  static HelloServer refusing(int code, String text) throws IOException {
    ByteArrayOutputStream packet = new ByteArrayOutputStream();
    packet.write(2);
    for (int shift = 0; shift < 32; shift += 8) {
      packet.write(code >> shift);
    }
    for (String part : new String[] {"DB::Exception", text, ""}) {
      text(packet, part);
    }
    packet.write(0);
    return new HelloServer(packet.toByteArray());
  }

  /** A Hello of 26.7, then what is no packet: the answer to the first query. */
  static HelloServer outOfStep() throws IOException {
    ByteArrayOutputStream packet = new ByteArrayOutputStream();
    packet.write(0);
    text(packet, "ClickHouse");
    // 26.7 of revision 54429, in varints.
    packet.writeBytes(new byte[] {26, 7, (byte) 0x9D, (byte) 0xA9, 3});
    text(packet, "UTC");
    text(packet, "test");
    packet.write(2);
    packet.write(77);
    return new HelloServer(packet.toByteArray());
  }

  private static void text(ByteArrayOutputStream packet, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    packet.write(bytes.length);
    packet.writeBytes(bytes);
  }

  int port() {
    return listener.getLocalPort();
  }

  private void serve() {
    while (!listener.isClosed()) {
      try (Socket socket = listener.accept()) {
        socket.setSoTimeout(READ_TIMEOUT_MS);
        InputStream in = socket.getInputStream();
        if (in.read() >= 0) {
          socket.getOutputStream().write(answer);
          in.transferTo(OutputStream.nullOutputStream());
        }
      } catch (IOException e) {
        // The client went, or the test closed the listener; the loop's condition tells.
        continue;
      }
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
