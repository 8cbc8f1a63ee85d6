// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.block;

import static io.blockhouse.wire.block.Blocks.array;
import static io.blockhouse.wire.block.Blocks.dynamic;
import static io.blockhouse.wire.block.Blocks.fixed;
import static io.blockhouse.wire.block.Blocks.low;
import static io.blockhouse.wire.block.Blocks.map;
import static io.blockhouse.wire.block.Blocks.nullable;
import static io.blockhouse.wire.block.Blocks.qbit;
import static io.blockhouse.wire.block.Blocks.string;
import static io.blockhouse.wire.block.Blocks.tuple;
import static io.blockhouse.wire.block.Blocks.variant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.blockhouse.wire.type.ClickHouseType;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class BlockTest {
  @Test
  void refusesABlockThatNoInsertCanSend() {
    ColumnDefinition a = new ColumnDefinition("a", ClickHouseType.parse("UInt8"));
    ColumnDefinition nameless = new ColumnDefinition("", ClickHouseType.parse("UInt8"));
    assertThatIllegalArgumentException().isThrownBy(() -> new Block(List.of()));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Block(List.of(a, a)))
        .withMessageContaining("`a`");
    assertThatIllegalArgumentException().isThrownBy(() -> new Block(List.of(nameless)));
  }

  @Test
  void writesTheEmptyBlockThatEndsAnInsert() {
    CollectingSink sink = new CollectingSink();
    Block.writeEmptyTo(sink);
    assertThat(HexFormat.of().formatHex(sink.toByteArray())).isEqualTo("010002ffffffff000000");
  }

  @Test
  void writesNoDataForABlockWithoutRows() {
    Block block = Blocks.of("Array(String)");
    block.seal();
    assertThat(HexFormat.of().formatHex(CollectingSink.bytesOf(block)))
        .isEqualTo("010002ffffffff000100" + "026330" + "0d" + hex("Array(String)"));
  }

  private static String hex(String ascii) {
    return HexFormat.of().formatHex(ascii.getBytes(StandardCharsets.US_ASCII));
  }

  private static Arguments wrong(String type, Consumer<ColumnWriter> append) {
    return Arguments.of(type, append);
  }

  /** Rows that are not exactly one value. */
  static Stream<Arguments> wrongRows() {
    return Stream.of(
        wrong("Int32", c -> {}),
        wrong("Int32", c -> twice(() -> fixed(c).appendInt(1))),
        wrong("FixedString(3)", c -> {}),
        wrong("String", c -> {}),
        wrong("String", c -> twice(() -> string(c).append("a"))),
        wrong("Nullable(Int32)", c -> nullable(c).markPresent()),
        wrong("Nullable(Int32)", c -> fixed(nullable(c).values()).appendInt(1)),
        wrong("Nullable(String)", c -> nullable(c).markPresent()),
        wrong("Nullable(String)", c -> twice(() -> nullable(c).appendNull())),
        wrong("Array(Int32)", c -> fixed(array(c).elements()).appendInt(1)),
        wrong("Array(Int32)", c -> twice(() -> array(c).endArray())),
        wrong(
            "Array(Int32)",
            c -> {
              array(c).endArray();
              fixed(array(c).elements()).appendInt(1);
            }),
        wrong(
            "Array(Nullable(Int32))",
            c -> {
              nullable(array(c).elements()).markPresent();
              array(c).endArray();
            }),
        wrong(
            "Array(Array(String))",
            c -> {
              string(array(array(c).elements()).elements()).append("a");
              array(c).endArray();
            }),
        wrong("Tuple()", c -> {}),
        wrong("Tuple(UInt8, String)", c -> fixed(tuple(c).element(0)).appendByte(1)),
        wrong("Tuple(UInt8, String)", c -> tuple(c).endTuple()),
        wrong(
            "Tuple(UInt8, UInt8)",
            c -> {
              twice(() -> fixed(tuple(c).element(0)).appendByte(1));
              fixed(tuple(c).element(1)).appendByte(1);
              tuple(c).endTuple();
            }),
        wrong(
            "Map(String, UInt8)",
            c -> {
              string(map(c).keys()).append("k");
              map(c).endMap();
            }),
        wrong(
            "Map(String, UInt8)",
            c -> {
              map(c).endMap();
              string(map(c).keys()).append("k");
              fixed(map(c).values()).appendByte(1);
            }),
        wrong("LowCardinality(String)", c -> string(low(c).values()).append("a")),
        wrong("LowCardinality(String)", c -> twice(() -> low(c).appendDefault())),
        wrong(
            "LowCardinality(String)",
            c -> {
              low(c).appendDefault();
              string(low(c).values()).append("a");
            }),
        wrong("Variant(String, UInt64)", c -> variant(c).mark(0)),
        wrong("Variant(String, UInt64)", c -> string(variant(c).member(0)).append("a")),
        wrong(
            "Variant(String, UInt64)",
            c -> {
              variant(c).mark(1);
              string(variant(c).member(0)).append("a");
            }),
        wrong("Dynamic", c -> dynamic(c).mark(dynamic(c).register(ClickHouseType.parse("UInt8")))),
        wrong("JSON", c -> {}),
        wrong("QBit(Float32, 2)", c -> qbit(c).elements().appendFloat(1)),
        wrong("QBit(Float32, 2)", c -> twice(c::appendDefault)));
  }

  private static void twice(Runnable action) {
    action.run();
    action.run();
  }

  @ParameterizedTest(name = "{0}, {index}")
  @MethodSource("wrongRows")
  void refusesToSealRowsThatAreNotOneValueEach(String type, Consumer<ColumnWriter> append) {
    Block block = Blocks.of("UInt8", type);
    fixed(block.column(0)).appendByte(1);
    append.accept(block.column(1));
    block.endRow();
    assertThatIllegalStateException().isThrownBy(block::seal).withMessageContaining("Column `c1`");
    assertThat(block.isSealed()).isFalse();
  }

  @Test
  void refusesToSealAnUnfinishedRow() {
    Block block = Blocks.of("String");
    string(block.column(0)).append("a");
    assertThatIllegalStateException().isThrownBy(block::seal);
    block.rollbackRow();
    block.seal();
  }

  @Test
  void refusesToSendWhatIsNotSealedOrWasChangedSince() {
    Block block = Blocks.of("UInt8");
    CollectingSink sink = new CollectingSink();
    assertThatIllegalStateException().isThrownBy(() -> block.writeTo(sink));
    block.seal();
    fixed(block.column(0)).appendByte(1);
    assertThatIllegalStateException().isThrownBy(() -> block.writeTo(sink));
    assertThatIllegalStateException().isThrownBy(block::endRow);
    assertThat(sink.toByteArray()).isEmpty();
  }

  @Test
  void knowsItsSizeAfterEveryRow() {
    Block block = Blocks.of("Int64", "String", "Nullable(Int32)", "Array(UInt16)");
    long expected = 0;
    for (int row = 0; row < 200; row++) {
      fixed(block.column(0)).appendLong(row);
      string(block.column(1)).append("x".repeat(row));
      nullable(block.column(2)).appendNull();
      for (int i = 0; i < row % 3; i++) {
        fixed(array(block.column(3)).elements()).appendShort(i);
      }
      array(block.column(3)).endArray();
      assertThat(block.sizeBytes()).as("unfinished row").isEqualTo(expected);
      block.endRow();
      expected += 8 + (row < 128 ? 1 : 2) + row + (1 + 4) + 8 + 2 * (row % 3);
      assertThat(block.sizeBytes()).isEqualTo(expected);
    }
    assertThat(block.retainedBytes()).isGreaterThanOrEqualTo(expected);
  }

  @Test
  void holdsNoHeapUntilValuesCome() {
    Block block = Blocks.of("Int64", "Array(Array(Nullable(String)))");
    assertThat(block.retainedBytes()).isZero();
    fixed(block.column(0)).appendLong(1);
    assertThat(block.retainedBytes()).isEqualTo(256);
  }

  @Test
  void keepsItsCapacityFromBlockToBlock() {
    Block block = Blocks.of("Int64", "Array(Nullable(String))");
    fill(block, 1000);
    long retained = block.retainedBytes();
    for (int i = 0; i < 20; i++) {
      block.reset();
      assertThat(block.rows()).isZero();
      fill(block, 1000);
      assertThat(block.retainedBytes()).isEqualTo(retained);
    }
  }

  @Test
  void shrinksAfterEightSmallBlocks() {
    Block block = Blocks.of("Int64", "Array(Nullable(String))");
    fill(block, 10_000);
    long large = block.retainedBytes();
    block.reset();
    for (int i = 0; i < 7; i++) {
      fill(block, 100);
      block.reset();
    }
    assertThat(block.retainedBytes()).isEqualTo(large);
    fill(block, 100);
    block.reset();
    assertThat(block.retainedBytes()).isLessThan(large / 20);
    fill(block, 100);
    block.seal();
  }

  @Test
  void doesNotCountBlocksWithoutRowsAsSmall() {
    Block block = Blocks.of("Int64");
    fill(block, 10_000);
    long large = block.retainedBytes();
    for (int i = 0; i < 20; i++) {
      block.reset();
    }
    assertThat(block.retainedBytes()).isEqualTo(large);
  }

  @Test
  void givesItsHeapBackOnTrim() {
    Block block = Blocks.of("Int64", "Array(Nullable(String))");
    fill(block, 100);
    assertThatIllegalStateException().isThrownBy(block::trim);
    block.reset();
    block.trim();
    assertThat(block.retainedBytes()).isZero();
    fill(block, 3);
    block.seal();
  }

  private static void fill(Block block, int rows) {
    for (int row = 0; row < rows; row++) {
      fixed(block.column(0)).appendLong(row);
      if (block.columnCount() > 1) {
        NullableColumn elements = nullable(array(block.column(1)).elements());
        elements.markPresent();
        string(elements.values()).append("some text of a row");
        elements.appendNull();
        array(block.column(1)).endArray();
      }
      block.endRow();
    }
  }

  @Test
  void refusesAFullRowWhileColumnsAreBehind() {
    Block block = Blocks.of("Int8", "Int8");
    block.startSparseRow();
    block.enter(1);
    fixed(block.column(1)).appendByte(1);
    block.endRow();
    fixed(block.column(0)).appendByte(2);
    fixed(block.column(1)).appendByte(2);
    assertThatThrownBy(block::endRow)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("catchUp()");
  }

  @Test
  void takesFullRowsBehindSparseOnesAfterCatchingUp() {
    Block block = Blocks.of("Int8", "Int8");
    block.startSparseRow();
    block.enter(1);
    fixed(block.column(1)).appendByte(1);
    block.endRow();
    block.catchUp();
    fixed(block.column(0)).appendByte(3);
    fixed(block.column(1)).appendByte(3);
    block.endRow();
    block.seal();
    assertThat(CollectingSink.bodyOf(block.column(0))).containsExactly(0, 3);
    assertThat(CollectingSink.bodyOf(block.column(1))).containsExactly(1, 3);
  }

  @Test
  void fillsSparseRowsWithTheDefaultsOfEachType() {
    Block block = Blocks.of("Int8", "Enum8('b' = 7, 'a' = 3)", "Nullable(Int8)", "String");
    for (int row = 0; row < 3; row++) {
      block.startSparseRow();
      block.enter(0);
      fixed(block.column(0)).appendByte(row);
      block.endRow();
    }
    block.seal();
    assertThat(CollectingSink.bodyOf(block.column(0))).containsExactly(0, 1, 2);
    assertThat(CollectingSink.bodyOf(block.column(1))).containsExactly(3, 3, 3);
    assertThat(CollectingSink.bodyOf(block.column(2))).containsExactly(1, 1, 1, 0, 0, 0);
    assertThat(CollectingSink.bodyOf(block.column(3))).containsExactly(0, 0, 0);
  }

  @Test
  void countsDefaultsThatAreStillToCome() {
    Block block =
        Blocks.of("String", "Nullable(String)", "Array(Int8)", "Int64", "Tuple(String, Int8)");
    for (int row = 0; row < 100; row++) {
      block.startSparseRow();
      if (row % 7 == 0) {
        block.enter(0);
        string(block.column(0)).append("text");
      }
      if (row % 10 == 3) {
        block.rollbackRow();
        continue;
      }
      block.endRow();
    }
    long before = block.sizeBytes();
    assertThat(before).isGreaterThan(90 * (1 + 2 + 8 + 8 + 2));
    assertThat(block.retainedBytes()).isGreaterThanOrEqualTo(before);
    block.seal();
    assertThat(block.rows()).isEqualTo(90);
    assertThat(block.sizeBytes()).isEqualTo(before);
  }
}
