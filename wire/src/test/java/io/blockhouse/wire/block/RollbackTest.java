// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.block;

import static io.blockhouse.wire.block.Blocks.array;
import static io.blockhouse.wire.block.Blocks.dynamic;
import static io.blockhouse.wire.block.Blocks.fixed;
import static io.blockhouse.wire.block.Blocks.json;
import static io.blockhouse.wire.block.Blocks.low;
import static io.blockhouse.wire.block.Blocks.map;
import static io.blockhouse.wire.block.Blocks.nullable;
import static io.blockhouse.wire.block.Blocks.qbit;
import static io.blockhouse.wire.block.Blocks.string;
import static io.blockhouse.wire.block.Blocks.tuple;
import static io.blockhouse.wire.block.Blocks.variant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.blockhouse.wire.type.ClickHouseType;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RollbackTest {
  private static Arguments half(String type, String state, Consumer<ColumnWriter> append) {
    return Arguments.of(type, state, append);
  }

  static Stream<Arguments> unfinishedRows() {
    return Stream.of(
        half("Int32", "nothing", c -> {}),
        half("Int32", "one value", c -> fixed(c).appendInt(7)),
        half("Int32", "two values", c -> twice(() -> fixed(c).appendInt(7))),
        half("String", "one value", c -> string(c).append("abc")),
        half("String", "two values", c -> twice(() -> string(c).append("абв"))),
        half("Nullable(Int32)", "a mark without its value", c -> nullable(c).markPresent()),
        half(
            "Nullable(Int32)",
            "a value without its mark",
            c -> fixed(nullable(c).values()).appendInt(7)),
        half("Nullable(Int32)", "null", c -> nullable(c).appendNull()),
        half("Nullable(String)", "a mark without its value", c -> nullable(c).markPresent()),
        half(
            "Nullable(String)",
            "a value without its mark",
            c -> string(nullable(c).values()).append("abc")),
        half("Nullable(String)", "null", c -> nullable(c).appendNull()),
        half("Array(Int32)", "an open array", c -> fixed(array(c).elements()).appendInt(7)),
        half("Array(Int32)", "an empty array", c -> array(c).endArray()),
        half(
            "Array(Int32)",
            "an array and an open one",
            c -> {
              fixed(array(c).elements()).appendInt(7);
              array(c).endArray();
              fixed(array(c).elements()).appendInt(8);
            }),
        half("Array(String)", "an open array", c -> string(array(c).elements()).append("abc")),
        half(
            "Array(Nullable(String))",
            "a mark in an open array",
            c -> nullable(array(c).elements()).markPresent()),
        half(
            "Array(Array(Nullable(String)))",
            "a mark in an open array in an open array",
            c -> nullable(array(array(c).elements()).elements()).markPresent()),
        half(
            "Array(Array(Nullable(String)))",
            "an array and a null in an open one",
            c -> {
              ArrayColumn inner = array(array(c).elements());
              nullable(inner.elements()).markPresent();
              string(nullable(inner.elements()).values()).append("abc");
              inner.endArray();
              nullable(inner.elements()).appendNull();
            }),
        half(
            "Array(Array(Nullable(String)))",
            "everything but the last end",
            c -> array(array(c).elements()).endArray()),
        half(
            "Array(Int256)",
            "an open array",
            c -> fixed(array(c).elements()).append256(1, 2, 3, 4)),
        half("Tuple()", "two tuples", c -> twice(() -> tuple(c).endTuple())),
        half("Tuple(UInt8, Int64)", "one element", c -> fixed(tuple(c).element(1)).appendLong(7)),
        half("Tuple(UInt8, Int64)", "an end without elements", c -> tuple(c).endTuple()),
        half(
            "Tuple(a String, b String)",
            "one element",
            c -> string(tuple(c).element(0)).append("abc")),
        half("Nullable(Tuple(String))", "a mark", c -> nullable(c).markPresent()),
        half("Nullable(Tuple(String))", "null", c -> nullable(c).appendNull()),
        half("Map(String, UInt8)", "a key", c -> string(map(c).keys()).append("k")),
        half(
            "Map(String, UInt8)",
            "a map whose last key has no value",
            c -> {
              string(map(c).keys()).append("k");
              map(c).endMap();
            }),
        half(
            "LowCardinality(String)",
            "a value not ended",
            c -> string(low(c).values()).append("a")),
        half("LowCardinality(String)", "a new value", c -> lowText(c, "a")),
        half("LowCardinality(String)", "the default", c -> lowText(c, "")),
        half("LowCardinality(String)", "an end without a value", c -> low(c).endValue()),
        half("LowCardinality(Nullable(String))", "null", c -> low(c).appendNull()),
        half(
            "LowCardinality(UInt16)",
            "a dictionary that needs wider keys",
            c -> {
              for (int i = 0; i < 300; i++) {
                fixed(low(c).values()).appendShort(i);
                low(c).endValue();
              }
            }),
        half(
            "LowCardinality(UInt32)",
            "a dictionary that needs the widest keys",
            c -> {
              for (int i = 0; i < 70_000; i++) {
                fixed(low(c).values()).appendInt(i);
                low(c).endValue();
              }
            }),
        half(
            "Array(LowCardinality(String))",
            "an open array",
            c -> lowText(array(c).elements(), "a")),
        half("Variant(String, UInt64)", "a mark", c -> variant(c).mark(1)),
        half("Variant(String, UInt64)", "null", c -> variant(c).appendNull()),
        half(
            "Variant(String, UInt64)",
            "a value without its mark",
            c -> string(variant(c).member(0)).append("abc")),
        half("Geometry", "a point", c -> variant(c).mark(3)),
        half("Dynamic", "a type", c -> dynamic(c).register(ClickHouseType.parse("String"))),
        half(
            "Dynamic",
            "a value",
            c -> {
              int member = dynamic(c).register(ClickHouseType.parse("String"));
              dynamic(c).mark(member);
              string(dynamic(c).member(member)).append("abc");
            }),
        half("JSON", "two objects", c -> twice(() -> json(c).append("{\"a\":1}"))),
        half("QBit(Float32, 3)", "half a vector", c -> qbit(c).elements().appendFloat(1)),
        half("QBit(Float32, 3)", "two vectors", c -> twice(c::appendDefault)));
  }

  private static void lowText(ColumnWriter column, String text) {
    string(low(column).values()).append(text);
    low(column).endValue();
  }

  private static void twice(Runnable action) {
    action.run();
    action.run();
  }

  /**
   * The row under test stands between two whole ones, once at the start of the block and once not.
   */
  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("unfinishedRows")
  void takesBackTheUnfinishedRow(String type, String state, Consumer<ColumnWriter> append) {
    Block expected = Blocks.of("UInt8", type, "String");
    Block block = Blocks.of("UInt8", type, "String");
    for (int row = 0; row < 3; row++) {
      string(block.column(2)).append("taken back");
      append.accept(block.column(1));
      block.rollbackRow();
      assertThat(block.rows()).isEqualTo(row);
      assertThat(block.sizeBytes()).isEqualTo(expected.sizeBytes());
      appendDefaultRow(block);
      appendDefaultRow(expected);
    }
    block.seal();
    expected.seal();
    assertThat(CollectingSink.bytesOf(block)).isEqualTo(CollectingSink.bytesOf(expected));
  }

  private static void appendDefaultRow(Block block) {
    for (int i = 0; i < block.columnCount(); i++) {
      block.column(i).appendDefault();
    }
    block.endRow();
  }

  @Test
  void goesOnAfterTextThatCannotBeEncoded() {
    Block block = Blocks.of("Array(String)");
    StringColumn elements = string(array(block.column(0)).elements());
    elements.append("a");
    assertThatThrownBy(() -> elements.append("b\uD800")).isInstanceOf(MalformedTextException.class);
    block.rollbackRow();
    elements.append("c");
    array(block.column(0)).endArray();
    block.endRow();
    block.seal();
    assertThat(CollectingSink.bodyOf(block.column(0)))
        .containsExactly(1, 0, 0, 0, 0, 0, 0, 0, 1, 'c');
  }

  @Test
  void rollsBackTwiceLikeOnce() {
    Block block = Blocks.of("String");
    string(block.column(0)).append("kept");
    block.endRow();
    string(block.column(0)).append("lost");
    block.rollbackRow();
    block.rollbackRow();
    block.seal();
    assertThat(CollectingSink.bodyOf(block.column(0))).containsExactly(4, 'k', 'e', 'p', 't');
  }
}
