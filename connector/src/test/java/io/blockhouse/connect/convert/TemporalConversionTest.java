// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Timestamp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TemporalConversionTest {
  private static String row(String type, Object value) {
    return TestTable.of("v " + type).row(Map.of("v", value)).get(0);
  }

  private static String refusal(String type, Object value) {
    return TestTable.of("v " + type).refusal(Map.of("v", value));
  }

  @ParameterizedTest
  @CsvSource({
    "2024-04-02, 2024-04-02T00:00:00Z",
    "2024-04-02T03:59, 2024-04-02T03:59:00Z",
    "2024-04-02 03:59:07, 2024-04-02T03:59:07Z",
    "2024-04-02T03:59:00.072229523Z, 2024-04-02T03:59:00.072229523Z",
    "2024-04-02t03:59:00.0722295239999z, 2024-04-02T03:59:00.072229523Z",
    "2024-04-02T05:59:00.5+02:00, 2024-04-02T03:59:00.500Z",
    "2024-04-02T05:59:00+0200, 2024-04-02T03:59:00Z",
    "2024-04-02 05:59+02, 2024-04-02T03:59:00Z",
    "2024-04-01T22:29:00-05:30, 2024-04-02T03:59:00Z",
    "2024-04-02T05:59:00[Europe/Paris], 2024-04-02T03:59:00Z",
    "2024-04-02T05:59:00+02:00[Europe/Paris], 2024-04-02T03:59:00Z",
    "2024-10-27T02:30:00[Europe/Paris], 2024-10-27T00:30:00Z",
    "2024-10-27T02:30:00+01:00[Europe/Paris], 2024-10-27T01:30:00Z",
    "2024-03-31T02:30:00[Europe/Paris], 2024-03-31T01:30:00Z",
    "2024-02-29T23:59:59Z[UTC], 2024-02-29T23:59:59Z",
    "1969-12-31T23:59:59.999999999Z, 1969-12-31T23:59:59.999999999Z",
    "1900-01-01, 1900-01-01T00:00:00Z",
    "2000-02-29, 2000-02-29T00:00:00Z"
  })
  void readsDateTimeText(String text, String expected) {
    assertThat(row("DateTime64(9)", text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "2024",
        "20240402",
        "2024-4-2",
        "2024-13-01",
        "2024-00-10",
        "2023-02-29",
        "1900-02-29",
        "2024-04-31",
        "2024-04-00",
        "2024-04-02T",
        "2024-04-02T03",
        "2024-04-02T24:00:00",
        "2024-04-02T03:60",
        "2024-04-02T03:59:60",
        "2024-04-02T03:59:00.",
        "2024-04-02T03:59:00.Z",
        "2024-04-02T03:59:00,5",
        "2024-04-02T03:59:0",
        "2024-04-02T03:59:00+",
        "2024-04-02T03:59+1",
        "2024-04-02T03:59:00+19:00",
        "2024-04-02T03:59:00+02:60",
        "2024-04-02T03:59:00+2:000",
        "2024-04-02T03:59:00ZZ",
        "2024-04-02T03:59:00 ",
        " 2024-04-02",
        "2024-04-02Z",
        "2024-04-02T03:59:00[",
        "2024-04-02T03:59:00[]",
        "2024-04-02T03:59:00[Mars/Base]",
        "2024-04-02T03:59:00[Europe/Paris]Z",
        "-2024-04-02",
        "+2024-04-02",
        "yesterday!",
        "\u0662024-04-02",
        "1700000000",
        "2024/04/02",
        "2024-04-02_03:59"
      })
  void refusesOtherText(String text) {
    for (String type : List.of("DateTime64(9)", "DateTime", "Date")) {
      assertThat(refusal(type, text)).contains("the text ", "ISO-8601");
    }
  }

  @Test
  void readsEveryDayAsJavaDoes() {
    DateTimeText text = new DateTimeText("UTC");
    for (LocalDate day = LocalDate.of(0, 1, 1); day.getYear() < 10_000; day = day.plusDays(29)) {
      assertThat(text.read(day.toString())).isNull();
      assertThat(text.epochSecond()).isEqualTo(day.toEpochDay() * 86_400);
    }
  }

  @Test
  void readsRandomTextInRandomZonesAsJavaDoes() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    List<String> zones =
        List.of("UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Etc/GMT+5");
    for (int i = 0; i < 5_000; i++) {
      String zone = zones.get(random.nextInt(zones.size()));
      LocalDateTime time =
          LocalDateTime.ofEpochSecond(
              random.nextLong(-2_208_902_400L, 4_000_000_000L),
              random.nextInt(1_000_000_000),
              ZoneOffset.UTC);
      Instant expected = time.atZone(ZoneId.of(zone)).toInstant();
      DateTimeText text = new DateTimeText(zone);
      assertThat(text.read(time.toString())).as("seed %d, %s %s", seed, time, zone).isNull();
      assertThat(Instant.ofEpochSecond(text.epochSecond(), text.nano()))
          .as("seed %d, %s %s", seed, time, zone)
          .isEqualTo(expected);
    }
  }

  @Test
  void readsTextWithoutZoneInTheColumnsZone() {
    assertThat(row("DateTime('Europe/Paris')", "2024-04-02 05:59:00"))
        .isEqualTo("2024-04-02T03:59:00Z");
    assertThat(row("DateTime64(3, 'America/New_York')", "2024-04-01 23:59:00.5"))
        .isEqualTo("2024-04-02T03:59:00.500Z");
    assertThat(row("DateTime('Europe/Paris')", "2024-04-02 03:59:00Z"))
        .isEqualTo("2024-04-02T03:59:00Z");
    assertThat(row("DateTime('Europe/Paris')", "2024-04-02")).isEqualTo("2024-04-01T22:00:00Z");
  }

  @Test
  void refusesTextWithoutZoneWhenJavaDoesNotKnowTheColumns() {
    String type = "DateTime('Mars/Base')";
    assertThat(refusal(type, "2024-04-02 05:59:00")).contains("is not known to Java");
    assertThat(row(type, "2024-04-02 05:59:00Z")).isEqualTo("2024-04-02T05:59:00Z");
    assertThat(row(type, 1_700_000_000)).isEqualTo("2023-11-14T22:13:20Z");
  }

  @Test
  void keepsTheInstantInEveryPrecisionAndCutsTowardsThePast() {
    String text = "1969-12-31T23:59:58.987654321Z";
    String[] expected = {
      "1969-12-31T23:59:58Z",
      "1969-12-31T23:59:58.900Z",
      "1969-12-31T23:59:58.980Z",
      "1969-12-31T23:59:58.987Z",
      "1969-12-31T23:59:58.987600Z",
      "1969-12-31T23:59:58.987650Z",
      "1969-12-31T23:59:58.987654Z",
      "1969-12-31T23:59:58.987654300Z",
      "1969-12-31T23:59:58.987654320Z",
      "1969-12-31T23:59:58.987654321Z"
    };
    Instant instant = Instant.parse(text);
    Schema nanos = SchemaBuilder.int64().name("io.debezium.time.NanoTimestamp").build();
    Schema micros = SchemaBuilder.int64().name("io.debezium.time.MicroTimestamp").build();
    long nanoTicks = instant.getEpochSecond() * 1_000_000_000 + instant.getNano();
    for (int scale = 0; scale < expected.length; scale++) {
      String type = "DateTime64(" + scale + ")";
      TestTable table = TestTable.of("v " + type);
      assertThat(row(type, text)).isEqualTo(expected[scale]);
      assertThat(table.row(TestTable.struct(nanos, nanoTicks))).containsExactly(expected[scale]);
      assertThat(table.row(TestTable.struct(micros, Math.floorDiv(nanoTicks, 1000))))
          .containsExactly(expected[Math.min(scale, 6)]);
      assertThat(table.row(TestTable.struct(Timestamp.SCHEMA, new Date(instant.toEpochMilli()))))
          .containsExactly(expected[Math.min(scale, 3)]);
      assertThat(row(type, new Date(instant.toEpochMilli())))
          .isEqualTo(expected[Math.min(scale, 3)]);
    }
  }

  @Test
  void readsBareNumbersInTheColumnsUnit() {
    assertThat(row("DateTime", 1_700_000_000L)).isEqualTo("2023-11-14T22:13:20Z");
    assertThat(row("DateTime64(3)", 1_700_000_000_123L)).isEqualTo("2023-11-14T22:13:20.123Z");
    assertThat(row("DateTime64(0)", -1)).isEqualTo("1969-12-31T23:59:59Z");
    assertThat(row("Date", 19_723)).isEqualTo("2024-01-01");
    assertThat(row("DateTime", new BigDecimal("1700000000.0"))).isEqualTo("2023-11-14T22:13:20Z");
    assertThat(refusal("DateTime", 1.5)).contains("not a whole number");
    assertThat(refusal("DateTime", true)).contains("no conversion");
  }

  @Test
  void checksTheRangeOfDateTime() {
    assertThat(row("DateTime", 4_294_967_295L)).isEqualTo("2106-02-07T06:28:15Z");
    assertThat(row("DateTime", "2106-02-07T06:28:15.9Z")).isEqualTo("2106-02-07T06:28:15Z");
    for (Object outside :
        List.of(
            -1,
            4_294_967_296L,
            "1969-12-31T23:59:59Z",
            "2106-02-07T06:28:16Z",
            1_565_999_999_000L,
            new Date(-1),
            new Date(Long.MAX_VALUE),
            new Date(Long.MIN_VALUE))) {
      assertThat(refusal("DateTime", outside)).contains("out of range 1970-01-01T00:00:00Z..2106");
    }
  }

  @Test
  void checksTheRangeOfDate() {
    assertThat(row("Date", "2149-06-06T23:59:59Z")).isEqualTo("2149-06-06");
    assertThat(row("Date", "1970-01-01T01:30:00+01:00")).isEqualTo("1970-01-01");
    for (Object outside :
        List.of(
            -1, 65_536, "2149-06-07", "1969-12-31", "1970-01-01T00:30:00+01:00", new Date(-1))) {
      assertThat(refusal("Date", outside)).contains("out of range 1970-01-01..2149-06-06");
    }
  }

  @Test
  void checksTheRangeOfDateTime64AtEveryPrecision() {
    for (int scale = 0; scale < 9; scale++) {
      String type = "DateTime64(" + scale + ")";
      assertThat(row(type, "1900-01-01T00:00:00Z")).isEqualTo("1900-01-01T00:00:00Z");
      assertThat(row(type, "2299-12-31T23:59:59.999999999Z")).startsWith("2299-12-31T23:59:59");
      for (Object outside :
          List.of(
              "1899-12-31T23:59:59.999999999Z",
              "2300-01-01",
              new Date(Long.MAX_VALUE),
              new Date(Long.MIN_VALUE),
              Long.MAX_VALUE,
              Long.MIN_VALUE)) {
        assertThat(refusal(type, outside)).contains("out of range 1900-01-01..2299-12-31");
      }
    }
    String nanos = "DateTime64(9)";
    assertThat(row(nanos, Long.MAX_VALUE)).isEqualTo("2262-04-11T23:47:16.854775807Z");
    assertThat(row(nanos, "2262-04-11T23:47:16.854775807Z"))
        .isEqualTo("2262-04-11T23:47:16.854775807Z");
    assertThat(row(nanos, new Date(9_223_372_036_854L))).isEqualTo("2262-04-11T23:47:16.854Z");
    for (Object outside :
        List.of(
            "2262-04-11T23:47:16.854775808Z",
            "2262-04-11T23:47:17Z",
            "9999-12-31",
            new Date(9_223_372_036_855L),
            "1899-12-31T23:59:59.999999999Z")) {
      assertThat(refusal(nanos, outside)).contains("out of range 1900-01-01..2262-04-11");
    }
  }
}
