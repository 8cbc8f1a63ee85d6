// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.io;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;

/** A socket as it is. */
final class PlainLink implements Link {
  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;

  PlainLink(Socket socket) throws IOException {
    this.socket = socket;
    this.in = socket.getInputStream();
    this.out = socket.getOutputStream();
  }

  @Override
  public int read(byte[] target, int offset, int length, int timeoutMs) throws IOException {
    socket.setSoTimeout(timeoutMs);
    return in.read(target, offset, length);
  }

  @Override
  public void write(byte[] source, int offset, int length) throws IOException {
    out.write(source, offset, length);
  }

  @Override
  public boolean hasInput() throws IOException {
    return in.available() > 0;
  }

  @Override
  public void reset() throws IOException {
    reset(socket);
  }

  @Override
  public void resetAtProcessEnd(boolean reset) throws IOException {
    socket.setSoLinger(reset, 0);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  /** Closes with RST instead of FIN. */
  static void reset(Socket socket) throws IOException {
    try {
      socket.setSoLinger(true, 0);
    } finally {
      socket.close(); // also when it was closed already, which setSoLinger refuses
    }
  }
}
