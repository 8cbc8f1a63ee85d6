// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.blockhouse.connect.convert.ConversionOptions;
import io.blockhouse.connect.ledger.TableFitness;
import io.blockhouse.connect.metrics.SinkTaskMetrics;
import io.blockhouse.connect.shape.PlainShape;
import io.blockhouse.connect.shape.Tombstones;
import io.blockhouse.connect.table.InsertSettings;
import io.blockhouse.connect.table.TableId;
import io.blockhouse.connect.table.TableWriter;
import io.blockhouse.wire.TableColumn;
import io.blockhouse.wire.TableColumn.DefaultKind;
import io.blockhouse.wire.error.ConnectionException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which columns the INSERTs of a table with many of them list. */
class WideTableTest {
  private static final TableId WIDE = new TableId("default", "wide");
  private static final TopicPartition WIDE_0 = new TopicPartition("wide", 0);
  private static final int COLUMNS = 40;
  private static final int BLOCK_ROWS = 10;
  private static final int BATCH_ROWS = 100;
  private static final DeliveryLimits LIMITS =
      new DeliveryLimits(
          BATCH_ROWS, 1 << 20, 1_000, BLOCK_ROWS, 1 << 20, 16 << 20, 30_000, 100, 1_000, -1);

  private final FakeServer server = new FakeServer();
  private final FakeWorker worker = new FakeWorker();
  private final List<Object> records = new ArrayList<>();
  private long nowMs = 1_000_000;
  private Delivery delivery;

  @BeforeEach
  void createTableAndStart() {
    List<TableColumn> columns = new ArrayList<>();
    columns.add(new TableColumn("id", "UInt64", DefaultKind.NONE));
    for (int i = 0; i < COLUMNS; i++) {
      columns.add(new TableColumn("c" + i, "Nullable(Float64)", DefaultKind.NONE));
    }
    server.createTable(WIDE, columns.toArray(TableColumn[]::new));
    start(LIMITS, null);
  }

  private void start(DeliveryLimits limits, ClaimOptions claims) {
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
                    field -> {}),
            limits,
            claims,
            new SinkTaskMetrics(() -> nowMs),
            () -> nowMs,
            new Random(1));
  }

  private void rows(int count, String column) {
    for (int i = 0; i < count; i++) {
      records.add(Map.of("id", (long) records.size(), column, 0.5));
    }
  }

  private void deliver() {
    worker.topic(WIDE_0, records.toArray());
    worker.assign(delivery, List.of(WIDE_0));
    for (int turn = 0; turn < 20; turn++) {
      worker.iterate(delivery, 10_000);
      nowMs += 1_000;
    }
    assertThat(server.rows(WIDE))
        .containsExactlyElementsOf(LongStream.range(0, records.size()).boxed().toList());
  }

  @Test
  void listsTheColumnsThatTheRowsOfABatchHave() {
    rows(3, "c7");
    rows(2, "c30");
    deliver();
    assertThat(server.listed).containsExactly(List.of("id", "c7", "c30"));
  }

  @Test
  void listsOtherColumnsInTheNextBatchOfOneBlock() {
    rows(3, "c7");
    deliver();
    server.listed.clear();
    server.rows(WIDE).clear();
    worker.crash();
    records.clear();
    rows(2, "c30");
    worker.committed.clear();
    deliver();
    assertThat(server.listed).containsExactly(List.of("id", "c30"));
  }

  @Test
  void beginsTheNextBatchWithARowThatTheOpenInsertCannotTake() {
    rows(BLOCK_ROWS + 5, "c7");
    rows(1, "c30");
    rows(3 * BLOCK_ROWS, "c7");
    deliver();
    assertThat(server.listed).containsExactly(List.of("id", "c7"), List.of("id", "c7", "c30"));
    assertThat(server.batchSizes).containsExactly(BLOCK_ROWS + 5, 1 + 3 * BLOCK_ROWS);
  }

  @Test
  void endsAClaimBeforeARowThatWouldMakeItsBlockMuchLarger() {
    DeliveryLimits limits =
        new DeliveryLimits(
            100_000, 64 << 20, 1_000, 20_000, 8 << 20, 64 << 20, 30_000, 100, 1_000, -1);
    server.deduplicates = true;
    FakeLedger ledger = new FakeLedger(() -> nowMs);
    start(
        limits,
        new ClaimOptions(ledger, "ledger", new TableFitness(server, false), "c", "0", 10_000_000));
    rows(9_000, "c7");
    Map<String, Object> full = new HashMap<>(Map.of("id", (long) records.size()));
    for (int i = 0; i < COLUMNS; i++) {
      full.put("c" + i, 0.5);
    }
    records.add(full);
    rows(100, "c7");
    deliver();
    assertThat(server.listed).hasSize(2);
    assertThat(server.listed.get(0)).containsExactly("id", "c7");
    assertThat(server.listed.get(1)).hasSize(1 + COLUMNS);
    assertThat(server.batchSizes).containsExactly(9_000, 101);
  }

  @Test
  void storesARowOnceThatWaitsForTheServerToAnswer() {
    rows(BLOCK_ROWS + 5, "c7");
    rows(1, "c30");
    rows(5, "c7");
    boolean[] struck = {false};
    server.faults =
        (moment, table) -> {
          if (moment == FakeServer.Moment.END && !struck[0]) {
            struck[0] = true;
            return new ConnectionException("gone", null);
          }
          return null;
        };
    deliver();
    assertThat(struck[0]).isTrue();
  }

  @Test
  void soonListsAllColumnsOfRecordsWhoseFieldsVary() {
    Random random = new Random(7);
    for (int i = 0; i < 30 * BATCH_ROWS; i++) {
      rows(1, "c" + random.nextInt(COLUMNS));
    }
    deliver();
    assertThat(server.listed.get(server.listed.size() - 1)).hasSize(1 + COLUMNS);
    assertThat(server.listed).as("INSERTs").hasSizeLessThan(30 + 15);
  }
}
