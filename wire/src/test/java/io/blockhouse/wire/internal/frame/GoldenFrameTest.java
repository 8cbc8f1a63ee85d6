// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.blockhouse.wire.internal.io.ArraySource;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GoldenFrameTest {
  private static final List<GoldenFrames.Golden> FRAMES = GoldenFrames.load();

  @Test
  void hasEveryKindOfFrame() {
    Map<String, Long> counts =
        FRAMES.stream()
            .collect(Collectors.groupingBy(GoldenFrames.Golden::method, Collectors.counting()));
    assertThat(counts).isEqualTo(Map.of("LZ4", 35L, "ZSTD", 13L, "NONE", 10L));
    // The long path of the hash begins at 144 bytes: both sides of it must be there.
    assertThat(FRAMES).anyMatch(f -> f.frame().length - 16 < 16 + 9);
    assertThat(FRAMES).anyMatch(f -> f.frame().length - 16 >= 144);
    assertThat(FRAMES).anyMatch(f -> f.frame().length - 16 > 100_000);
  }

  @Test
  void hashesEveryFrameAsTheServerDoes() {
    CityHash128 hash = new CityHash128();
    for (GoldenFrames.Golden golden : FRAMES) {
      byte[] frame = golden.frame();
      hash.hash(frame, FrameLayout.METHOD_OFFSET, frame.length - FrameLayout.METHOD_OFFSET);
      assertThat(hash.low())
          .as("%s, low", golden.note())
          .isEqualTo((long) FrameLayout.LONG.get(frame, 0));
      assertThat(hash.high())
          .as("%s, high", golden.note())
          .isEqualTo((long) FrameLayout.LONG.get(frame, 8));
    }
  }

  @Test
  void readsTheSizesOfEveryFrame() {
    for (GoldenFrames.Golden golden : FRAMES) {
      byte[] frame = golden.frame();
      int method = frame[FrameLayout.METHOD_OFFSET] & 0xFF;
      int expected =
          switch (golden.method()) {
            case "LZ4" -> FrameLayout.METHOD_LZ4;
            case "ZSTD" -> FrameLayout.METHOD_ZSTD;
            default -> FrameLayout.METHOD_NONE;
          };
      assertThat(method).as(golden.note()).isEqualTo(expected);
      assertThat((int) FrameLayout.INT.get(frame, FrameLayout.SIZE_OFFSET))
          .as(golden.note())
          .isEqualTo(frame.length - FrameLayout.CHECKSUM_BYTES);
      assertThat((int) FrameLayout.INT.get(frame, FrameLayout.RAW_SIZE_OFFSET))
          .as(golden.note())
          .isEqualTo(golden.raw().length);
    }
  }

  @Test
  void decompressesEveryFrame() {
    for (GoldenFrames.Golden golden : FRAMES) {
      FrameReader reader = reader(golden.frame());
      byte[] raw = new byte[golden.raw().length];
      reader.readFully(raw, 0, raw.length);
      reader.endBlock();
      assertThat(raw).as(golden.note()).isEqualTo(golden.raw());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"LZ4", "ZSTD", "NONE"})
  void refusesAFrameWithOneBitFlippedAnywhere(String kind) {
    byte[] frame =
        FRAMES.stream()
            .filter(f -> f.method().equals(kind) && f.frame().length > 60)
            .findFirst()
            .orElseThrow()
            .frame();
    for (int bit = 0; bit < 60 * 8; bit++) {
      byte[] damaged = frame.clone();
      damaged[bit / 8] ^= (byte) (1 << (bit % 8));
      FrameReader reader = reader(damaged);
      assertThatThrownBy(reader::readByte).as("bit %d", bit).isInstanceOf(RuntimeException.class);
    }
  }

  private static FrameReader reader(byte[] frame) {
    return new FrameReader(new ArraySource(frame), Lz4ChunkCompressor.shared());
  }
}
