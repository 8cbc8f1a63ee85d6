// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class GrowableBufferTest {
  private static final int KIB = 1 << 10;
  private static final int MIB = 1 << 20;

  private static List<Integer> capacitiesUpTo(int bytes) {
    List<Integer> capacities = new ArrayList<>();
    for (int capacity = 0; capacity < bytes; ) {
      capacity = GrowableBuffer.nextCapacity(capacity, capacity + 1L);
      capacities.add(capacity);
    }
    return capacities;
  }

  @Test
  void startsTinyDoublesToFourMebibytesThenGrowsByHalf() {
    assertThat(capacitiesUpTo(20 * MIB))
        .containsExactly(
            256,
            512,
            KIB,
            2 * KIB,
            4 * KIB,
            8 * KIB,
            16 * KIB,
            32 * KIB,
            64 * KIB,
            128 * KIB,
            256 * KIB,
            512 * KIB,
            MIB,
            2 * MIB,
            4 * MIB,
            6 * MIB,
            9 * MIB,
            27 * MIB / 2,
            81 * MIB / 4);
  }

  @Test
  void copiesLessThanTwoBytesForEachByteOfCapacityAtEverySize() {
    long copied = 0;
    int before = 0;
    for (int capacity : capacitiesUpTo(1 << 30)) {
      copied += before;
      before = capacity;
      assertThat((double) copied / capacity).as("at %d bytes", capacity).isLessThan(2.0);
    }
  }

  @Test
  void copiesLessThanTwoBytesForEachByteOfAWholeBlockInASingleColumn() {
    int wholeBlock = 8 * MIB;
    long copied = capacitiesUpTo(wholeBlock).stream().mapToLong(Integer::longValue).sum();
    long last = GrowableBuffer.nextCapacity(6 * MIB, wholeBlock);
    assertThat(last).isEqualTo(9L * MIB); // room for the row that made the block full
    assertThat((double) (copied - last) / wholeBlock).isLessThan(2.0);
  }

  @Test
  void growsAtOnceToWhatOneAppendNeeds() {
    assertThat(GrowableBuffer.nextCapacity(0, 10_000)).isEqualTo(10_000);
    assertThat(GrowableBuffer.nextCapacity(256, 50 * MIB)).isEqualTo(50 * MIB);
    assertThat(GrowableBuffer.nextCapacity(3 * MIB, 3 * MIB + 1)).isEqualTo(4 * MIB);
  }

  @Test
  void stopsShortOfTheLargestArray() {
    int max = Integer.MAX_VALUE - 8;
    assertThat(GrowableBuffer.nextCapacity(max - 5, max - 4L)).isEqualTo(max);
    assertThat(GrowableBuffer.nextCapacity(max - 5, max)).isEqualTo(max);
    assertThatIllegalStateException()
        .isThrownBy(() -> GrowableBuffer.nextCapacity(max, max + 1L))
        .withMessageContaining("2 GiB");
  }

  @Test
  void refusesMoreThanAnArrayHoldsWithoutOverflow() {
    GrowableBuffer buffer = new GrowableBuffer();
    buffer.putLong(1);
    assertThatIllegalStateException().isThrownBy(() -> buffer.reserve(Integer.MAX_VALUE));
    assertThatIllegalStateException().isThrownBy(() -> buffer.reserve(3L * Integer.MAX_VALUE));
    assertThat(buffer.size()).isEqualTo(Long.BYTES);
    assertThat(buffer.capacity()).isEqualTo(256);
  }

  @Test
  void holdsNothingUntilTheFirstByte() {
    GrowableBuffer buffer = new GrowableBuffer();
    assertThat(buffer.capacity()).isZero();
    buffer.putByte(1);
    assertThat(buffer.capacity()).isEqualTo(256);
  }

  @Test
  void keepsItsContentWhileGrowing() {
    GrowableBuffer buffer = new GrowableBuffer();
    for (long i = 0; i < 5000; i++) {
      buffer.putLong(i * i);
    }
    for (int i = 0; i < 5000; i++) {
      assertThat(buffer.longAt(i * Long.BYTES)).isEqualTo((long) i * i);
    }
  }

  @Test
  void storesVarintsOfEverySize() {
    for (int value : new int[] {0, 1, 127, 128, 16383, 16384, 2097151, 2097152, 1 << 28, -1}) {
      GrowableBuffer buffer = new GrowableBuffer();
      buffer.putVarInt(value);
      assertThat(buffer.size()).isEqualTo(GrowableBuffer.varIntBytes(value));
      long decoded = 0;
      for (int i = 0; i < buffer.size(); i++) {
        decoded |= (buffer.array()[i] & 0x7FL) << 7 * i;
        assertThat(buffer.array()[i] < 0).isEqualTo(i < buffer.size() - 1);
      }
      assertThat((int) decoded).isEqualTo(value);
    }
  }

  private static void use(GrowableBuffer buffer, int bytes) {
    buffer.putZeros(bytes);
    buffer.reset();
  }

  @Test
  void shrinksToTwiceTheLargestUseOfEightQuietBlocks() {
    GrowableBuffer buffer = new GrowableBuffer();
    use(buffer, MIB);
    for (int i = 0; i < 7; i++) {
      use(buffer, i == 3 ? 100_000 : 1000);
      assertThat(buffer.capacity()).isEqualTo(MIB);
    }
    use(buffer, 1000);
    assertThat(buffer.capacity()).isEqualTo(200_000);
  }

  @Test
  void countsQuietBlocksAnewAfterABusyOne() {
    GrowableBuffer buffer = new GrowableBuffer();
    use(buffer, MIB);
    for (int round = 0; round < 3; round++) {
      for (int i = 0; i < 7; i++) {
        use(buffer, 1000);
      }
      use(buffer, MIB / 4);
    }
    assertThat(buffer.capacity()).isEqualTo(MIB);
  }

  @Test
  void letsGoOfAnArrayThatEightBlocksLeftUnused() {
    GrowableBuffer buffer = new GrowableBuffer();
    use(buffer, 100);
    for (int i = 0; i < 8; i++) {
      use(buffer, 0);
    }
    assertThat(buffer.capacity()).isZero();
  }

  @Test
  void neverShrinksBelowItsFirstCapacity() {
    GrowableBuffer buffer = new GrowableBuffer();
    use(buffer, 1000);
    for (int i = 0; i < 8; i++) {
      use(buffer, 1);
    }
    assertThat(buffer.capacity()).isEqualTo(256);
  }

  @Test
  void trimsAtOnce() {
    GrowableBuffer buffer = new GrowableBuffer();
    buffer.putZeros(1000);
    buffer.trim();
    assertThat(buffer.capacity()).isZero();
    assertThat(buffer.size()).isZero();
  }

  @Test
  void putsZerosInFrontOfTheContent() {
    GrowableBuffer buffer = new GrowableBuffer();
    buffer.prependZeros(2);
    buffer.putByte(7);
    buffer.prependZeros(3);
    assertThat(Arrays.copyOf(buffer.array(), buffer.size())).containsExactly(0, 0, 0, 0, 0, 7);
  }
}
