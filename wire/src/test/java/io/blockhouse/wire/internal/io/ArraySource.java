// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.io;

/** Bytes of a test; running out of them is an {@link EndOfArrayException}. */
public final class ArraySource implements ByteSource {
  /** The reader wanted more than there is. */
  public static final class EndOfArrayException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private final byte[] bytes;
  private int position;

  /** Reads the array from its beginning; does not copy it. */
  public ArraySource(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Bytes not read yet. */
  public int remaining() {
    return bytes.length - position;
  }

  @Override
  public int readByte() {
    require(1);
    return bytes[position++] & 0xFF;
  }

  @Override
  public void readFully(byte[] target, int offset, int length) {
    require(length);
    System.arraycopy(bytes, position, target, offset, length);
    position += length;
  }

  @Override
  public void skip(long count) {
    require(count);
    position += (int) count;
  }

  private void require(long count) {
    if (count > remaining()) {
      throw new EndOfArrayException();
    }
  }
}
