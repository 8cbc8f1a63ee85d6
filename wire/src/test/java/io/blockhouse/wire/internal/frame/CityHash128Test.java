// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Lengths that frames do not have, and what golden frames cannot show. */
class CityHash128Test {
  private final CityHash128 hash = new CityHash128();

  @Test
  void hashesTheEmptyString() {
    hash.hash(new byte[0], 0, 0);
    assertThat(hash.low()).isEqualTo(0x3df09dfc64c09a2bL);
  }

  @Test
  void hashesAShortString() {
    byte[] moscow = "Moscow".getBytes(StandardCharsets.UTF_8);
    hash.hash(moscow, 0, moscow.length);
    assertThat(hash.low()).isEqualTo(0x2edf17bfee3edf6dL);
    assertThat(hash.high()).isEqualTo(0x22aef305c6409d55L);
  }

  @Test
  void equalsThePlainImplementationAtEveryLengthUpToTwoKibibytes() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int length = 0; length <= 2048; length++) {
      requireEqualToPlain(random, length, seed);
    }
  }

  @Test
  void equalsThePlainImplementationBeyondAMebibyte() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < 20; round++) {
      requireEqualToPlain(random, (1 << 20) + random.nextInt(1 << 18), seed);
    }
    for (int tail = 0; tail < 130; tail++) {
      requireEqualToPlain(random, (1 << 16) + tail, seed);
    }
  }

  private void requireEqualToPlain(Random random, int length, long seed) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    long[] expected = ReferenceCityHash128.hash(bytes);
    hash.hash(bytes, 0, length);
    assertThat(hash.low()).as("seed %d length %d", seed, length).isEqualTo(expected[0]);
    assertThat(hash.high()).as("seed %d length %d", seed, length).isEqualTo(expected[1]);
  }

  @Test
  void dependsOnTheRangeOnlyAtEveryLength() {
    long seed = 20_251_130L;
    Random random = new Random(seed);
    CityHash128 shifted = new CityHash128();
    for (int length = 0; length < 700; length++) {
      byte[] bytes = new byte[length];
      random.nextBytes(bytes);
      byte[] inside = new byte[length + 13];
      random.nextBytes(inside);
      System.arraycopy(bytes, 0, inside, 5, length);
      hash.hash(bytes, 0, length);
      shifted.hash(inside, 5, length);
      assertThat(shifted.low()).as("seed %d length %d", seed, length).isEqualTo(hash.low());
      assertThat(shifted.high()).as("seed %d length %d", seed, length).isEqualTo(hash.high());
    }
  }
}
