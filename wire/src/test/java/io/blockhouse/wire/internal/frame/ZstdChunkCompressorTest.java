// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.blockhouse.wire.error.ConnectionException;
import io.blockhouse.wire.error.ProtocolException;
import io.blockhouse.wire.error.UnsupportedCompressionException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ZstdChunkCompressorTest {
  private static byte[] text(int length) {
    byte[] bytes = new byte[length];
    Random random = new Random(7);
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) ('a' + (i % 100 < 70 ? i % 13 : random.nextInt(20)));
    }
    return bytes;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 9, 22})
  void compressesAndRestoresAtEveryLevel(int level) {
    ZstdChunkCompressor zstd = new ZstdChunkCompressor(level);
    try {
      for (int length : new int[] {1, 100, 65_536, 200_000}) {
        byte[] raw = text(length + 10);
        byte[] packed = new byte[20 + zstd.maxCompressedBytes(length)];
        int n = zstd.compress(raw, 10, length, packed, 20);
        byte[] back = new byte[length];
        ZstdChunkCompressor.decompress(packed, 20, n, back);
        assertThat(back).isEqualTo(Arrays.copyOfRange(raw, 10, raw.length));
        assertThat(ZstdChunkCompressor.canHold(n, length)).isTrue();
      }
    } finally {
      zstd.close();
    }
  }

  @Test
  void higherLevelsGiveFewerBytes() {
    byte[] raw = text(65_536);
    assertThat(packedBytes(raw, 19)).isLessThan(packedBytes(raw, 1));
  }

  private static int packedBytes(byte[] raw, int level) {
    ZstdChunkCompressor zstd = new ZstdChunkCompressor(level);
    try {
      return zstd.compress(raw, 0, raw.length, new byte[zstd.maxCompressedBytes(raw.length)], 0);
    } finally {
      zstd.close();
    }
  }

  @Test
  void abortedByAnotherThreadItFailsAsAConnection() {
    ZstdChunkCompressor zstd = new ZstdChunkCompressor(1);
    zstd.close();
    zstd.close();
    assertThatThrownBy(() -> zstd.compress(new byte[10], 0, 10, new byte[100], 0))
        .isInstanceOf(ConnectionException.class)
        .hasMessageContaining("aborted");
  }

  @Test
  void damagedFramesAreRefused() {
    assertThatThrownBy(() -> ZstdChunkCompressor.decompress(new byte[30], 0, 30, new byte[100]))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("damaged");
    byte[] packed = new byte[100];
    ZstdChunkCompressor zstd = new ZstdChunkCompressor(1);
    int n = zstd.compress(new byte[50], 0, 50, packed, 0);
    zstd.close();
    assertThatThrownBy(() -> ZstdChunkCompressor.decompress(packed, 0, n, new byte[51]))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("51");
  }

  @Test
  void runsHoldFarMoreThanTheyTakeButNotAnything() {
    ZstdChunkCompressor zstd = new ZstdChunkCompressor(1);
    int raw = 60 << 20;
    int n = zstd.compress(new byte[raw], 0, raw, new byte[zstd.maxCompressedBytes(raw)], 0);
    zstd.close();
    assertThat(ZstdChunkCompressor.canHold(n, raw)).as("%d bytes", n).isTrue();
    assertThat(ZstdChunkCompressor.canHold(n / 2, raw)).isFalse();
  }

  @Test
  void withoutTheNativeLibraryItSaysWhatToDo() {
    assertThatThrownBy(
            () ->
                ZstdChunkCompressor.requireLibrary(
                    () -> {
                      throw new UnsatisfiedLinkError("noexec");
                    }))
        .isInstanceOf(UnsupportedCompressionException.class)
        .hasMessageContaining("noexec")
        .hasMessageContaining("java.io.tmpdir")
        .hasMessageContaining("choose LZ4");
  }
}
