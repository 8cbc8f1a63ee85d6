// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IntegerConversionTest {
  @ParameterizedTest
  @CsvSource({
    "Int8, -128, 127",
    "Int16, -32768, 32767",
    "Int32, -2147483648, 2147483647",
    "Int64, -9223372036854775808, 9223372036854775807",
    "UInt8, 0, 255",
    "UInt16, 0, 65535",
    "UInt32, 0, 4294967295",
    "UInt64, 0, 18446744073709551615",
    "Int128, -170141183460469231731687303715884105728, 170141183460469231731687303715884105727",
    "UInt128, 0, 340282366920938463463374607431768211455",
    "Int256, -57896044618658097711785492504343953926634992332820282019728792003956564819968,"
        + " 57896044618658097711785492504343953926634992332820282019728792003956564819967",
    "UInt256, 0,"
        + " 115792089237316195423570985008687907853269984665640564039457584007913129639935"
  })
  void takesBothEndsOfTheRangeInEveryFormAndNothingBeyond(String type, String min, String max) {
    TestTable table = TestTable.of("v " + type);
    BigInteger lowest = new BigInteger(min);
    BigInteger highest = new BigInteger(max);
    for (BigInteger inside : List.of(lowest, highest)) {
      for (Object form : forms(inside)) {
        assertThat(table.row(Map.of("v", form)))
            .as("%s as %s", inside, form.getClass())
            .containsExactly(inside.toString());
      }
    }
    for (BigInteger outside :
        List.of(lowest.subtract(BigInteger.ONE), highest.add(BigInteger.ONE))) {
      for (Object form : forms(outside)) {
        assertThat(table.refusal(Map.of("v", form)))
            .contains("out of range " + min + ".." + max, "ClickHouse type " + type);
      }
    }
  }

  /** The number in every form that holds it exactly. */
  private static List<Object> forms(BigInteger number) {
    List<Object> forms = new ArrayList<>();
    forms.add(number);
    forms.add(number.toString());
    forms.add(new BigDecimal(number));
    forms.add(new BigDecimal(number).setScale(3));
    if (new BigDecimal(number.doubleValue()).toBigInteger().equals(number)) {
      forms.add(number.doubleValue());
    }
    if (number.bitLength() < 127
        && new BigDecimal(number.floatValue()).toBigInteger().equals(number)) {
      forms.add(number.floatValue());
    }
    if (number.bitLength() < 64) {
      forms.add(number.longValue());
    }
    if (number.bitLength() < 32) {
      forms.add(number.intValue());
    }
    if (number.bitLength() < 16) {
      forms.add(number.shortValue());
    }
    if (number.bitLength() < 8) {
      forms.add(number.byteValue());
    }
    return forms;
  }

  @Test
  void writesAnyIntegerThatFitsWhateverItsConnectType() {
    TestTable table = TestTable.of("v UInt8");
    assertThat(table.row(TestTable.struct(Schema.INT64_SCHEMA, 255L))).containsExactly("255");
    assertThat(table.row(TestTable.struct(Schema.INT32_SCHEMA, 255))).containsExactly("255");
    assertThat(table.row(TestTable.struct(Schema.INT16_SCHEMA, (short) 255)))
        .containsExactly("255");
    assertThat(table.row(TestTable.struct(Decimal.schema(0), new BigDecimal(255))))
        .containsExactly("255");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "-", "+", " 1", "1 ", "1.0", "1e3", "0x10", "1_000", "\u0661", "--1", "1-", "NaN"
      })
  void refusesTextThatIsNotExactlyAnInteger(String text) {
    assertThat(TestTable.of("v Int64").refusal(Map.of("v", text)))
        .contains("the text is not a whole number");
  }

  @ParameterizedTest
  @CsvSource({"+5, 5", "-0, 0", "007, 7", "00000000000000000000000000000000012, 12"})
  void readsSignsAndLeadingZeros(String text, String expected) {
    assertThat(TestTable.of("v Int64").row(Map.of("v", text))).containsExactly(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"99999999999999999999", "18446744073709551616", "-9223372036854775809"})
  void refusesTextBeyond64Bits(String text) {
    assertThat(TestTable.of("v Int64").refusal(Map.of("v", text))).contains("out of range");
    assertThat(TestTable.of("v UInt64").refusal(Map.of("v", text))).contains("out of range");
  }

  @Test
  void refusesFractions() {
    TestTable table = TestTable.of("v Int32");
    for (Object fraction :
        List.of(0.5, -1.25f, Double.NaN, new BigDecimal("0.01"), new BigDecimal("10.5"))) {
      assertThat(table.refusal(Map.of("v", fraction))).contains("not a whole number");
    }
    assertThat(table.row(Map.of("v", -0.0))).containsExactly("0");
    assertThat(table.refusal(Map.of("v", Double.POSITIVE_INFINITY))).contains("out of range");
  }

  @Test
  void decidesHugeExponentsWithoutExpandingThem() {
    TestTable table = TestTable.of("v Int32");
    assertThat(table.refusal(Map.of("v", new BigDecimal("1E+1000000000"))))
        .contains("out of range");
    assertThat(table.refusal(Map.of("v", new BigDecimal("1E-1000000000"))))
        .contains("not a whole number");
    assertThat(table.row(Map.of("v", new BigDecimal("0E+1000000000")))).containsExactly("0");
    assertThat(table.row(Map.of("v", new BigDecimal("12E+2")))).containsExactly("1200");
  }

  @Test
  void takesNumbersAndWordsForBool() {
    TestTable table = TestTable.of("v Bool");
    for (Object yes : List.of(true, 1, 1L, 1.0, "1", "true", "TRUE", BigInteger.ONE)) {
      assertThat(table.row(Map.of("v", yes))).containsExactly("true");
    }
    for (Object no : List.of(false, (byte) 0, 0f, "0", "False", BigDecimal.ZERO)) {
      assertThat(table.row(Map.of("v", no))).containsExactly("false");
    }
    for (Object neither : List.of(2, -1, 0.5, "yes", "", "t", Double.NaN)) {
      assertThat(table.refusal(Map.of("v", neither))).contains("ClickHouse type Bool");
    }
  }
}
