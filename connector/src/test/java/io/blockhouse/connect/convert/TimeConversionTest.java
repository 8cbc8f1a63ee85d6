// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Date;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Time;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeConversionTest {
  @ParameterizedTest
  @CsvSource({
    "00:00:00, 0, 0.000",
    "3:59:00, 14340, 14340.000",
    "23:59:59.9999, 86399, 86399.999",
    "999:59:59.999999999999, 3599999, 3599999.999",
    "-999:59:59.999, -3599999, -3599999.999",
    "-00:00:01.5, -1, -1.500",
    "+10:00:00Z, 36000, 36000.000"
  })
  void readsText(String text, String seconds, String millis) {
    assertThat(TestTable.of("v Time").row(Map.of("v", text))).containsExactly(seconds);
    assertThat(TestTable.of("v Time64(3)").row(Map.of("v", text))).containsExactly(millis);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1",
        "10:00",
        "10:60:00",
        "10:00:60",
        "1000:00:00",
        ":00:00",
        "10:0:00",
        "10:00:0",
        "10:00:00.",
        "10:00:00.x",
        "10:00:00 ",
        "10-00-00",
        "10:00:00+01:00",
        "--1:00:00",
        "Z",
        "-"
      })
  void refusesOtherText(String text) {
    assertThat(TestTable.of("v Time").refusal(Map.of("v", text)))
        .contains("the text is not a time");
  }

  @Test
  void takesBothEndsOfTheRangeAndNothingBeyond() {
    for (String sign : new String[] {"", "-"}) {
      long one = sign.isEmpty() ? 1 : -1;
      assertThat(TestTable.of("v Time").row(Map.of("v", one * 3_599_999)))
          .containsExactly(sign + "3599999");
      assertThat(TestTable.of("v Time").refusal(Map.of("v", one * 3_600_000)))
          .contains("out of range");
      assertThat(TestTable.of("v Time64(9)").row(Map.of("v", one * 3_599_999_999_999_999L)))
          .containsExactly(sign + "3599999.999999999");
      assertThat(TestTable.of("v Time64(9)").refusal(Map.of("v", one * 3_600_000_000_000_000L)))
          .contains("out of range");
    }
  }

  @Test
  void scalesLogicalTimes() {
    Schema micro = SchemaBuilder.int64().name("io.debezium.time.MicroTime").build();
    assertThat(TestTable.of("v Time64(9)").row(TestTable.struct(micro, 1_234_567L)))
        .containsExactly("1.234567000");
    assertThat(TestTable.of("v Time64(0)").row(TestTable.struct(micro, -1_999_999L)))
        .containsExactly("-1");
    assertThat(TestTable.of("v Time64(9)").refusal(TestTable.struct(micro, Long.MIN_VALUE)))
        .contains("out of range");
    assertThat(TestTable.of("v Time64(3)").row(TestTable.struct(Time.SCHEMA, new Date(1_001))))
        .containsExactly("1.001");
  }

  @Test
  void limitsDate32AtBothEnds() {
    TestTable table = TestTable.of("v Date32");
    assertThat(table.row(Map.of("v", -25_567))).containsExactly("1900-01-01");
    assertThat(table.row(Map.of("v", "2299-12-31T23:59:59Z"))).containsExactly("2299-12-31");
    assertThat(table.refusal(Map.of("v", -25_568))).contains("out of range");
    assertThat(table.refusal(Map.of("v", "2300-01-01"))).contains("out of range");
  }

  @ParameterizedTest
  @CsvSource({
    "IntervalNanosecond, MicroDuration, 7200000000, 7200000000000",
    "IntervalMicrosecond, MicroDuration, -5, -5",
    "IntervalMillisecond, MicroDuration, 5000, 5",
    "IntervalSecond, NanoDuration, 3000000000, 3",
    "IntervalMinute, MicroDuration, -120000000, -2",
    "IntervalHour, MicroDuration, 7200000000, 2",
    "Int64, MicroDuration, 7200000000, 7200000000",
    "String, NanoDuration, 42, 42",
    "Float64, MicroDuration, 5, 5.0",
    "IntervalSecond, MicroDuration, 1500000, not a whole number",
    "IntervalDay, MicroDuration, 86400000000, no fixed length",
    "IntervalMonth, MicroDuration, 0, no fixed length",
    "IntervalNanosecond, MicroDuration, 9223372036854775807, out of range",
    "DateTime64(6), MicroDuration, 5, no conversion",
    "Date, NanoDuration, 5, no conversion",
    "Time64(3), MicroDuration, 9223372036854775807, out of range"
  })
  void durationsKeepTheirLength(String type, String name, long ticks, String expected) {
    Schema schema = SchemaBuilder.int64().name("io.debezium.time." + name).build();
    TestTable table = TestTable.of("v " + type);
    if (expected.matches("[-0-9.]+")) {
      assertThat(table.row(TestTable.struct(schema, ticks))).containsExactly(expected);
    } else {
      assertThat(table.refusal(TestTable.struct(schema, ticks))).contains(expected);
    }
  }

  @Test
  void durationsAreTimes() {
    Schema micros = SchemaBuilder.int64().name("io.debezium.time.MicroDuration").build();
    assertThat(TestTable.of("v Time64(3)").row(TestTable.struct(micros, -5_400_001_000L)))
        .isEqualTo(TestTable.of("v Time64(3)").row(Map.of("v", "-01:30:00.001")));
  }
}
