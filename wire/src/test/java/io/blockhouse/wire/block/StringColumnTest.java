// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.block;

import static io.blockhouse.wire.block.Blocks.string;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StringColumnTest {
  private static byte[] encoded(String text) {
    Block block = Blocks.of("String");
    string(block.column(0)).append(text);
    byte[] ofString = CollectingSink.bodyOf(block.column(0));
    block = Blocks.of("String");
    appendChars(string(block.column(0)), text);
    assertThat(CollectingSink.bodyOf(block.column(0))).as("of characters").isEqualTo(ofString);
    return ofString;
  }

  /** From the middle of an array whose other characters must not be read. */
  private static void appendChars(StringColumn column, String text) {
    char[] chars = ("\uDC00" + text + "\uDC00").toCharArray();
    column.append(chars, 1, text.length());
  }

  private static byte[] expected(String... texts) {
    CollectingSink sink = new CollectingSink();
    for (String text : texts) {
      sink.writeString(text.getBytes(StandardCharsets.UTF_8));
    }
    return sink.toByteArray();
  }

  @Test
  void encodesTextOfAllWidthsAsTheJdkDoes() {
    long seed = System.nanoTime();
    System.out.println("StringColumnTest seed " + seed);
    Random random = new Random(seed);
    Block block = Blocks.of("String");
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      String text = randomText(random);
      texts.add(text);
      if (random.nextBoolean()) {
        string(block.column(0)).append(text);
      } else {
        appendChars(string(block.column(0)), text);
      }
    }
    assertThat(CollectingSink.bodyOf(block.column(0)))
        .as("seed %d", seed)
        .isEqualTo(expected(texts.toArray(String[]::new)));
  }

  /** ASCII up to some place, then a mix; lengths around the steps of the varint. */
  private static String randomText(Random random) {
    StringBuilder text = new StringBuilder("a".repeat(random.nextInt(140)));
    int width = random.nextInt(5);
    for (int i = random.nextInt(60); i > 0; i--) {
      switch (width == 4 ? random.nextInt(4) : width) {
        case 0 -> text.append((char) random.nextInt(0x80));
        case 1 -> text.append((char) (0x80 + random.nextInt(0x780)));
        case 2 ->
            text.append((char) ((random.nextBoolean() ? 0x800 : 0xE000) + random.nextInt(99)));
        default -> text.appendCodePoint(0x10000 + random.nextInt(0x100000));
      }
    }
    return text.toString();
  }

  @Test
  void encodesTheEdgesOfEveryWidth() {
    String edges = "\0\u007F\u0080\u07FF\u0800\uD7FF\uE000\uFFFF\uD800\uDC00\uDBFF\uDFFF";
    assertThat(encoded(edges)).isEqualTo(expected(edges));
  }

  /**
   * The look ahead takes eight chars at a time; U+0141 looks like an A when its high byte is lost.
   */
  @Test
  void findsTheOneCharBeyondAsciiAtEveryPlace() {
    for (int length = 1; length < 70; length++) {
      for (int place = 0; place < length; place++) {
        for (String odd : List.of("\u0080", "\u00FF", "\u0141", "\u4E41", "\uD83D\uDE00")) {
          String text = "a".repeat(place) + odd + "b".repeat(length - place - 1);
          assertThat(encoded(text)).as("%d of %d", place, length).isEqualTo(expected(text));
        }
      }
    }
  }

  /** The length in chars guesses one size of the varint, the length in bytes needs another. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 42, 43, 63, 64, 127, 128, 5461, 5462, 8191, 8192, 16383, 16384, 70000})
  void putsTheLengthRightWhereCharsAreNotBytes(int chars) {
    for (String unit : List.of("a", "é", "日")) {
      String text = unit.repeat(chars);
      assertThat(encoded(text)).isEqualTo(expected(text));
      assertThat(encoded(text + "é")).isEqualTo(expected(text + "é"));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\uD800",
        "\uDC00",
        "a\uD800b",
        "a\uDFFF",
        "é\uDC00\uD800",
        "\uD800\uD800\uDC00",
        "\uDC00\uDC01"
      })
  void refusesUnpairedSurrogatesAndAppendsNothing(String text) {
    StringColumn column = string(Blocks.of("String").column(0));
    column.append("before");
    assertThatThrownBy(() -> column.append(text))
        .isInstanceOf(MalformedTextException.class)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at character");
    assertThatThrownBy(() -> appendChars(column, text)).isInstanceOf(MalformedTextException.class);
    column.append("after");
    assertThat(column.rows()).isEqualTo(2);
    assertThat(CollectingSink.bodyOf(column)).isEqualTo(expected("before", "after"));
  }

  @Test
  void copiesBytesAsTheyAre() {
    StringColumn column = string(Blocks.of("String").column(0));
    byte[] source = {1, (byte) 0xFF, (byte) 0xC3, 4};
    column.append(source, 1, 2);
    ByteBuffer heap = ByteBuffer.wrap(source).position(1).limit(3);
    column.append(heap);
    ByteBuffer direct = ByteBuffer.allocateDirect(4).put(source).position(1).limit(3);
    column.append(direct);
    column.append(ByteBuffer.wrap(source, 1, 3).slice().limit(2).asReadOnlyBuffer());
    column.append(source, 4, 0);
    source[1] = 0;
    byte[] one = {2, (byte) 0xFF, (byte) 0xC3};
    assertThat(CollectingSink.bodyOf(column))
        .startsWith(one)
        .containsSubsequence(one)
        .hasSize(4 * one.length + 1)
        .endsWith(0);
    assertThat(heap.position()).isEqualTo(1);
    assertThat(direct.position()).isEqualTo(1);
    assertThat(column.rows()).isEqualTo(5);
  }

  @Test
  void appendsNothingWhenTheRangeIsOutsideTheArray() {
    StringColumn column = string(Blocks.of("String").column(0));
    assertThatThrownBy(() -> column.append(new byte[3], 2, 2))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> column.append(new char[3], 2, 2))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThat(column.rows()).isZero();
    assertThat(column.sizeBytes()).isZero();
  }
}
