// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.blockhouse.connect.convert.ConversionOptions;
import io.blockhouse.connect.metrics.SinkTaskMetrics;
import io.blockhouse.connect.schema.SchemaOptions;
import io.blockhouse.connect.shape.PlainShape;
import io.blockhouse.connect.shape.Tombstones;
import io.blockhouse.connect.table.InsertSettings;
import io.blockhouse.connect.table.TableId;
import io.blockhouse.connect.table.TableWriter;
import io.blockhouse.wire.TableColumn;
import io.blockhouse.wire.TableColumn.DefaultKind;
import io.blockhouse.wire.error.ServerException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SchemaEvolutionTest {
  private static final TableId CLICKS = new TableId("default", "clicks");
  private static final TopicPartition CLICKS_0 = new TopicPartition("clicks", 0);
  private static final DeliveryLimits LIMITS =
      new DeliveryLimits(100, 1 << 20, 1_000, 10, 1 << 20, 16 << 20, 30_000, 100, 1_000, -1);
  private static final SchemaOptions BOTH =
      new SchemaOptions(true, true, "MergeTree", "id", "", "");

  private final FakeServer server = new FakeServer();
  private final FakeWorker worker = new FakeWorker();
  private final List<String> skipped = new ArrayList<>();
  private long nowMs = 1_000_000;
  private SinkTaskMetrics metrics;
  private Delivery delivery;

  @BeforeEach
  void startDelivery() {
    metrics = new SinkTaskMetrics(() -> nowMs);
    delivery =
        new Delivery(
            worker,
            server,
            new PlainShape(Tombstones.IGNORE, ""),
            record -> new TableId("default", record.topic()),
            table ->
                new TableWriter(
                    table,
                    server,
                    new InsertSettings(List.of()),
                    new ConversionOptions(false, true),
                    skipped::add,
                    BOTH),
            LIMITS,
            metrics,
            () -> nowMs,
            new Random(1));
  }

  private void createTable(TableColumn... more) {
    List<TableColumn> columns = new ArrayList<>();
    columns.add(new TableColumn("id", "UInt64", DefaultKind.NONE));
    columns.addAll(Arrays.asList(more));
    server.createTable(CLICKS, columns.toArray(TableColumn[]::new));
  }

  private static Map<String, Object> row(long id, Object... fields) {
    Map<String, Object> row = new HashMap<>();
    row.put("id", id);
    for (int i = 0; i < fields.length; i += 2) {
      row.put((String) fields[i], fields[i + 1]);
    }
    return row;
  }

  private void deliver(Object... values) {
    worker.topic(CLICKS_0, values);
    worker.assign(delivery, List.of(CLICKS_0));
    for (int turn = 0; turn < 5; turn++) {
      worker.iterate(delivery, 1_000);
      nowMs += 1_000;
    }
  }

  @Test
  void addsTheColumnOnceAndStoresEveryRowOnce() {
    createTable();
    deliver(row(1), row(2, "x", 5L), row(3), row(4, "x", 6L));
    assertThat(server.statements)
        .containsExactly(
            "ALTER TABLE `default`.`clicks` ADD COLUMN IF NOT EXISTS `x` Nullable(Int64)");
    assertThat(server.rows(CLICKS)).containsExactly(1L, 2L, 3L, 4L);
    assertThat(server.batchSizes).as("no empty batch").doesNotContain(0);
    assertThat(skipped).isEmpty();
  }

  @Test
  void waitsForAValueThatShowsTheType() {
    createTable();
    deliver(row(1), row(2, "x", 7L, "y", null, "z", List.of()));
    assertThat(server.statements)
        .containsExactly(
            "ALTER TABLE `default`.`clicks` ADD COLUMN IF NOT EXISTS `x` Nullable(Int64)");
  }

  @Test
  void computedColumnsAreNeitherAddedNorAskedForAgain() {
    createTable(new TableColumn("twice", "UInt64", DefaultKind.MATERIALIZED));
    deliver(row(1), row(2, "twice", 4L));
    assertThat(server.statements).isEmpty();
    assertThat(server.rows(CLICKS)).containsExactly(1L);
    assertThat(metrics.getRecordsDeadLettered())
        .as("unknown.fields=fail still holds for fields that no column can be added for")
        .isEqualTo(1);
  }

  @Test
  void createsAMissingTableFromTheFirstRecord() {
    deliver(row(1), row(2, "x", 5L));
    assertThat(server.statements)
        .containsExactly(
            "CREATE TABLE IF NOT EXISTS `default`.`clicks` (`id` Int64) ENGINE = MergeTree"
                + " ORDER BY (id)",
            "ALTER TABLE `default`.`clicks` ADD COLUMN IF NOT EXISTS `x` Nullable(Int64)");
    assertThat(server.rows(CLICKS)).containsExactly(1L, 2L);
  }

  @Test
  void refusedStatementsKeepTheRecordsAndNameThePrivilege() {
    createTable();
    server.ddlFailure = new ServerException(497, "Not enough privileges");
    deliver(row(1), row(2, "x", 5L), row(3));
    assertThat(server.rows(CLICKS)).containsExactly(1L);
    assertThat(metrics.getLastError()).contains("497", "ALTER ADD COLUMN");
    assertThat(metrics.getRecordsDeadLettered()).isZero();
  }

  @Test
  void goesOnWhenTheStatementIsAllowedLater() {
    server.ddlFailure = new ServerException(497, "Not enough privileges");
    worker.topic(CLICKS_0, row(1), row(2));
    worker.assign(delivery, List.of(CLICKS_0));
    worker.iterate(delivery, 1_000);
    assertThat(server.tables).doesNotContainKey(CLICKS);
    server.ddlFailure = null;
    for (int turn = 0; turn < 5; turn++) {
      nowMs += 1_000;
      worker.iterate(delivery, 1_000);
    }
    assertThat(server.rows(CLICKS)).containsExactly(1L, 2L);
  }
}
