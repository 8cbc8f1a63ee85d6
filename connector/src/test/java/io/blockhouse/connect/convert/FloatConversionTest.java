// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FloatConversionTest {
  private final TestTable single = TestTable.of("v Float32");
  private final TestTable twofold = TestTable.of("v Float64");

  @Test
  void takesIntegersOnlyWhenTheyAreExact() {
    assertThat(single.row(Map.of("v", 1 << 24))).containsExactly("1.6777216E7");
    assertThat(single.refusal(Map.of("v", (1 << 24) + 1))).contains("24 significant bits");
    assertThat(single.row(Map.of("v", (1L << 40) + (1L << 20)))).containsExactly("1.09951268E12");
    assertThat(twofold.row(Map.of("v", 1L << 53))).containsExactly("9.007199254740992E15");
    assertThat(twofold.refusal(Map.of("v", -(1L << 53) - 1))).contains("53 significant bits");
    assertThat(twofold.row(Map.of("v", Long.MIN_VALUE))).containsExactly("-9.223372036854776E18");
    assertThat(twofold.refusal(Map.of("v", Long.MAX_VALUE))).contains("significant bits");
    assertThat(twofold.row(Map.of("v", BigInteger.TWO.pow(100))))
        .containsExactly("1.2676506002282294E30");
    assertThat(twofold.row(Map.of("v", BigInteger.ZERO))).containsExactly("0.0");
    assertThat(twofold.refusal(Map.of("v", BigInteger.TWO.pow(100).add(BigInteger.ONE))))
        .contains("significant bits");
    assertThat(twofold.refusal(Map.of("v", BigInteger.TWO.pow(1024)))).contains("out of range");
  }

  @Test
  void roundsDoublesToTheColumnsPrecisionButKeepsThemFinite() {
    assertThat(single.row(Map.of("v", 0.1))).containsExactly("0.1");
    assertThat(single.row(Map.of("v", (double) Float.MAX_VALUE))).containsExactly("3.4028235E38");
    assertThat(single.refusal(Map.of("v", 1e39))).contains("out of range of Float32");
    assertThat(single.row(Map.of("v", 1e-60))).containsExactly("0.0");
    assertThat(twofold.row(TestTable.struct(Schema.FLOAT32_SCHEMA, 0.1f)))
        .containsExactly("0.10000000149011612");
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, -0.0})
  void passesWhatFloatsAloneCanSay(double value) {
    for (TestTable table : List.of(single, twofold)) {
      assertThat(table.row(Map.of("v", value))).containsExactly(Double.toString(value));
      assertThat(table.row(Map.of("v", (float) value))).containsExactly(Double.toString(value));
      assertThat(table.row(Map.of("v", Double.toString(value))))
          .containsExactly(Double.toString(value));
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 1.0", "-2.5, -2.5", "+1e3, 1000.0", "1E-2, 0.01", "007.50, 7.5"})
  void readsNumberText(String text, String expected) {
    assertThat(twofold.row(Map.of("v", text))).containsExactly(expected);
    assertThat(single.row(Map.of("v", text))).containsExactly(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", " 1", "1 ", "1d", "0x1p3", ".5", "1.", "1e", "e1", "1,5", "nan", "+NaN", "inf", "--1"
      })
  void refusesOtherText(String text) {
    assertThat(twofold.refusal(Map.of("v", text))).contains("the text is not a number");
  }

  @Test
  void takesTheNearestOfDecimalsAndText() {
    assertThat(twofold.row(Map.of("v", new BigDecimal("0.1000000000000000055"))))
        .containsExactly("0.1");
    assertThat(twofold.refusal(Map.of("v", new BigDecimal("1E+400")))).contains("out of range");
    assertThat(twofold.refusal(Map.of("v", "-1e400"))).contains("out of range");
    assertThat(single.refusal(Map.of("v", "1e39"))).contains("out of range of Float32");
    // Through a double this would round twice, down to 1.0.
    assertThat(single.row(Map.of("v", "1.00000005960464477540"))).containsExactly("1.0000001");
  }
}
