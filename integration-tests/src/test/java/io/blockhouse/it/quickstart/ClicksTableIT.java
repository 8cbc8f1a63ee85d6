// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import io.blockhouse.it.SharedServers;
import io.blockhouse.it.clickhouse.ClickHouseServer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The quickstart's judgement itself: rows that ClickHouse parsed without the connector. */
class ClicksTableIT {
  private static final int ROWS = 10_000;
  private static final String DATABASE = "clicks_table_it";

  private final ClickHouseServer server = SharedServers.clickHouse();

  @AfterEach
  void dropDatabase() {
    server.query("DROP DATABASE IF EXISTS " + DATABASE + " SYNC");
  }

  @Test
  void clickHouseComputesTheChecksumOfTheProducer() {
    ClicksTable table = new ClicksTable(server, DATABASE, "clicks");
    table.create();
    RowsChecksum produced = insertDirectly();

    assertThat(table.count()).isEqualTo(ROWS);
    assertThat(table.parts()).isEqualTo(1);
    assertThat(table.checksum()).isEqualTo(produced);
    assertThat(table.summary()).contains("country");

    server.query(
        "ALTER TABLE clicks_table_it.clicks UPDATE price = price + 0.01 WHERE event_id ="
            + " (SELECT min(event_id) FROM clicks_table_it.clicks) SETTINGS mutations_sync = 1");
    assertThat(table.checksum()).isNotEqualTo(produced);
  }

  private RowsChecksum insertDirectly() {
    ClickEvents events = new ClickEvents(42);
    ClickJson json = new ClickJson();
    RowsChecksum sum = RowsChecksum.NONE;
    StringBuilder insert =
        new StringBuilder("INSERT INTO clicks_table_it.clicks FORMAT JSONEachRow\n");
    for (int i = 0; i < ROWS; i++) {
      Click click = events.next();
      sum = sum.plus(click);
      insert.append(new String(json.write(click), StandardCharsets.UTF_8)).append('\n');
    }
    server.query(insert.toString());
    return sum;
  }
}
