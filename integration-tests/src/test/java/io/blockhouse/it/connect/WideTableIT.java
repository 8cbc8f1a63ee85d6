// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.connect;

import static org.assertj.core.api.Assertions.assertThat;

import io.blockhouse.it.SharedServers;
import io.blockhouse.it.SharedServersCheck;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A table of a thousand columns, of which records carry five, among many other tables. */
@ExtendWith(SharedServersCheck.class)
class WideTableIT {
  private static final int COLUMNS = 999;
  private static final int OTHER_TABLES = 300;
  private static final int ROWS = 5_000;
  private static final String DESCRIBED =
      "FROM system\\.(?:columns|tables)[^;]*?(?:table|name) = '([^']*)'";
  private static final String LISTED = "INSERT INTO `[^`]*`\\.`[^`]*` \\(([^)]*)\\)";

  private static String row(int id, String... columns) {
    StringBuilder json = new StringBuilder("{\"id\": ").append(id);
    for (String column : columns) {
      json.append(", \"").append(column).append("\": ").append(id).append(".5");
    }
    return json.append('}').toString();
  }

  private static void createTable(SinkFixture sink) {
    sink.query(
        IntStream.rangeClosed(1, COLUMNS)
            .mapToObj("c%03d Nullable(Float64)"::formatted)
            .collect(
                Collectors.joining(
                    ", ",
                    "CREATE TABLE " + sink.table("t") + " (id UInt64, ",
                    ") ENGINE = MergeTree ORDER BY id")));
  }

  private static void createOtherTables(SinkFixture sink) {
    for (int i = 0; i < OTHER_TABLES; i++) {
      sink.query("CREATE TABLE " + sink.table("other" + i) + " (id UInt64) ENGINE = Null");
    }
  }

  @Test
  void isDescribedAloneAndGetsOnlyTheColumnsThatItsRecordsCarry() throws Exception {
    try (SinkFixture sink = new SinkFixture("wide");
        StatementTap tap = new StatementTap(SharedServers.clickHouse())) {
      createTable(sink);
      createOtherTables(sink);
      SharedServers.topics().create(sink.topic("t"), 1);
      sink.with("clickhouse.hosts", tap.hostAndPort()).with("block.max.rows", "1000").start();
      assertThat(tap.matches(DESCRIBED)).as("validation").containsOnly(sink.topic("t"));

      tap.forget();
      List<String> records =
          IntStream.range(0, ROWS).mapToObj(id -> row(id, "c017", "c217", "c417", "c617")).toList();
      SharedServers.topics().send(sink.topic("t"), records);
      sink.awaitCount("t", ROWS);
      assertThat(tap.matches(DESCRIBED)).as("the task").containsExactly(sink.topic("t"));
      assertThat(Set.copyOf(tap.matches(LISTED)))
          .containsExactly("`id`, `c017`, `c217`, `c417`, `c617`");
      assertThat(tap.bytes())
          .as("on the wire")
          .isLessThan(ROWS * 5L * Double.BYTES + tap.matches(LISTED).size() * 4_096L);

      SharedServers.topics().send(sink.topic("t"), List.of(row(ROWS, "c999"), row(ROWS + 1)));
      sink.awaitCount("t", ROWS + 2);
      List<String> lists = tap.matches(LISTED);
      assertThat(lists.get(lists.size() - 1)).contains("`c999`").doesNotContain("`c998`");
      assertThat(tap.matches(DESCRIBED)).hasSize(1);
      assertThat(
              sink.query(
                  "SELECT count(), uniqExact(id), countIf(c017 = id + 0.5), countIf(c617 = id + 0.5),"
                      + " countIf(c999 = id + 0.5), count(c001), count(c998) FROM "
                      + sink.table("t")))
          .isEqualTo((ROWS + 2) + "\t" + (ROWS + 2) + "\t" + ROWS + "\t" + ROWS + "\t1\t0\t0");
    }
  }

  @Test
  void takesRecordsThatCarryEverythingAmongThoseThatCarryLittle() throws Exception {
    try (SinkFixture sink = new SinkFixture("widemixed")) {
      createTable(sink);
      SharedServers.topics().create(sink.topic("t"), 1);
      String[] all =
          IntStream.rangeClosed(1, COLUMNS).mapToObj("c%03d"::formatted).toArray(String[]::new);
      List<String> records =
          IntStream.range(0, ROWS)
              .mapToObj(
                  id -> id % 1_000 == 777 ? row(id, all) : row(id, "c%03d".formatted(1 + id % 10)))
              .toList();
      SharedServers.topics().send(sink.topic("t"), records);
      sink.with("block.max.rows", "100").start();
      sink.awaitCommitted("t", ROWS);
      assertThat(
              sink.query(
                  "SELECT count(), uniqExact(id), countIf(c999 = id + 0.5), countIf(c001 = id + 0.5),"
                      + " sum(id) FROM "
                      + sink.table("t")))
          .isEqualTo(
              ROWS + "\t" + ROWS + "\t5\t" + (ROWS / 10 + 5) + "\t" + ROWS * (ROWS - 1L) / 2);
    }
  }
}
