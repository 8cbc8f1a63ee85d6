// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.fuzz;

import io.blockhouse.wire.internal.frame.FrameWriter;
import io.blockhouse.wire.internal.frame.Lz4ChunkCompressor;
import io.blockhouse.wire.internal.io.OutputBuffer;
import java.io.ByteArrayOutputStream;
import java.util.HexFormat;

/**
 * A packet of a server: what stands outside frames, and the block that stands in them when
 * compression is on. A damaged block still gets a right checksum, or no damage would ever be read.
 */
record RecordedPacket(byte[] head, byte[] block) {
  private static final int CHUNK_BYTES = 4096;
  private static final byte[] NONE = new byte[0];

  static RecordedPacket plain(String hex) {
    return new RecordedPacket(bytes(hex), NONE);
  }

  static RecordedPacket data(String block) {
    return new RecordedPacket(bytes("01 00"), bytes(block));
  }

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex.replace(" ", ""));
  }

  void writeTo(ByteArrayOutputStream out, boolean compressed) {
    out.writeBytes(head);
    if (!compressed || block.length == 0) {
      out.writeBytes(block);
      return;
    }
    Lz4ChunkCompressor lz4 = Lz4ChunkCompressor.shared();
    OutputBuffer buffer = new OutputBuffer(FrameWriter.frameBytes(lz4, CHUNK_BYTES), out::write);
    FrameWriter frames = new FrameWriter(buffer, lz4, CHUNK_BYTES);
    frames.write(block, 0, block.length);
    frames.endBlock();
    buffer.flush();
  }
}
