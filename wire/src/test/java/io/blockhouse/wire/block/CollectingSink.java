// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.block;

import io.blockhouse.wire.internal.io.ByteSink;
import java.io.ByteArrayOutputStream;

/** Keeps what is written. */
final class CollectingSink implements ByteSink {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  static byte[] bytesOf(Block block) {
    CollectingSink sink = new CollectingSink();
    block.writeTo(sink);
    return sink.toByteArray();
  }

  static byte[] bodyOf(ColumnWriter column) {
    CollectingSink sink = new CollectingSink();
    column.writePrefix(sink);
    column.writeBody(sink);
    return sink.toByteArray();
  }

  byte[] toByteArray() {
    return bytes.toByteArray();
  }

  @Override
  public void writeByte(int value) {
    bytes.write(value);
  }

  @Override
  public void write(byte[] source, int offset, int length) {
    bytes.write(source, offset, length);
  }
}
