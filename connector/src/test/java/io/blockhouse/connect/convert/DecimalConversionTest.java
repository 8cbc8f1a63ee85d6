// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.connect.data.Decimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DecimalConversionTest {
  @ParameterizedTest
  @CsvSource({"9, 2", "9, 9", "18, 0", "18, 6", "38, 18", "38, 38", "76, 0", "76, 40", "1, 0"})
  void takesBothEndsOfThePrecisionAndNothingBeyond(int precision, int scale) {
    TestTable table = TestTable.of("v Decimal(" + precision + ", " + scale + ")");
    BigInteger nines = BigInteger.TEN.pow(precision).subtract(BigInteger.ONE);
    for (BigInteger unscaled : List.of(nines, nines.negate())) {
      BigDecimal end = new BigDecimal(unscaled, scale);
      String text = end.toPlainString();
      for (Object form :
          List.of(end, text, unscaled + "e-" + scale, text + (scale > 0 ? "00" : ""))) {
        assertThat(table.row(Map.of("v", form))).as("%s", form).containsExactly(text);
      }
      BigDecimal beyond =
          new BigDecimal(unscaled.add(BigInteger.valueOf(unscaled.signum())), scale);
      for (Object form : List.of(beyond, beyond.toPlainString())) {
        assertThat(table.refusal(Map.of("v", form)))
            .contains("out of range of " + (precision - scale) + " digits before the point");
      }
      if (scale > 0) {
        for (Object form : List.of(end.movePointLeft(1), end.movePointLeft(1).toPlainString())) {
          assertThat(table.refusal(Map.of("v", form)))
              .contains("more digits after the point than the type's " + scale);
        }
      }
    }
  }

  @Test
  void takesDoublesByTheirShortestForm() {
    TestTable table = TestTable.of("v Decimal(38, 18)");
    assertThat(table.row(Map.of("v", 0.1))).containsExactly("0.100000000000000000");
    assertThat(table.row(Map.of("v", -3.25))).containsExactly("-3.250000000000000000");
    assertThat(table.row(Map.of("v", 100.0))).containsExactly("100.000000000000000000");
    assertThat(table.row(Map.of("v", 0.1f))).containsExactly("0.100000000000000000");
    assertThat(table.row(Map.of("v", 0.1 + 0.2))).containsExactly("0.300000000000000040");
    assertThat(table.row(Map.of("v", -0.0))).containsExactly("0.000000000000000000");
    assertThat(table.row(Map.of("v", 1e18)))
        .containsExactly("1" + "0".repeat(18) + "." + "0".repeat(18));
    assertThat(TestTable.of("v Decimal(38, 0)").row(Map.of("v", 2e23)))
        .containsExactly("2" + "0".repeat(23));
    assertThat(table.refusal(Map.of("v", 1e-19))).contains("more digits after the point");
    assertThat(table.refusal(Map.of("v", 1e300))).contains("out of range");
    for (Object none : List.of(Double.NaN, Double.NEGATIVE_INFINITY, Float.NaN)) {
      assertThat(table.refusal(Map.of("v", none))).contains("NaN and infinities");
    }
  }

  /** Against BigDecimal, digit by digit. */
  @Test
  void agreesWithBigDecimalOnRandomNumbers() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    int taken = 0;
    for (int i = 0; i < 20_000; i++) {
      int scale = random.nextInt(20);
      int precision = Math.max(1, scale) + random.nextInt(76 - Math.max(1, scale) + 1);
      Object value = number(random);
      BigDecimal exact = new BigDecimal(value.toString());
      String expected;
      try {
        BigDecimal scaled = exact.setScale(scale);
        expected = scaled.precision() > precision ? null : scaled.toPlainString();
      } catch (ArithmeticException e) {
        expected = null;
      }
      TestTable table = TestTable.of("v Decimal(" + precision + ", " + scale + ")");
      String what =
          "seed "
              + seed
              + ", "
              + value.getClass()
              + " "
              + value
              + " into "
              + precision
              + ", "
              + scale;
      if (expected == null) {
        assertThat(table.refusal(Map.of("v", value))).as(what).isNotEmpty();
      } else {
        assertThat(table.row(Map.of("v", value))).as(what).containsExactly(expected);
        taken++;
      }
    }
    assertThat(taken).as("seed %d", seed).isBetween(2_000, 19_000);
  }

  private static Object number(Random random) {
    BigDecimal decimal =
        new BigDecimal(new BigInteger(random.nextInt(200), random), random.nextInt(25) - 4);
    decimal = random.nextBoolean() ? decimal.negate() : decimal;
    return switch (random.nextInt(6)) {
      case 0 -> decimal;
      case 1 -> decimal.toString();
      case 2 -> decimal.toPlainString();
      case 3 -> random.nextLong() >> random.nextInt(64);
      case 4 -> Math.round(random.nextGaussian() * 1e6) / 1e4;
      default -> (random.nextInt(20_000) - 10_000) / 8f;
    };
  }

  @Test
  void decidesHugeExponentsWithoutExpandingThem() {
    TestTable table = TestTable.of("v Decimal(38, 10)");
    for (Object huge :
        List.of(new BigDecimal("1E+1000000000"), "1e1000000000", "1E99999999999999999999999")) {
      assertThat(table.refusal(Map.of("v", huge))).contains("out of range");
    }
    for (Object tiny :
        List.of(new BigDecimal("1E-1000000000"), "1e-1000000000", "1E-99999999999999999999999")) {
      assertThat(table.refusal(Map.of("v", tiny))).contains("more digits after the point");
    }
    for (Object zero : List.of(new BigDecimal("0E+1000000000"), "0e1000000000", "-0.000e-5000")) {
      assertThat(table.row(Map.of("v", zero))).containsExactly("0.0000000000");
    }
    assertThat(table.row(Map.of("v", "12.5e+3"))).containsExactly("12500.0000000000");
    assertThat(table.row(Map.of("v", "12500E-3"))).containsExactly("12.5000000000");
    assertThat(table.row(Map.of("v", "0".repeat(500) + "7"))).containsExactly("7.0000000000");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-",
        ".5",
        "5.",
        "1e",
        "1e+",
        "NaN",
        "Infinity",
        "-Infinity",
        " 1",
        "1,5",
        "0x1"
      })
  void refusesTextThatIsNoNumber(String text) {
    assertThat(TestTable.of("v Decimal(9, 2)").refusal(Map.of("v", text)))
        .contains("the text is not a number");
  }

  @Test
  void rescalesConnectDecimals() {
    assertThat(
            TestTable.of("v Decimal(9, 4)")
                .row(TestTable.struct(Decimal.schema(2), new BigDecimal("-12.50"))))
        .containsExactly("-12.5000");
    assertThat(
            TestTable.of("v Decimal(9, 1)")
                .row(TestTable.struct(Decimal.schema(2), new BigDecimal("12.50"))))
        .containsExactly("12.5");
  }
}
