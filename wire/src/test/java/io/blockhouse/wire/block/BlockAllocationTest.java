// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.block;

import static io.blockhouse.wire.block.Blocks.array;
import static io.blockhouse.wire.block.Blocks.fixed;
import static io.blockhouse.wire.block.Blocks.low;
import static io.blockhouse.wire.block.Blocks.map;
import static io.blockhouse.wire.block.Blocks.nullable;
import static io.blockhouse.wire.block.Blocks.qbit;
import static io.blockhouse.wire.block.Blocks.string;
import static io.blockhouse.wire.block.Blocks.tuple;
import static io.blockhouse.wire.block.Blocks.variant;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.stream.IntStream;
import javax.management.JMException;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

/** Once its buffers have grown, a block takes rows without making garbage. */
class BlockAllocationTest {
  private static final int ROWS = 20_000;

  /** Reading the counter through JMX makes some garbage itself; a row's byte would make 20,000. */
  private static final long SLACK_BYTES = 16_000;

  private static final String[] NAMES =
      IntStream.range(0, 1000).mapToObj(i -> "name " + i).toArray(String[]::new);

  @Test
  void appendsWithoutAllocatingOnceGrown() throws JMException {
    Block block =
        Blocks.of(
            "Int64",
            "Float64",
            "UUID",
            "String",
            "Nullable(String)",
            "Array(Nullable(Int32))",
            "LowCardinality(String)",
            "Map(LowCardinality(String), Tuple(UInt8, Int64))",
            "Variant(String, UInt64)",
            "QBit(Float32, 2)");
    for (int i = 0; i < 3; i++) {
      fill(block);
      block.seal();
      block.reset();
    }
    allocatedBytes();
    long before = allocatedBytes();
    fill(block);
    long allocated = allocatedBytes() - before;
    assertThat(block.rows()).isEqualTo(ROWS);
    assertThat(allocated).isLessThan(SLACK_BYTES);
  }

  private static void fill(Block block) {
    NullableColumn elements = nullable(array(block.column(5)).elements());
    for (int row = 0; row < ROWS; row++) {
      fixed(block.column(0)).appendLong(row);
      fixed(block.column(1)).appendDouble(row / 3.0);
      fixed(block.column(2)).append128(row, ~row);
      string(block.column(3)).append("plain text, ASCII only");
      nullable(block.column(4)).markPresent();
      string(nullable(block.column(4)).values()).append("текст и 😀");
      elements.markPresent();
      fixed(elements.values()).appendInt(row);
      elements.appendNull();
      array(block.column(5)).endArray();
      // More and more values, so that the dictionary grows and its keys become wider.
      string(low(block.column(6)).values()).append(NAMES[row / 13 % NAMES.length]);
      low(block.column(6)).endValue();
      for (int i = 0; i < 2; i++) {
        string(low(map(block.column(7)).keys()).values()).append(NAMES[i]);
        low(map(block.column(7)).keys()).endValue();
        fixed(tuple(map(block.column(7)).values()).element(0)).appendByte(i);
        fixed(tuple(map(block.column(7)).values()).element(1)).appendLong(row);
        tuple(map(block.column(7)).values()).endTuple();
      }
      map(block.column(7)).endMap();
      variant(block.column(8)).mark(1);
      fixed(variant(block.column(8)).member(1)).appendLong(row);
      qbit(block.column(9)).elements().appendFloat(row);
      qbit(block.column(9)).elements().appendFloat(-row);
      qbit(block.column(9)).endVector();
      if (row % 7 == 0) {
        fixed(block.column(0)).appendLong(row);
        block.rollbackRow();
        for (int i = 0; i < block.columnCount(); i++) {
          block.column(i).appendDefault();
        }
      }
      block.endRow();
    }
  }

  private static long allocatedBytes() throws JMException {
    return (long)
        ManagementFactory.getPlatformMBeanServer()
            .invoke(
                new ObjectName(ManagementFactory.THREAD_MXBEAN_NAME),
                "getThreadAllocatedBytes",
                new Object[] {Thread.currentThread().getId()},
                new String[] {"long"});
  }
}
