// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.bench;

import io.blockhouse.wire.block.ArrayColumn;
import io.blockhouse.wire.block.Block;
import io.blockhouse.wire.block.ColumnDefinition;
import io.blockhouse.wire.block.FixedColumn;
import io.blockhouse.wire.block.NullableColumn;
import io.blockhouse.wire.block.StringColumn;
import io.blockhouse.wire.type.ClickHouseType;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Appending to each storage shape, in nanoseconds per row of a block of one column. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class AppendBenchmark {
  private static final int ROWS = 10_000;

  private final Block longs = block("Int64");
  private final Block uuids = block("UUID");
  private final Block nullables = block("Nullable(Int64)");
  private final Block arrays = block("Array(Int32)");
  private final ClickRows clickRows = new ClickRows(ROWS);
  private final Block clicks = ClickRows.newBlock();

  private static Block block(String type) {
    return new Block(List.of(new ColumnDefinition("c", ClickHouseType.parse(type))));
  }

  private static int end(Block block) {
    block.seal();
    int rows = block.rows();
    block.reset();
    return rows;
  }

  @Benchmark
  @OperationsPerInvocation(ROWS)
  public int int64() {
    FixedColumn column = (FixedColumn) longs.column(0);
    for (int row = 0; row < ROWS; row++) {
      column.appendLong(row);
      longs.endRow();
    }
    return end(longs);
  }

  @Benchmark
  @OperationsPerInvocation(ROWS)
  public int uuid() {
    FixedColumn column = (FixedColumn) uuids.column(0);
    for (int row = 0; row < ROWS; row++) {
      column.append128(row, ~row);
      uuids.endRow();
    }
    return end(uuids);
  }

  @Benchmark
  @OperationsPerInvocation(ROWS)
  public int nullableInt64() {
    NullableColumn column = (NullableColumn) nullables.column(0);
    FixedColumn values = (FixedColumn) column.values();
    for (int row = 0; row < ROWS; row++) {
      if ((row & 3) == 0) {
        column.appendNull();
      } else {
        column.markPresent();
        values.appendLong(row);
      }
      nullables.endRow();
    }
    return end(nullables);
  }

  @Benchmark
  @OperationsPerInvocation(ROWS)
  public int arrayOfFourInt32() {
    ArrayColumn column = (ArrayColumn) arrays.column(0);
    FixedColumn elements = (FixedColumn) column.elements();
    for (int row = 0; row < ROWS; row++) {
      for (int i = 0; i < 4; i++) {
        elements.appendInt(row + i);
      }
      column.endArray();
      arrays.endRow();
    }
    return end(arrays);
  }

  @Benchmark
  @OperationsPerInvocation(ROWS)
  public int clicks() {
    clickRows.appendTo(clicks);
    return end(clicks);
  }

  /** Texts of several lengths and alphabets. */
  @State(Scope.Thread)
  public static class Texts {
    @Param({
      "ascii-4",
      "ascii-10",
      "ascii-40",
      "ascii-500",
      "latin1-40",
      "latin1-500",
      "cyrillic-40",
      "cyrillic-500",
      "mixed-40"
    })
    public String text;

    private final Block block = block("String");
    private String[] texts;

    @Setup
    public void setUp() {
      String alphabet =
          switch (text.substring(0, text.indexOf('-'))) {
            case "ascii" -> "abcdefghij klmnop";
            case "latin1" -> "abcdefghi\u00e4 klm\u00fc";
            case "cyrillic" -> "\u0436\u0437\u0438\u043a \u043b\u043c\u043d";
            default -> "abc \u00e4\u0436 defg\u20ac hij\ud83d\ude00 k";
          };
      int length = Integer.parseInt(text.substring(text.indexOf('-') + 1));
      texts = new String[64];
      for (int i = 0; i < texts.length; i++) {
        String source = alphabet.repeat(length / alphabet.length() + 2);
        // A multiple of the alphabet's length, so that no surrogate pair is cut.
        texts[i] =
            length % alphabet.length() == 0 ? source.substring(0, length) : cut(source, length);
      }
    }

    private static String cut(String source, int length) {
      int end = Character.isLowSurrogate(source.charAt(length)) ? length - 1 : length;
      return new String(source.substring(0, end).toCharArray());
    }
  }

  @Benchmark
  @OperationsPerInvocation(ROWS)
  public int string(Texts state) {
    StringColumn column = (StringColumn) state.block.column(0);
    for (int row = 0; row < ROWS; row++) {
      column.append(state.texts[row & 63]);
      state.block.endRow();
    }
    return end(state.block);
  }
}
