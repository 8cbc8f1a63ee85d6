// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Date;
import java.util.Map;
import org.apache.kafka.connect.data.Timestamp;
import org.junit.jupiter.api.Test;

/** What bare numbers count when they meet a column of dates or times. */
class TimestampUnitTest {
  private static final String[] COLUMNS = {
    "d Date", "t DateTime", "m DateTime64(3)", "n Nullable(DateTime64(9))"
  };

  private static TestTable table(TimestampUnit unit, String... columns) {
    return TestTable.with(TestTable.options(ValueFormat.JSON, "", unit, Map.of()), columns);
  }

  private static Map<String, Object> all(Object value) {
    return Map.of("d", value, "t", value, "m", value, "n", value);
  }

  @Test
  void countsTheConfiguredUnitInEveryColumn() {
    String[] cut = {
      "2023-11-14", "2023-11-14T22:13:20Z", "2023-11-14T22:13:20.123Z", "2023-11-14T22:13:20.123Z"
    };
    assertThat(table(TimestampUnit.MILLIS, COLUMNS).row(all(1_700_000_000_123L)))
        .containsExactly(cut);
    assertThat(table(TimestampUnit.MICROS, COLUMNS).row(all(1_700_000_000_123_000L)))
        .containsExactly(cut);
    assertThat(table(TimestampUnit.NANOS, COLUMNS).row(all(1_700_000_000_123_000_000L)))
        .containsExactly(cut);
    assertThat(table(TimestampUnit.SECONDS, COLUMNS).row(all(1_700_000_000)))
        .startsWith("2023-11-14", "2023-11-14T22:13:20Z", "2023-11-14T22:13:20Z");
  }

  @Test
  void takesFractionsOfTheUnit() {
    TestTable seconds = table(TimestampUnit.SECONDS, "m DateTime64(3)", "n DateTime64(9)");
    BigDecimal exact = new BigDecimal("1700000000.123456789");
    assertThat(seconds.row(Map.of("m", exact, "n", exact)))
        .containsExactly("2023-11-14T22:13:20.123Z", "2023-11-14T22:13:20.123456789Z");
    assertThat(seconds.row("{\"m\": 1700000000.1239, \"n\": 1700000000.123456789}"))
        .containsExactly("2023-11-14T22:13:20.123Z", "2023-11-14T22:13:20.123456789Z");
    assertThat(seconds.row(Map.of("m", -0.5, "n", new BigInteger("-1"))))
        .containsExactly("1969-12-31T23:59:59.500Z", "1969-12-31T23:59:59Z");
    assertThat(table(TimestampUnit.MILLIS, "n DateTime64(9)").row(Map.of("n", 1.5)))
        .containsExactly("1970-01-01T00:00:00.001500Z");
  }

  @Test
  void refusesWhatIsNoTime() {
    TestTable seconds = table(TimestampUnit.SECONDS, "m DateTime64(3)");
    for (Object value :
        new Object[] {
          Double.NaN,
          Double.POSITIVE_INFINITY,
          1e300,
          Long.MAX_VALUE,
          new BigDecimal("1E+1000000000"),
          new BigDecimal("1E-1000000000"),
          new BigInteger("9".repeat(40)),
          "1700000000",
          true
        }) {
      assertThat(seconds.refusal(Map.of("m", value))).contains("Column `m`");
    }
  }

  @Test
  void leavesTimesThatSayTheirUnitAlone() {
    TestTable nanos = table(TimestampUnit.NANOS, "v DateTime64(3)");
    assertThat(nanos.row(TestTable.struct(Timestamp.SCHEMA, new Date(1_700_000_000_123L))))
        .containsExactly("2023-11-14T22:13:20.123Z");
    assertThat(nanos.row("{\"v\": \"2023-11-14T22:13:20.123Z\"}"))
        .containsExactly("2023-11-14T22:13:20.123Z");
  }

  @Test
  void countsTheColumnsOwnUnitByDefault() {
    assertThat(
            table(TimestampUnit.COLUMN, "d Date", "t DateTime", "m DateTime64(3)")
                .row("{\"d\": 1, \"t\": 1, \"m\": 1}"))
        .containsExactly("1970-01-02", "1970-01-01T00:00:01Z", "1970-01-01T00:00:00.001Z");
  }
}
