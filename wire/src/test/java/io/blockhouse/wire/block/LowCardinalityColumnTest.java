// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.block;

import static io.blockhouse.wire.block.Blocks.array;
import static io.blockhouse.wire.block.Blocks.fixed;
import static io.blockhouse.wire.block.Blocks.low;
import static io.blockhouse.wire.block.Blocks.string;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.blockhouse.wire.type.ClickHouseType;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LowCardinalityColumnTest {
  private static final int PREFIX_BYTES = 8;
  private static final int HEADER_BYTES = 24;

  /** The default is one of the entries, so keys become wider one value earlier. */
  @ParameterizedTest
  @ValueSource(ints = {1, 253, 254, 255, 256, 257, 65_533, 65_534, 65_535, 65_536, 70_000})
  void widensItsKeysWithTheDictionary(int values) {
    Block block = Blocks.of("LowCardinality(UInt32)");
    List<Object> model = new ArrayList<>();
    for (int i = 1; i <= values; i++) {
      append(block, i);
      block.endRow();
      model.add(new byte[] {(byte) i, (byte) (i >> 8), (byte) (i >> 16), 0});
    }
    block.seal();
    byte[] expected =
        ReferenceEncoder.encode(ClickHouseType.parse("LowCardinality(UInt32)"), model);
    assertThat(CollectingSink.bodyOf(block.column(0))).isEqualTo(expected);
    int width = values < 255 ? 1 : values < 65_535 ? 2 : 4;
    assertThat(block.sizeBytes())
        .isEqualTo(expected.length)
        .isEqualTo(PREFIX_BYTES + HEADER_BYTES + 4L * (values + 1) + (long) values * width);
  }

  @Test
  void takesWiderKeysBackWithTheRowThatNeededThem() {
    Block block = Blocks.of("Array(LowCardinality(UInt32))");
    ArrayColumn arrays = array(block.column(0));
    Block expected = Blocks.of("Array(LowCardinality(UInt32))");
    for (int size : new int[] {100, 200, 60_000, 70_000, 3}) {
      for (int i = 0; i < size; i++) {
        fixed(low(arrays.elements()).values()).appendInt(1_000_000 + i);
        low(arrays.elements()).endValue();
      }
      block.rollbackRow();
      for (Block each : List.of(block, expected)) {
        ArrayColumn column = array(each.column(0));
        for (int i = 0; i < 100; i++) {
          fixed(low(column.elements()).values()).appendInt(size + i);
          low(column.elements()).endValue();
        }
        column.endArray();
        each.endRow();
      }
    }
    block.seal();
    expected.seal();
    assertThat(CollectingSink.bytesOf(block)).isEqualTo(CollectingSink.bytesOf(expected));
  }

  @Test
  void keepsNullApartFromTheDefault() {
    Block block = Blocks.of("LowCardinality(Nullable(String))");
    LowCardinalityColumn column = low(block.column(0));
    column.appendNull();
    block.endRow();
    string(column.values()).append("");
    column.endValue();
    block.endRow();
    column.appendDefault();
    block.endRow();
    block.seal();
    assertThat(HexFormat.of().formatHex(CollectingSink.bodyOf(column)))
        .isEqualTo(
            "0100000000000000"
                + "0006000000000000"
                + "0200000000000000"
                + "0000"
                + "0300000000000000"
                + "000100");
    assertThat(column.isNullable()).isTrue();
  }

  @Test
  void hasNoNullUnlessItsTypeHas() {
    Block block = Blocks.of("LowCardinality(String)");
    assertThatIllegalStateException()
        .isThrownBy(() -> low(block.column(0)).appendNull())
        .withMessageContaining("`c0`");
    assertThat(low(block.column(0)).isNullable()).isFalse();
  }

  @Test
  void writesOnlyItsPrefixWithoutValues() {
    Block block = Blocks.of("Array(LowCardinality(String))");
    array(block.column(0)).endArray();
    block.endRow();
    block.seal();
    assertThat(HexFormat.of().formatHex(CollectingSink.bodyOf(block.column(0))))
        .isEqualTo("0100000000000000" + "0000000000000000");
    assertThat(block.sizeBytes()).isEqualTo(16);
  }

  @Test
  void holdsNoHeapUntilValuesComeAndGivesItBack() {
    Block block = Blocks.of("LowCardinality(String)");
    assertThat(block.retainedBytes()).isZero();
    text(block, "a");
    block.endRow();
    // Two buffers of 256 bytes, sixteen slots, and hashes and starts of eight entries.
    assertThat(block.retainedBytes()).isEqualTo(256 + 256 + 4 * (16 + 8 + 8));
    block.reset();
    block.trim();
    assertThat(block.retainedBytes()).isZero();
    text(block, "b");
    block.endRow();
    block.seal();
  }

  @Test
  void startsEveryBlockWithAnEmptyDictionary() {
    Block block = Blocks.of("LowCardinality(String)");
    byte[] first = null;
    long retained = 0;
    for (int i = 0; i < 20; i++) {
      for (int row = 0; row < 1000; row++) {
        text(block, "value " + row % 300);
        block.endRow();
      }
      block.seal();
      byte[] body = CollectingSink.bodyOf(block.column(0));
      first = first == null ? body : first;
      retained = i == 0 ? block.retainedBytes() : retained;
      assertThat(body).isEqualTo(first);
      assertThat(block.retainedBytes()).isEqualTo(retained);
      block.reset();
    }
  }

  @Test
  void shrinksAfterEightSmallBlocks() {
    Block block = Blocks.of("LowCardinality(String)");
    for (int row = 0; row < 10_000; row++) {
      text(block, "value " + row);
      block.endRow();
    }
    long large = block.retainedBytes();
    block.reset();
    for (int i = 0; i < 8; i++) {
      assertThat(block.retainedBytes()).isEqualTo(large);
      text(block, "a");
      block.endRow();
      block.reset();
    }
    assertThat(block.retainedBytes()).isLessThan(large / 20);
    text(block, "a");
    block.endRow();
    block.seal();
  }

  private static void append(Block block, int value) {
    fixed(low(block.column(0)).values()).appendInt(value);
    low(block.column(0)).endValue();
  }

  private static void text(Block block, String value) {
    string(low(block.column(0)).values()).append(value);
    low(block.column(0)).endValue();
  }
}
