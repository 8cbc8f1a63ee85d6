// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.io;

import io.blockhouse.wire.error.ProtocolException;
import java.nio.charset.StandardCharsets;

/**
 * Where the server's bytes come from: the socket, or frames on top of it. Every length the server
 * states is checked against a bound before it is used, because one misread field turns whatever
 * follows into lengths.
 */
public interface ByteSource {
  /** The longest varint of 64 bits. */
  int MAX_VARINT_BYTES = 10;

  /** The next byte, 0 to 255. */
  int readByte();

  /** Fills the range, or throws. */
  void readFully(byte[] target, int offset, int length);

  /** Passes over {@code count} bytes. */
  void skip(long count);

  /** An unsigned LEB128 number of up to 64 bits. */
  default long readVarInt() {
    long value = 0;
    for (int i = 0; i < MAX_VARINT_BYTES; i++) {
      int b = readByte();
      value |= (long) (b & 0x7F) << (7 * i);
      if ((b & 0x80) == 0) {
        return value;
      }
    }
    throw new ProtocolException("The server sent a number longer than 64 bits: out of step.");
  }

  /** A varint that must lie within 0 and {@code max}. */
  default int readCount(int max, String what) {
    long value = readVarInt();
    if (value < 0 || value > max) {
      throw new ProtocolException(
          "The server states "
              + Long.toUnsignedString(value)
              + " for "
              + what
              + ", above the bound of "
              + max
              + ": the stream is out of step, or this is not a ClickHouse native port.");
    }
    return (int) value;
  }

  /** A little-endian 32-bit number. */
  default int readInt32() {
    int b0 = readByte();
    int b1 = readByte();
    int b2 = readByte();
    return b0 | b1 << 8 | b2 << 16 | readByte() << 24;
  }

  /** A string of at most {@code maxBytes}; bytes that are not UTF-8 are replaced. */
  default String readString(int maxBytes, String what) {
    return readText(readCount(maxBytes, what));
  }

  /** Text of {@code length} bytes, which the caller has checked against a bound. */
  default String readText(int length) {
    byte[] utf8 = new byte[length];
    readFully(utf8, 0, utf8.length);
    return new String(utf8, StandardCharsets.UTF_8);
  }
}
