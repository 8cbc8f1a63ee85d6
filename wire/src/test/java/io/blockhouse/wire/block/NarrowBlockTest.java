// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.block;

import static io.blockhouse.wire.block.Blocks.fixed;
import static io.blockhouse.wire.block.Blocks.string;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class NarrowBlockTest {
  private final Block block = Blocks.narrow("Int8", "Int8", "Int64", "String");

  private void row(int column, int value) {
    block.startSparseRow();
    block.enter(column);
    fixed(block.column(column)).appendByte(value);
    block.endRow();
  }

  private static List<String> sent(Block block) {
    return block.sentColumns().stream().map(ColumnDefinition::name).toList();
  }

  @Test
  void sendsOnlyTheColumnsThatRowsHaveValuesFor() {
    row(1, 5);
    row(0, 6);
    block.seal();
    assertThat(sent(block)).containsExactly("c0", "c1");
    assertThat(block.sizeBytes()).isEqualTo(2 * 2);
    assertThat(block.absentBytes()).isEqualTo(2 * (Long.BYTES + 1));
    assertThat(HexFormat.of().formatHex(CollectingSink.bytesOf(block)))
        .isEqualTo(
            "010002ffffffff00"
                + "0202"
                + "026330"
                + "04496e7438"
                + "0006"
                + "026331"
                + "04496e7438"
                + "0500");
  }

  @Test
  void sendsAllColumnsOnceARowIsFull() {
    row(1, 5);
    block.catchUp();
    fixed(block.column(0)).appendByte(1);
    fixed(block.column(1)).appendByte(2);
    fixed(block.column(2)).appendLong(3);
    string(block.column(3)).append("four");
    block.endRow();
    row(0, 9);
    block.seal();
    assertThat(sent(block)).containsExactly("c0", "c1", "c2", "c3");
    assertThat(CollectingSink.bodyOf(block.column(0))).containsExactly(0, 1, 9);
    assertThat(block.absentBytes()).isZero();
  }

  @Test
  void sendsOneColumnOfRowsThatHaveNone() {
    block.startSparseRow();
    block.endRow();
    block.seal();
    assertThat(sent(block)).containsExactly("c0");
    assertThat(CollectingSink.bodyOf(block.column(0))).containsExactly(0);
  }

  @Test
  void forgetsTheColumnsOfARowThatIsRolledBack() {
    row(0, 1);
    block.startSparseRow();
    block.enter(3);
    string(block.column(3)).append("text");
    block.enter(1);
    block.rollbackRow();
    assertThat(sent(block)).containsExactly("c0");
    row(1, 2);
    block.seal();
    assertThat(sent(block)).containsExactly("c0", "c1");
    assertThat(block.sizeBytes()).isEqualTo(2 * 2);
  }

  @Test
  void forgetsAFullRowThatIsRolledBack() {
    row(1, 5);
    block.catchUp();
    fixed(block.column(0)).appendByte(1);
    block.rollbackRow();
    row(1, 6);
    block.seal();
    assertThat(sent(block)).containsExactly("c1");
    assertThat(CollectingSink.bodyOf(block.column(1))).containsExactly(5, 6);
  }

  @Test
  void sendsOtherColumnsAfterAReset() {
    row(1, 5);
    block.seal();
    block.reset();
    row(0, 6);
    block.seal();
    assertThat(sent(block)).containsExactly("c0");
  }

  @Test
  void keepsColumnsForTheFurtherBlocksOfAnInsertUntilTheBlockIsTrimmed() {
    row(1, 5);
    block.seal();
    block.keepColumns();
    block.reset();
    row(0, 6);
    row(0, 7);
    block.seal();
    assertThat(sent(block)).containsExactly("c0", "c1");
    assertThat(CollectingSink.bodyOf(block.column(1))).containsExactly(0, 0);
    block.reset();
    assertThat(sent(block)).containsExactly("c1");
    block.trim();
    assertThat(sent(block)).isEmpty();
  }

  @Test
  void refusesARowWhoseNewColumnsWouldMakeTheBlockMuchLarger() {
    Block wide = Blocks.narrow(Collections.nCopies(100, "Int64").toArray(String[]::new));
    for (int row = 0; row < 10_000; row++) {
      wide.startSparseRow();
      wide.enter(0);
      fixed(wide.column(0)).appendLong(row);
      wide.endRow();
    }
    assertThatExceptionOfType(LateColumnException.class).isThrownBy(wide::catchUp);
    wide.rollbackRow();
    wide.startSparseRow();
    wide.enter(1); // as much again as there is
    assertThatExceptionOfType(LateColumnException.class).isThrownBy(() -> wide.enter(2));
    wide.rollbackRow();
    wide.startSparseRow();
    wide.enter(2);
    fixed(wide.column(2)).appendLong(7);
    wide.endRow();
    wide.seal();
    assertThat(sent(wide)).containsExactly("c0", "c2");
    assertThat(wide.sizeBytes()).isEqualTo(2 * 10_001 * Long.BYTES);
    assertThat(wide.retainedBytes()).isLessThan(1 << 20);
  }

  @Test
  void takesLateColumnsOfRowsThatWereOneBlockBefore() {
    Block wide = Blocks.narrow(Collections.nCopies(100, "Int64").toArray(String[]::new));
    for (int row = 0; row < 10_000; row++) {
      wide.startSparseRow();
      wide.enter(0);
      fixed(wide.column(0)).appendLong(row);
      wide.endRow();
    }
    wide.takeLateColumns();
    wide.catchUp();
    wide.rollbackRow();
    wide.seal();
    assertThat(sent(wide)).containsExactly("c0");
    wide.reset();
    assertThat(sent(wide)).isEmpty();
  }
}
