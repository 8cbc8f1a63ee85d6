// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.block;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MapColumnTest {
  /** Lets the keys be written in one way whatever holds them. */
  private static void appendKey(MapColumn map, int key) {
    if (map.keys() instanceof FixedColumn fixed) {
      fixed.appendLong(key);
    } else if (map.keys() instanceof LowCardinalityColumn low) {
      Blocks.string(low.values()).append(Integer.toString(key));
      low.endValue();
    } else {
      // Some are longer than a varint of one byte tells.
      Blocks.string(map.keys()).append("k".repeat(1 + key % 3 * 100) + key);
    }
    Blocks.fixed(map.values()).appendByte(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Map(Int64, Int8)", "Map(String, Int8)", "Map(LowCardinality(String), Int8)"})
  void findsAKeyThatIsThereTwiceInOneMap(String type) {
    long seed = System.nanoTime();
    System.out.println("MapColumnTest seed " + seed);
    Random random = new Random(seed);
    Block block = Blocks.of(type);
    MapColumn map = Blocks.map(block.column(0));
    int repeated = 0;
    for (int row = 0; row < 2_000; row++) {
      Set<Integer> seen = new HashSet<>();
      boolean twice = false;
      int count = random.nextInt(random.nextInt(50) == 0 ? 300 : 8);
      for (int i = 0; i < count; i++) {
        int key = random.nextInt(20 + count * count);
        twice |= !seen.add(key);
        appendKey(map, key);
      }
      assertThat(map.repeatsKey()).as("row %d, seed %d", row, seed).isEqualTo(twice);
      map.endMap();
      if (twice) {
        repeated++;
        block.rollbackRow();
      } else {
        block.endRow();
      }
      if (row % 700 == 699) {
        block.seal();
        block.reset();
      }
    }
    assertThat(repeated).as("seed %d", seed).isBetween(100, 1_900);
  }

  @Test
  void comparesKeysWithinOneMapOnly() {
    Block block = Blocks.of("Array(Map(String, Int8))");
    ArrayColumn maps = Blocks.array(block.column(0));
    MapColumn map = Blocks.map(maps.elements());
    for (int i = 0; i < 3; i++) {
      appendKey(map, 7);
      assertThat(map.repeatsKey()).isFalse();
      map.endMap();
    }
    appendKey(map, 7);
    appendKey(map, 7);
    assertThat(map.repeatsKey()).isTrue();
  }

  @Test
  void holdsNoHeapForTheComparisonUntilItNeedsIt() {
    Block block = Blocks.of("Map(Int64, Int8)");
    MapColumn map = Blocks.map(block.column(0));
    for (int key = 0; key < 20; key++) {
      appendKey(map, key);
    }
    long before = map.retainedBytes();
    assertThat(map.repeatsKey()).isFalse();
    assertThat(map.retainedBytes()).isGreaterThan(before);
    map.trim();
    assertThat(map.retainedBytes()).isZero();
  }
}
