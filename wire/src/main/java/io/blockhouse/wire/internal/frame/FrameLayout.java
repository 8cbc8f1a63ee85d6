// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.frame;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/*
 * A frame (src/Compression/CompressedWriteBuffer.cpp of ClickHouse), little-endian:
 *   0  checksum  16 B  CityHash128 1.0.2 of everything from METHOD_OFFSET on: low half, high half
 *  16  method     1 B  0x82 = LZ4 block format, 0x90 = ZSTD, 0x02 = as it is
 *  17  size       4 B  payload bytes + 9: the checksum is not counted, this header is
 *  21  rawSize    4 B  uncompressed bytes, never 0
 *  25  payload
 */
final class FrameLayout {
  static final int CHECKSUM_BYTES = 16;
  static final int METHOD_OFFSET = CHECKSUM_BYTES;
  static final int SIZE_OFFSET = METHOD_OFFSET + 1;
  static final int RAW_SIZE_OFFSET = SIZE_OFFSET + Integer.BYTES;
  static final int PAYLOAD_OFFSET = RAW_SIZE_OFFSET + Integer.BYTES;

  /** What {@code size} counts besides the payload. */
  static final int HEADER_BYTES = PAYLOAD_OFFSET - METHOD_OFFSET;

  static final int METHOD_NONE = 0x02;
  static final int METHOD_LZ4 = 0x82;
  static final int METHOD_ZSTD = 0x90;

  static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private FrameLayout() {}
}
