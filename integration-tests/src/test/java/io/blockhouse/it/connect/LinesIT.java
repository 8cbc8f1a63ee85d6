// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.connect;

import static org.assertj.core.api.Assertions.assertThat;

import io.blockhouse.it.SharedServers;
import io.blockhouse.it.SharedServersCheck;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lines of text that ClickHouse wrote itself become the rows that it wrote. */
@ExtendWith(SharedServersCheck.class)
class LinesIT {
  private static final int ROWS = 40;
  private static final String TYPES =
      "(id UInt32, b Bool, i Int256, f Float64, d Decimal(38, 10), s String, fs FixedString(8),"
          + " day Date32, t DateTime('Europe/Berlin'), u DateTime64(9, 'UTC'), uuid UUID, ip4 IPv4,"
          + " ip6 IPv6, e Enum8('a,b' = 1, 'it''s' = -2), n Nullable(String), l"
          + " LowCardinality(Nullable(String)), a Array(Nullable(String)), aa Array(Array(Int8)), m"
          + " Map(String, Array(UInt8)), tu Tuple(x Int32, y String), p Point, j JSON)"
          + " ENGINE = MergeTree ORDER BY id";

  /** Every character of ASCII comes, the quotes and backslashes more often. */
  private static final String TEXT =
      "concat(char(number % 128), 'a\\\\\"''\\t\\n\\\\N,(', char((number * 7) % 128), '漢😀')";

  private static final String RANDOM =
      "SELECT number, number % 2, toInt256(number) * -7, if(number = 3, -0.1, number / 7), number /"
          + " 10, " //
          + TEXT
          + ", toString(number), toDate32('1969-12-31') + number * 1000,"
          + " toDateTime('2024-10-27 00:00:00', 'Europe/Berlin') + number * 5000,"
          + " toDateTime64('2024-04-02 03:59:00.072229523', 9, 'UTC') + number,"
          + " reinterpretAsUUID(toUInt128(number) * 12345678901234567), toIPv4('203.0.113.9'),"
          + " toIPv6('2001:db8::7'), if(number % 2 = 0, 'a,b', 'it''s'), if(number % 3 = 0, NULL, "
          + TEXT
          + "), if(number % 3 = 1, NULL, '\\\\N'), [NULL, "
          + TEXT
          + ", 'NULL', ''], [[], [-1, 2]], map("
          + TEXT
          + ", [1, 2], '', []), ("
          + "-toInt32(number), "
          + TEXT
          + "), (number / 2, -1), '{\"k\":[1,\"(x\\\\\"\"],\"o\":{\"p\":\"é\\\\n\"}}'"
          + " FROM numbers("
          + ROWS
          + ")";

  @ParameterizedTest
  @CsvSource({
    "csv, CSV SETTINGS output_format_csv_serialize_tuple_into_separate_columns = 0",
    "tsv, TabSeparated"
  })
  void becomeTheRowsThatTheServerWrote(String valueFormat, String format) {
    try (SinkFixture sink = new SinkFixture("lines")) {
      String source = sink.name() + ".source";
      sink.query("CREATE TABLE " + source + TYPES);
      sink.query("CREATE TABLE " + sink.table("t") + TYPES);
      sink.query("INSERT INTO " + source + " " + RANDOM);
      List<String> lines =
          IntStream.range(0, ROWS)
              .mapToObj(id -> "SELECT * FROM " + source + " WHERE id = " + id + " FORMAT " + format)
              .map(SharedServers.clickHouse()::query)
              .toList();
      assertBecomeTheRowsOf(source, lines, valueFormat, sink);
    }
  }

  /** {@code \\N} is no character, {@code \\x} and {@code \\u} want more behind them. */
  @Test
  void meanByEveryEscapeWhatTheServerMeans() {
    try (SinkFixture sink = new SinkFixture("lines")) {
      String columns = " (id UInt32, s String, a Array(String)) ENGINE = MergeTree ORDER BY id";
      String source = sink.name() + ".source";
      sink.query("CREATE TABLE " + source + columns);
      sink.query("CREATE TABLE " + sink.table("t") + columns);
      List<String> lines =
          IntStream.rangeClosed('!', '~')
              .filter(c -> "Nxu".indexOf(c) < 0)
              .mapToObj(c -> "%d\t_\\%c_\t['_\\%c_']".formatted(c, c, c))
              .toList();
      sink.query("INSERT INTO " + source + " FORMAT TabSeparated\n" + String.join("\n", lines));
      assertBecomeTheRowsOf(source, lines, "tsv", sink);
    }
  }

  private static void assertBecomeTheRowsOf(
      String source, List<String> lines, String valueFormat, SinkFixture sink) {
    SharedServers.topics().create(sink.topic("t"), 1);
    SharedServers.topics().send(sink.topic("t"), 0, lines);
    sink.with("value.converter", "org.apache.kafka.connect.storage.StringConverter")
        .with("value.format", valueFormat);
    sink.config().remove("value.converter.schemas.enable");
    sink.start();
    sink.awaitCount("t", lines.size());
    String all = "SELECT * FROM %s ORDER BY id FORMAT JSONEachRow";
    assertThat(sink.query(all.formatted(sink.table("t"))))
        .isEqualTo(sink.query(all.formatted(source)));
  }
}
