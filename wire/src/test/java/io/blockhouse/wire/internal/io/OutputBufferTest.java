// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.util.Random;
import org.junit.jupiter.api.Test;

class OutputBufferTest {
  @Test
  void keepsEveryByteInOrderWhateverTheSizesOfTheWrites() {
    long seed = 42;
    Random random = new Random(seed);
    for (int capacity : new int[] {1, 7, 64, 1000}) {
      ByteArrayOutputStream sent = new ByteArrayOutputStream();
      ByteArrayOutputStream expected = new ByteArrayOutputStream();
      OutputBuffer out = new OutputBuffer(capacity, sent::write);
      for (int i = 0; i < 500; i++) {
        byte[] part = new byte[random.nextInt(200)];
        random.nextBytes(part);
        int from = part.length / 3;
        out.write(part, from, part.length - from);
        expected.write(part, from, part.length - from);
        out.writeByte(i);
        expected.write(i);
        assertThat(out.rawBytes()).isEqualTo(expected.size());
      }
      out.flush();
      assertThat(sent.toByteArray())
          .as("seed %d capacity %d", seed, capacity)
          .isEqualTo(expected.toByteArray());
      assertThat(out.flushedBytes()).isEqualTo(sent.size());
      assertThat(out.retainedBytes()).isEqualTo(capacity);
    }
  }

  @Test
  void grantsNoMoreThanItHolds() {
    OutputBuffer out = new OutputBuffer(10, (source, offset, length) -> {});
    out.reserve(10);
    assertThatThrownBy(() -> out.reserve(11)).isInstanceOf(IllegalArgumentException.class);
  }
}
