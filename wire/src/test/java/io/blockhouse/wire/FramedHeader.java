// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire;

import io.blockhouse.wire.internal.frame.FrameWriter;
import io.blockhouse.wire.internal.frame.Lz4ChunkCompressor;
import io.blockhouse.wire.internal.io.OutputBuffer;
import java.io.ByteArrayOutputStream;
import java.util.HexFormat;

/** The header block of {@link ScriptedPeer#HEADER} as a server with compression on sends it. */
final class FramedHeader {
  private FramedHeader() {}

  static byte[] packet() {
    byte[] plain = HexFormat.of().parseHex(ScriptedPeer.HEADER.replace(" ", ""));
    int bodyStart = 6 + 2; // TableColumns, then packet number and table name
    ByteArrayOutputStream packet = new ByteArrayOutputStream();
    packet.write(plain, 0, bodyStart);
    Lz4ChunkCompressor lz4 = Lz4ChunkCompressor.shared();
    OutputBuffer out = new OutputBuffer(FrameWriter.frameBytes(lz4, 4096), packet::write);
    FrameWriter frames = new FrameWriter(out, lz4, 4096);
    frames.write(plain, bodyStart, plain.length - bodyStart);
    frames.endBlock();
    out.flush();
    return packet.toByteArray();
  }
}
