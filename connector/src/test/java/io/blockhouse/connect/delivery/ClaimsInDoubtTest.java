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
import io.blockhouse.wire.error.ServerException;
import io.blockhouse.wire.error.WireException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Ways to store rows twice, or to lose a report, that the model of the claim protocol found: played
 * here with the tasks themselves.
 */
class ClaimsInDoubtTest {
  private static final TableId TABLE = new TableId("default", "t");
  private static final TopicPartition PARTITION = new TopicPartition("t", 0);
  private static final WireException NO_ANSWER = new ConnectionException("reset", null);
  private static final WireException NO_MEMORY =
      new ServerException(241, "Memory limit (total) exceeded");

  private final FakeServer server = new FakeServer();
  private long nowMs = 1_000_000;
  private final FakeLedger ledger = new FakeLedger(() -> nowMs);
  private final Task one = new Task();
  private final Task two = new Task();

  private final class Task {
    final FakeWorker worker = new FakeWorker();
    final Delivery delivery =
        new Delivery(
            worker,
            server,
            new PlainShape(Tombstones.IGNORE, ""),
            record -> TABLE,
            table ->
                new TableWriter(
                    table,
                    server,
                    InsertSettings.exactlyOnce(List.of()),
                    new ConversionOptions(false, false),
                    field -> {}),
            new DeliveryLimits(1_000, 1 << 20, 500, 100, 1 << 20, 16 << 20, 30_000, 100, 1_000, -1),
            new ClaimOptions(
                ledger, "ledger", new TableFitness(server, false), "c", "0", 10_000_000),
            new SinkTaskMetrics(() -> nowMs),
            () -> nowMs,
            new Random(1));

    void assign() {
      worker.assign(delivery, List.of(PARTITION));
    }

    private boolean isAssigned() {
      return worker.positions.containsKey(PARTITION);
    }

    void turns(int count) {
      for (int turn = 0; turn < count && isAssigned(); turn++) {
        nowMs += 1_500;
        worker.iterate(delivery, 100);
      }
    }

    void crash() {
      delivery.stop();
      worker.crash();
    }
  }

  @BeforeEach
  void fourRowsInTheTopic() {
    server.deduplicates = true;
    server.createTable(TABLE, new TableColumn("id", "UInt64", DefaultKind.NONE));
    for (Task task : List.of(one, two)) {
      task.worker.topic(
          PARTITION,
          DeliveryTest.row(0),
          DeliveryTest.row(1),
          DeliveryTest.row(2),
          DeliveryTest.row(3));
    }
  }

  private void atTheEnd(WireException fault) {
    server.faults = (moment, table) -> moment == FakeServer.Moment.AWAIT ? fault : null;
  }

  private void assertEachRowOnce() {
    atTheEnd(null);
    server.storesBeforeLostAnswer = false;
    one.turns(40);
    two.turns(40);
    server.land();
    assertThat(server.rows(TABLE)).containsExactlyInAnyOrder(0L, 1L, 2L, 3L);
  }

  @Test
  void rowsThatMayBeStoredAreNotClaimedInPartsWhenMemoryIsShort() {
    one.assign();
    server.storesBeforeLostAnswer = true;
    atTheEnd(NO_ANSWER);
    one.turns(2);
    server.storesBeforeLostAnswer = false;
    atTheEnd(NO_MEMORY);
    one.turns(10);
    assertEachRowOnce();
  }

  @Test
  void rowsOfACrashedOwnerAreNotClaimedInPartsWhenMemoryIsShort() {
    one.assign();
    server.storesBeforeLostAnswer = true;
    atTheEnd(NO_ANSWER);
    one.turns(2);
    one.crash();
    server.storesBeforeLostAnswer = false;
    atTheEnd(NO_MEMORY);
    two.assign();
    two.turns(10);
    assertEachRowOnce();
  }

  @Test
  void ownerWhoseRowsAnotherHasStoredDoesNotClaimThemInParts() {
    one.assign();
    atTheEnd(NO_MEMORY);
    one.turns(3);
    two.assign();
    atTheEnd(null);
    two.turns(2);
    atTheEnd(NO_MEMORY);
    one.turns(8);
    assertEachRowOnce();
  }

  @Test
  void rowsThatOnlyAViewLacksAreNotClaimedInPartsWhenMemoryIsShort() {
    one.assign();
    server.storesBeforeLostAnswer = true;
    atTheEnd(
        new ServerException(
            241,
            "Memory limit (total) exceeded: while pushing to view default.v"
                + " (00000000-0000-0000-0000-000000000000)"));
    one.turns(10);
    assertEachRowOnce();
  }

  @Test
  void rowsThatNeverPassAsAWholeAreClaimedInParts() {
    one.assign();
    server.faults =
        (moment, table) ->
            moment == FakeServer.Moment.END && server.rowsInHand() > 2 ? NO_MEMORY : null;
    one.turns(20);
    assertThat(server.rows(TABLE)).containsExactly(0L, 1L, 2L, 3L);
    assertThat(server.batchSizes).containsExactly(2, 2);
  }

  @Test
  void claimIsNotMadeBeforeReportsBelowItAreConfirmed() {
    one.worker.confirmation = new CompletableFuture<>();
    server.refused.add(0L);
    one.assign();
    one.turns(20);
    one.crash();
    two.assign();
    two.turns(20);
    assertThat(two.worker.deadLetters).extracting(record -> record.kafkaOffset()).contains(0L);
    assertThat(server.rows(TABLE)).containsExactly(1L, 2L, 3L);
  }

  @Test
  void aRecordForWhichTheTableWasAlteredIsNotRefused() {
    TableColumn id = new TableColumn("id", "UInt64", DefaultKind.NONE);
    server.tables.put(TABLE, List.of(id, new TableColumn("n", "UInt8", DefaultKind.NONE)));
    one.assign();
    one.turns(2);
    server.tables.put(TABLE, List.of(id, new TableColumn("n", "UInt16", DefaultKind.NONE)));
    one.worker.topics.get(PARTITION).add(DeliveryTest.row(4));
    one.worker.topics.get(PARTITION).add(DeliveryTest.wideRow(5));
    one.turns(6);
    assertThat(server.rows(TABLE)).containsExactly(0L, 1L, 2L, 3L, 4L, 5L);
    assertThat(one.worker.deadLetters).isEmpty();
  }
}
