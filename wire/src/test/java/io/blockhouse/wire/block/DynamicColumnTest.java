// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.block;

import static io.blockhouse.wire.block.Blocks.array;
import static io.blockhouse.wire.block.Blocks.dynamic;
import static io.blockhouse.wire.block.Blocks.fixed;
import static io.blockhouse.wire.block.Blocks.string;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.blockhouse.wire.error.UnsupportedTypeException;
import io.blockhouse.wire.type.ClickHouseType;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class DynamicColumnTest {
  private final Block block = Blocks.of("Dynamic");
  private final DynamicColumn column = dynamic(block.column(0));

  @Test
  void sendsOnlyTheTypesThatABlockHas() {
    column.register(ClickHouseType.parse("Date"));
    int text = column.register(ClickHouseType.parse("String"));
    column.register(ClickHouseType.parse("LowCardinality(String)"));
    int number = column.register(ClickHouseType.parse("UInt8"));
    column.mark(number);
    fixed(column.member(number)).appendByte(7);
    block.endRow();
    column.appendNull();
    block.endRow();
    column.mark(text);
    string(column.member(text)).append("a");
    block.endRow();
    assertThat(body())
        .isEqualTo(
            "0300000000000000"
                + "02"
                + "06"
                + hex("String")
                + "05"
                + hex("UInt8")
                + "010200"
                + "0161"
                + "07");
    assertThat(block.sizeBytes()).isEqualTo(body().length() / 2);
    block.reset();
    column.appendNull();
    block.endRow();
    assertThat(body()).isEqualTo("0300000000000000" + "00" + "00");
    assertThat(column.memberCount()).isEqualTo(4);
  }

  @Test
  void translatesMoreNumbersThanItsScratchHolds() {
    column.register(ClickHouseType.parse("Date"));
    int number = column.register(ClickHouseType.parse("UInt8"));
    for (int i = 0; i < 5000; i++) {
      if (i % 3 == 0) {
        column.appendNull();
      } else {
        column.mark(number);
        fixed(column.member(number)).appendByte(9);
      }
      block.endRow();
    }
    StringBuilder numbers = new StringBuilder();
    for (int i = 0; i < 5000; i++) {
      numbers.append(i % 3 == 0 ? "01" : "00");
    }
    assertThat(body().substring(2 * (8 + 1 + 6))).startsWith(numbers);
    assertThat(block.sizeBytes()).isEqualTo(body().length() / 2);
  }

  @Test
  void givesEveryTypeOneNumberOnly() {
    for (int i = 1; i <= 255; i++) {
      assertThat(column.register(ClickHouseType.parse("FixedString(" + i + ")"))).isEqualTo(i - 1);
    }
    assertThat(column.register(ClickHouseType.parse("FixedString(9)"))).isEqualTo(8);
    assertThatIllegalStateException()
        .isThrownBy(() -> column.register(ClickHouseType.parse("String")))
        .withMessageContaining("`c0`");
    column.mark(254);
    column.member(254).appendDefault();
    block.endRow();
    assertThat(body())
        .startsWith("0300000000000000" + "01" + "10" + hex("FixedString(255)") + "00");
  }

  @Test
  void keepsItsTypesInsideAnArray() {
    Block arrays = Blocks.of("Array(Dynamic)");
    DynamicColumn elements = dynamic(array(arrays.column(0)).elements());
    int text = elements.register(ClickHouseType.parse("String"));
    array(arrays.column(0)).endArray();
    arrays.endRow();
    arrays.seal();
    assertThat(HexFormat.of().formatHex(CollectingSink.bodyOf(arrays.column(0))))
        .isEqualTo("0300000000000000" + "00" + "0000000000000000");
    assertThat(elements.register(ClickHouseType.parse("String"))).isEqualTo(text);
  }

  @Test
  void refusesAMemberTypeThatCannotBeWritten() {
    assertThatThrownBy(() -> column.register(ClickHouseType.parse("Nothing")))
        .isInstanceOf(UnsupportedTypeException.class);
    assertThat(column.memberCount()).isZero();
  }

  private String body() {
    block.seal();
    return HexFormat.of().formatHex(CollectingSink.bodyOf(column));
  }

  private static String hex(String ascii) {
    return HexFormat.of().formatHex(ascii.getBytes(StandardCharsets.US_ASCII));
  }
}
