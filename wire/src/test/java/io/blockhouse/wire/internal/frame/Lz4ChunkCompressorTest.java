// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.frame;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class Lz4ChunkCompressorTest {
  @Test
  void usesTheNativeLibrary() {
    assertThat(Lz4ChunkCompressor.shared().implementation()).isEqualTo("native");
  }

  @Test
  void fallsBackToJavaAndStaysCompatible() {
    Lz4ChunkCompressor java =
        Lz4ChunkCompressor.create(
            () -> {
              throw new UnsatisfiedLinkError("as under a noexec java.io.tmpdir");
            });
    assertThat(java.implementation()).isEqualTo("java-safe");
    byte[] raw = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaabc".getBytes();
    byte[] packed = new byte[java.maxCompressedBytes(raw.length)];
    int n = java.compress(raw, 0, raw.length, packed, 0);
    byte[] back = new byte[raw.length];
    Lz4ChunkCompressor.shared().decompress(packed, 0, n, back, raw.length);
    assertThat(back).isEqualTo(raw);
  }
}
