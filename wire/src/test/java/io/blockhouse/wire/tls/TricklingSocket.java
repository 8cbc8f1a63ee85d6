// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.tls;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;

/** A connected socket that sends what it is given in small parts, with a pause after each. */
final class TricklingSocket extends Socket {
  private final Socket socket;
  private final int partBytes;
  private final long pauseMs;

  TricklingSocket(Socket socket, int partBytes, long pauseMs) {
    this.socket = socket;
    this.partBytes = partBytes;
    this.pauseMs = pauseMs;
  }

  @Override
  public boolean isConnected() {
    return socket.isConnected();
  }

  @Override
  public boolean isClosed() {
    return socket.isClosed();
  }

  @Override
  public InputStream getInputStream() throws IOException {
    return socket.getInputStream();
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    OutputStream out = socket.getOutputStream();
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
      }

      @Override
      public void write(byte[] source, int offset, int length) throws IOException {
        for (int done = 0; done < length; done += partBytes) {
          out.write(source, offset + done, Math.min(partBytes, length - done));
          pause();
        }
      }
    };
  }

  private void pause() throws IOException {
    try {
      Thread.sleep(pauseMs);
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  @Override
  public void setSoTimeout(int ms) throws SocketException {
    socket.setSoTimeout(ms);
  }

  @Override
  public int getSoTimeout() throws SocketException {
    return socket.getSoTimeout();
  }

  @Override
  public int getSoLinger() throws SocketException {
    return socket.getSoLinger();
  }

  @Override
  public boolean isInputShutdown() {
    return socket.isInputShutdown();
  }

  @Override
  public boolean isOutputShutdown() {
    return socket.isOutputShutdown();
  }

  @Override
  public void shutdownInput() throws IOException {
    socket.shutdownInput();
  }

  @Override
  public void shutdownOutput() throws IOException {
    socket.shutdownOutput();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
