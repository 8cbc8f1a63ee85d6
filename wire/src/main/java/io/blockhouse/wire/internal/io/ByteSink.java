// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.io;

/** Where encoded bytes go: a frame writer, a socket buffer, or a test's byte array. */
public interface ByteSink {
  /** Writes the low eight bits of {@code value}. */
  void writeByte(int value);

  /** Writes {@code length} bytes of {@code source} from {@code offset}; does not keep the array. */
  void write(byte[] source, int offset, int length);

  /** Writes eight bytes, the lowest first. */
  default void writeLong(long value) {
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      writeByte((int) (value >>> shift) & 0xFF);
    }
  }

  /** Writes an unsigned LEB128 number of up to 64 bits: 1 to 10 bytes. */
  default void writeVarInt(long value) {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      writeByte((int) (rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    writeByte((int) rest);
  }

  /** Writes a varint length and the bytes. */
  default void writeString(byte[] utf8) {
    writeVarInt(utf8.length);
    write(utf8, 0, utf8.length);
  }
}
