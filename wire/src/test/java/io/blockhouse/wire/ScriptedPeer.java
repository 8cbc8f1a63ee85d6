// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire;

import io.blockhouse.wire.internal.io.ByteSource;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** The server's end of a connection: reads what the client sends, sends what a script says. */
public final class ScriptedPeer implements ByteSource {
  /** The line was cut where the test wanted it cut. */
  public static final class CutException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** A server like the one in the protocol description: 26.7.2, revision 54488. */
  public static final String HELLO =
      "00 0a 436c69636b486f757365 1a 07 d8a903 07 4574632f555443 02 6368 02";

  /** Header block of (id UInt64, name Nullable(String)), with TableColumns before it. */
  public static final String HEADER =
      "0b 00 03 616263"
          + "01 00 01 00 02 ffffffff 00 02 00"
          + "02 6964 06 55496e743634 04 6e616d65 10 4e756c6c61626c6528537472696e6729";

  public static final String END_OF_STREAM = "05";

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;
  private long sendLimit = Long.MAX_VALUE;
  private long receiveLimit = Long.MAX_VALUE;
  private long sent;
  private long received;

  ScriptedPeer(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream());
    this.out = socket.getOutputStream();
  }

  /** Cuts the line once this many bytes were sent. */
  public void cutAfterSending(long bytes) {
    sendLimit = bytes;
  }

  /** Cuts the line once this many bytes were read. */
  public void cutAfterReading(long bytes) {
    receiveLimit = bytes;
  }

  /** Makes the close a reset. */
  public void closeWithReset() throws IOException {
    socket.setSoLinger(true, 0);
  }

  /** Bytes sent so far. */
  public long sent() {
    return sent;
  }

  /** Bytes read so far. */
  public long received() {
    return received;
  }

  /** Sends bytes given in hex; blanks do not count. */
  public void send(String hex) {
    sendBytes(HexFormat.of().parseHex(hex.replace(" ", "")));
  }

  /** Sends bytes. */
  public void sendBytes(byte[] bytes) {
    try {
      int n = (int) Math.min(bytes.length, sendLimit - sent);
      out.write(bytes, 0, n);
      out.flush();
      sent += n;
      if (n < bytes.length) {
        throw new CutException();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends bytes given in hex one by one, with a pause before each. */
  public void trickle(String hex, long pauseMs) throws InterruptedException {
    for (byte b : HexFormat.of().parseHex(hex.replace(" ", ""))) {
      Thread.sleep(pauseMs);
      sendBytes(new byte[] {b});
    }
  }

  /** Sends an Exception packet with a stack trace. */
  public void sendException(int code, String text) {
    String le =
        String.format(
            "%02x%02x%02x%02x", code & 0xFF, code >> 8 & 0xFF, code >> 16 & 0xFF, code >>> 24);
    send(
        "02"
            + le
            + hexString("DB::Exception")
            + hexString("DB::Exception: " + text)
            + hexString("0. a frame\n1. another")
            + "00");
  }

  /** A string with its length, in hex. */
  public static String hexString(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    StringBuilder hex = new StringBuilder();
    int rest = utf8.length;
    while (rest > 0x7F) {
      hex.append(String.format("%02x", rest & 0x7F | 0x80));
      rest >>>= 7;
    }
    return hex.append(String.format("%02x", rest))
        .append(HexFormat.of().formatHex(utf8))
        .toString();
  }

  @Override
  public int readByte() {
    if (received >= receiveLimit) {
      throw new CutException();
    }
    try {
      int b = in.read();
      if (b < 0) {
        throw new EOFException();
      }
      received++;
      return b;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void readFully(byte[] target, int offset, int length) {
    for (int i = 0; i < length; i++) {
      target[offset + i] = (byte) readByte();
    }
  }

  @Override
  public void skip(long count) {
    for (long i = 0; i < count; i++) {
      readByte();
    }
  }

  /** Reads a Hello and answers it. */
  public void shakeHands() {
    readHello();
    send(HELLO);
  }

  /** Reads a Hello. */
  public void readHello() {
    expect(0);
    text();
    readVarInt();
    readVarInt();
    readVarInt();
    text();
    text();
    text();
  }

  /** Reads a Query with its ClientInfo and string settings up to its text, which is returned. */
  public String readQuery() {
    return readQuery(new ArrayList<>());
  }

  /** The same, adding {@code name=value/flags} of each setting to the list. */
  public String readQuery(List<String> settings) {
    expect(1);
    text(); // query id
    expect(1); // initial query
    text();
    text();
    text();
    expect(1); // TCP
    text();
    text();
    text();
    readVarInt();
    readVarInt();
    readVarInt();
    text();
    readVarInt();
    for (String name = text(); !name.isEmpty(); name = text()) {
      long flags = readVarInt();
      settings.add(name + "=" + text() + "/" + flags);
    }
    expect(2);
    readVarInt(); // compression
    return text();
  }

  /** Reads a plain Data packet of (id UInt64, name Nullable(String)); returns its rows. */
  public int readData() {
    expect(2);
    text();
    return readBlock(this);
  }

  /** Reads a block of (id UInt64, name Nullable(String)), or an empty one; returns its rows. */
  public static int readBlock(ByteSource source) {
    source.skip(8);
    int columns = source.readCount(2, "columns");
    int rows = source.readCount(Integer.MAX_VALUE, "rows");
    for (int c = 0; c < columns; c++) {
      source.readString(100, "name");
      String type = source.readString(100, "type");
      if (type.equals("UInt64")) {
        source.skip(8L * rows);
      } else {
        source.skip(rows);
        for (int r = 0; r < rows; r++) {
          source.skip(source.readVarInt());
        }
      }
    }
    return rows;
  }

  /** Reads an INSERT query with the end of external tables and answers with the header. */
  public String acceptInsert() {
    String sql = readQuery();
    readData();
    send(HEADER);
    return sql;
  }

  /** Reads blocks up to the final empty one; returns the rows. */
  public long readBlocks() {
    long rows = 0;
    for (int n = readData(); n > 0; n = readData()) {
      rows += n;
    }
    return rows;
  }

  /** Reads until the client closes. */
  public void readToEnd() throws IOException {
    byte[] part = new byte[64 * 1024];
    int n = 0;
    while (n >= 0) {
      n = in.read(part);
    }
  }

  private String text() {
    return readString(1 << 20, "a string");
  }

  private void expect(int number) {
    long found = readVarInt();
    if (found != number) {
      throw new AssertionError("expected " + number + " from the client, got " + found);
    }
  }
}
