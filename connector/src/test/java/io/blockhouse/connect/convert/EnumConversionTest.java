// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EnumConversionTest {
  private static final String TYPE =
      "v Enum8('a,b' = 1, 'c (d)' = 2, 'k=v' = -128, 'it\\'s' = 127, '' = 5)";

  @Test
  void takesExactLabels() {
    for (String label : List.of("a,b", "c (d)", "k=v", "it's", "")) {
      assertThat(TestTable.of(TYPE).row(Map.of("v", label))).containsExactly(label);
    }
    for (String other : List.of("A,B", "a,b ", "1", "\uD83D")) {
      assertThat(TestTable.of(TYPE).refusal(Map.of("v", other)))
          .contains("no member has this label");
    }
  }

  @Test
  void takesDeclaredNumbersOnly() {
    for (Object number : List.of((byte) -128, -128, -128L, -128.0, BigInteger.valueOf(-128))) {
      assertThat(TestTable.of(TYPE).row(Map.of("v", number))).containsExactly("k=v");
    }
    for (Object number : List.of(0, 3, 128, 257, 65_537, -129, Long.MAX_VALUE, 1L << 32 | 1)) {
      assertThat(TestTable.of(TYPE).refusal(Map.of("v", number)))
          .contains("no member has this number");
    }
    TestTable wide = TestTable.of("v Enum16('lowest' = -32768, 'highest' = 32767)");
    assertThat(wide.row(Map.of("v", -32_768))).containsExactly("lowest");
    assertThat(wide.row(Map.of("v", 32_767))).containsExactly("highest");
    assertThat(wide.refusal(Map.of("v", 32_768))).contains("no member has this number");
  }

  @Test
  void writesADeclaredMemberForAnAbsentField() {
    TestTable table =
        TestTable.with(new ConversionOptions(true, false), "i Int8", "v Enum8('z' = 3, 'b' = -1)");
    assertThat(table.row(Map.of("i", 1))).containsExactly("1", "b");
    Map<String, Object> nulls = new HashMap<>();
    nulls.put("i", 1);
    nulls.put("v", null);
    assertThat(table.row(nulls)).containsExactly("1", "b");
  }
}
