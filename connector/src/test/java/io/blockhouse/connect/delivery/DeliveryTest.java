// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.blockhouse.connect.convert.ConversionOptions;
import io.blockhouse.connect.error.ConversionException;
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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DeliveryTest {
  private static final TableId CLICKS = new TableId("default", "clicks");
  private static final TableId VIEWS = new TableId("default", "views");
  private static final TopicPartition CLICKS_0 = new TopicPartition("clicks", 0);
  private static final TopicPartition CLICKS_1 = new TopicPartition("clicks", 1);
  private static final TopicPartition VIEWS_0 = new TopicPartition("views", 0);
  private static final DeliveryLimits LIMITS =
      new DeliveryLimits(100, 1 << 20, 1_000, 10, 1 << 20, 16 << 20, 30_000, 100, 1_000, -1);

  private final FakeServer server = new FakeServer();
  private final FakeWorker worker = new FakeWorker();
  private long nowMs = 1_000_000;
  private SinkTaskMetrics metrics;
  private Delivery delivery;

  @BeforeEach
  void createTables() {
    server.createTable(CLICKS, new TableColumn("id", "UInt64", DefaultKind.NONE));
    server.createTable(VIEWS, new TableColumn("id", "UInt64", DefaultKind.NONE));
    delivery = newDelivery(LIMITS);
  }

  private Delivery newDelivery(DeliveryLimits limits) {
    metrics = new SinkTaskMetrics(() -> nowMs);
    InsertSettings settings = new InsertSettings(List.of());
    ConversionOptions options = new ConversionOptions(false, false);
    return new Delivery(
        worker,
        server,
        new PlainShape(Tombstones.IGNORE, ""),
        record -> new TableId("default", record.topic()),
        table -> new TableWriter(table, server, settings, options, field -> {}),
        limits,
        metrics,
        () -> nowMs,
        new Random(1));
  }

  static Map<String, Object> row(long id) {
    Map<String, Object> value = new HashMap<>();
    value.put("id", id);
    return value;
  }

  static Map<String, Object> badRow() {
    Map<String, Object> value = new HashMap<>();
    value.put("id", "no number");
    return value;
  }

  private void fill(TopicPartition partition, long from, long to) {
    worker.topics.put(
        partition,
        new ArrayList<>(LongStream.range(from, to).mapToObj(DeliveryTest::row).toList()));
  }

  private static Long[] ids(long from, long to) {
    return LongStream.range(from, to).boxed().toArray(Long[]::new);
  }

  private void assertCountersAddUp() {
    assertThat(metrics.getRecordsReceived())
        .isEqualTo(
            metrics.getRowsAcked()
                + metrics.getRecordsDeadLettered()
                + metrics.getRecordsIgnored()
                + metrics.getRowsOpen()
                + metrics.getRowsReleased());
  }

  /** Turns of the worker's loop, a second apart. */
  private void turns(int count) {
    for (int turn = 0; turn < count; turn++) {
      nowMs += 1_000;
      worker.iterate(delivery, 1_000);
    }
  }

  private long committable(TopicPartition partition) {
    worker.commit(delivery, List.of(partition));
    return worker.committed.getOrDefault(partition, 0L);
  }

  @Test
  void offsetsAreNotCommittedBeforeTheServerAcknowledged() {
    fill(CLICKS_0, 0, 50);
    worker.assign(delivery, List.of(CLICKS_0));
    worker.iterate(delivery, 1_000);

    assertThat(committable(CLICKS_0)).isZero();
    assertThat(server.rows(CLICKS)).isEmpty();
    assertThat(metrics.getRowsOpen()).isEqualTo(50);

    nowMs += 1_000;
    worker.iterate(delivery, 1_000);
    assertThat(committable(CLICKS_0)).isEqualTo(50);
    assertThat(server.rows(CLICKS)).containsExactly(ids(0, 50));
    assertCountersAddUp();
  }

  @Test
  void aFullBatchIsOneInsertOfManyBlocks() {
    fill(CLICKS_0, 0, 250);
    worker.assign(delivery, List.of(CLICKS_0));
    worker.iterate(delivery, 1_000);

    assertThat(committable(CLICKS_0)).isEqualTo(200);
    assertThat(server.batchSizes).containsExactly(100, 100);
    assertThat(server.opened).containsEntry(CLICKS, 3);
    assertThat(server.tokens).hasSize(3);
  }

  @Test
  void theNextBatchStreamsWhileOneAwaitsItsAnswerButIsNotEndedBefore() {
    server.slow = true;
    fill(CLICKS_0, 0, 250);
    worker.assign(delivery, List.of(CLICKS_0));
    worker.iterate(delivery, 1_000);
    assertThat(server.opened).containsEntry(CLICKS, 2);
    assertThat(server.rowsInHand()).isEqualTo(90); // all but its last block
    assertThat(server.ended).containsEntry(CLICKS, 1);
    assertThat(committable(CLICKS_0)).isZero();
    // Until the answer comes nothing more is read, and what was let pass is not read in vain.
    assertThat(worker.paused).containsExactly(CLICKS_0);
    nowMs += 1_000;
    worker.iterate(delivery, 1_000);
    assertThat(worker.positions).containsEntry(CLICKS_0, 250L);

    server.slow = false;
    turns(3);
    assertThat(committable(CLICKS_0)).isEqualTo(250);
    assertThat(server.rows(CLICKS)).containsExactly(ids(0, 250));
    assertCountersAddUp();
  }

  @Test
  void aBatchThatFailsWhileTheNextOneStreamsIsReadAgainWithIt() {
    server.slow = true;
    fill(CLICKS_0, 0, 180);
    worker.assign(delivery, List.of(CLICKS_0));
    worker.iterate(delivery, 1_000);
    assertThat(server.inUse).isEqualTo(2);

    server.slow = false;
    server.faults =
        (moment, table) ->
            moment == FakeServer.Moment.AWAIT ? new ServerException(241, "memory") : null;
    nowMs += 100;
    worker.iterate(delivery, 1_000);
    assertThat(server.inUse).isZero();
    assertThat(committable(CLICKS_0)).isZero();

    server.faults = (moment, table) -> null;
    turns(4);
    assertThat(committable(CLICKS_0)).isEqualTo(180);
    assertThat(server.rows(CLICKS)).containsExactlyInAnyOrder(ids(0, 180));
    assertCountersAddUp();
  }

  @Test
  void anAnswerOfABatchOfSeveralBlocksIsLookedForWhileNoRecordsCome() {
    server.slow = true;
    fill(CLICKS_0, 0, 100);
    worker.assign(delivery, List.of(CLICKS_0));
    worker.iterate(delivery, 1_000);
    assertThat(worker.timeoutMs).isBetween(1L, 100L);
    server.slow = false;
    nowMs += 100;
    worker.iterate(delivery, 1_000);
    assertThat(server.rows(CLICKS)).containsExactly(ids(0, 100));
    assertThat(metrics.getRowsOpen()).isZero();
  }

  @Test
  void theTaskAsksToBeWokenWhenTheLingerEnds() {
    fill(CLICKS_0, 0, 5);
    worker.assign(delivery, List.of(CLICKS_0));
    worker.iterate(delivery, 1_000);
    assertThat(worker.timeoutMs).isBetween(1L, 1_000L);

    nowMs += worker.timeoutMs;
    worker.iterate(delivery, 1_000);
    assertThat(server.rows(CLICKS)).containsExactly(ids(0, 5));
    assertThat(worker.timeoutMs).isEqualTo(-1);
  }

  @Test
  void preCommitFlushesWhatIsOlderThanTheLinger() {
    fill(CLICKS_0, 0, 5);
    worker.assign(delivery, List.of(CLICKS_0));
    worker.iterate(delivery, 1_000);
    nowMs += 1_000;

    assertThat(committable(CLICKS_0)).isEqualTo(5);
  }

  @Test
  void aOneBlockBatchIsSentAgainUnderTheSameToken() {
    fill(CLICKS_0, 0, 5);
    worker.assign(delivery, List.of(CLICKS_0));
    worker.iterate(delivery, 1_000);
    nowMs += 1_000;
    failOnce(FakeServer.Moment.AWAIT, new ConnectionException("reset", null));
    worker.iterate(delivery, 1_000);
    assertThat(worker.paused).containsExactly(CLICKS_0);
    assertThat(committable(CLICKS_0)).isZero();

    nowMs += 100;
    worker.iterate(delivery, 1_000);
    assertThat(server.rows(CLICKS)).containsExactly(ids(0, 5));
    assertThat(server.tokens).hasSize(1);
    assertThat(worker.paused).isEmpty();
    assertThat(committable(CLICKS_0)).isEqualTo(5);
    assertThat(metrics.getBatchesOfUnknownFate()).isEqualTo(1);
    assertCountersAddUp();
  }

  @Test
  void aStreamedBatchThatFailsIsReadAgainFromKafka() {
    fill(CLICKS_0, 0, 35);
    worker.assign(delivery, List.of(CLICKS_0));
    worker.iterate(delivery, 1_000);
    nowMs += 1_000;
    failOnce(FakeServer.Moment.END, new ConnectionException("reset", null));
    worker.iterate(delivery, 1_000);
    assertThat(server.rows(CLICKS)).isEmpty();
    assertThat(metrics.getRowsOpen()).isEqualTo(35);
    assertCountersAddUp();

    turns(5);
    assertThat(server.rows(CLICKS)).containsExactly(ids(0, 35));
    assertThat(server.tokens).hasSize(2);
    assertThat(metrics.getRecordsReceived()).isEqualTo(35);
    assertThat(committable(CLICKS_0)).isEqualTo(35);
    assertCountersAddUp();
  }

  @Test
  void aTableThatIsDownDoesNotStopAnother() {
    fill(CLICKS_0, 0, 200);
    fill(VIEWS_0, 0, 200);
    server.faults =
        (moment, table) ->
            table.equals(VIEWS) && moment != FakeServer.Moment.DESCRIBE
                ? new ServerException(242, "read only")
                : null;
    worker.assign(delivery, List.of(CLICKS_0, VIEWS_0));
    for (int turn = 0; turn < 20; turn++) {
      nowMs += 500;
      worker.iterate(delivery, 1_000);
    }
    assertThat(server.rows(CLICKS)).containsExactly(ids(0, 200));
    assertThat(committable(CLICKS_0)).isEqualTo(200);
    assertThat(server.rows(VIEWS)).isEmpty();
    assertThat(committable(VIEWS_0)).isZero();
    assertThat(metrics.getBlockedTables()).isEqualTo(1);
    assertThat(metrics.getLastErrorCode()).isEqualTo(242);
    assertCountersAddUp();

    server.faults = (moment, table) -> null;
    for (int turn = 0; turn < 20; turn++) {
      nowMs += 500;
      worker.iterate(delivery, 1_000);
    }
    assertThat(server.rows(VIEWS)).containsExactly(ids(0, 200));
    assertThat(metrics.getBlockedTables()).isZero();
    assertCountersAddUp();
  }

  @Test
  void recordsOfAHealthyTableAreNotDoubledByTheRewindOfAnother() {
    // Both tables share one partition, so a rewind for one delivers the other's records again.
    List<Object> mixed = new ArrayList<>();
    for (long id = 0; id < 60; id++) {
      mixed.add(row(id));
    }
    worker.topics.put(CLICKS_0, mixed);
    delivery =
        new Delivery(
            worker,
            server,
            new PlainShape(Tombstones.IGNORE, ""),
            record -> record.topic().equals("views") ? VIEWS : CLICKS,
            table ->
                new TableWriter(
                    table,
                    server,
                    new InsertSettings(List.of()),
                    new ConversionOptions(false, false),
                    field -> {}),
            LIMITS,
            metrics,
            () -> nowMs,
            new Random(1));
    worker.assign(delivery, List.of(CLICKS_0));
    failOnceFor(VIEWS, FakeServer.Moment.OPEN, new ServerException(202, "busy"));
    for (int turn = 0; turn < 10; turn++) {
      nowMs += 1_000;
      worker.iterateRouted(delivery, offset -> offset % 2 == 0 ? "clicks" : "views", 1_000);
    }
    assertThat(server.rows(CLICKS)).hasSize(30).doesNotHaveDuplicates();
    assertThat(server.rows(VIEWS)).hasSize(30).doesNotHaveDuplicates();
    assertThat(metrics.getRecordsSkipped()).isPositive();
    assertThat(committable(CLICKS_0)).isEqualTo(60);
    assertCountersAddUp();
  }

  @Test
  void aBadRecordIsReportedOnceAlsoWhenItIsDeliveredAgain() {
    fill(CLICKS_0, 0, 35);
    worker.topics.get(CLICKS_0).set(17, badRow());
    worker.assign(delivery, List.of(CLICKS_0));
    failOnce(FakeServer.Moment.END, new ConnectionException("reset", null));
    for (int turn = 0; turn < 8; turn++) {
      worker.iterate(delivery, 1_000);
      nowMs += 1_000;
    }
    assertThat(worker.deadLetters).hasSize(1);
    assertThat(worker.deadLetters.get(0).kafkaOffset()).isEqualTo(17);
    assertThat(server.rows(CLICKS)).hasSize(34).doesNotHaveDuplicates().doesNotContain(17L);
    assertThat(committable(CLICKS_0)).isEqualTo(35);
    assertCountersAddUp();
  }

  @Test
  void anUnconfirmedReportHoldsItsOffsetBack() {
    fill(CLICKS_0, 0, 5);
    worker.topics.get(CLICKS_0).set(2, badRow());
    worker.confirmation = new CompletableFuture<>();
    worker.assign(delivery, List.of(CLICKS_0));
    worker.iterate(delivery, 1_000);
    nowMs += 1_000;
    worker.iterate(delivery, 1_000);
    assertThat(committable(CLICKS_0)).isEqualTo(2);

    worker.confirmation.complete(null);
    assertThat(committable(CLICKS_0)).isEqualTo(5);
  }

  @Test
  void withoutAReporterTheTaskFailsButCommitsWhatIsDoneFirst() {
    worker.reporting = false;
    delivery = newDelivery(LIMITS);
    fill(CLICKS_0, 0, 20);
    worker.topics.get(CLICKS_0).set(7, badRow());
    worker.assign(delivery, List.of(CLICKS_0));
    worker.iterate(delivery, 1_000);

    assertThatThrownBy(() -> worker.iterate(delivery, 1_000))
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("clicks-0-7")
        .hasMessageContaining("id")
        .hasMessageNotContaining("no number");
    assertThat(worker.committed).containsEntry(CLICKS_0, 7L);
    assertThat(server.rows(CLICKS)).containsExactly(ids(0, 7));
  }

  @Test
  void tombstonesAreIgnoredAndCountedOnce() {
    worker.topic(CLICKS_0, row(0), FakeWorker.Tombstone.INSTANCE, row(2));
    worker.assign(delivery, List.of(CLICKS_0));
    worker.iterate(delivery, 1_000);
    nowMs += 1_000;
    worker.iterate(delivery, 1_000);
    assertThat(server.rows(CLICKS)).containsExactly(0L, 2L);
    assertThat(metrics.getRecordsIgnored()).isEqualTo(1);
    assertThat(committable(CLICKS_0)).isEqualTo(3);
    assertCountersAddUp();
  }

  @Test
  void aRecordWithoutARouteIsReportedOnceAndTheOthersLand() {
    routeByOffset(17);
    fill(CLICKS_0, 0, 35);
    worker.assign(delivery, List.of(CLICKS_0));
    failOnce(FakeServer.Moment.END, new ConnectionException("reset", null));
    for (int turn = 0; turn < 8; turn++) {
      worker.iterate(delivery, 1_000);
      nowMs += 1_000;
    }
    assertThat(worker.deadLetters).extracting("kafkaOffset").containsExactly(17L);
    assertThat(server.rows(CLICKS)).hasSize(34).doesNotHaveDuplicates().doesNotContain(17L);
    assertThat(committable(CLICKS_0)).isEqualTo(35);
    assertCountersAddUp();
  }

  @Test
  void aRecordWithoutARouteAndWithoutAReporterFailsTheTaskNamingIt() {
    worker.reporting = false;
    routeByOffset(7);
    fill(CLICKS_0, 0, 20);
    worker.assign(delivery, List.of(CLICKS_0));
    worker.iterate(delivery, 1_000);

    assertThatThrownBy(() -> worker.iterate(delivery, 1_000))
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("clicks-0-7")
        .hasMessageContaining("lacks a tenant");
    assertThat(worker.committed).containsEntry(CLICKS_0, 7L);
    // Later records of the partition may be there already; they come again after a restart.
    assertThat(server.rows(CLICKS)).contains(ids(0, 7)).doesNotContain(7L);
  }

  @Test
  void aTombstoneIsIgnoredEvenWhereNoTableCouldBeToldForIt() {
    routeByOffset(1);
    worker.topic(CLICKS_0, row(0), FakeWorker.Tombstone.INSTANCE, row(2));
    worker.assign(delivery, List.of(CLICKS_0));
    worker.iterate(delivery, 1_000);
    nowMs += 1_000;
    worker.iterate(delivery, 1_000);
    assertThat(worker.deadLetters).isEmpty();
    assertThat(metrics.getRecordsIgnored()).isEqualTo(1);
    assertThat(committable(CLICKS_0)).isEqualTo(3);
  }

  /** A router that knows no table for one offset. */
  private void routeByOffset(long unroutable) {
    InsertSettings settings = new InsertSettings(List.of());
    ConversionOptions options = new ConversionOptions(false, false);
    delivery =
        new Delivery(
            worker,
            server,
            new PlainShape(Tombstones.IGNORE, ""),
            record -> {
              if (record.originalKafkaOffset() == unroutable) {
                throw new ConversionException("it lacks a tenant");
              }
              return CLICKS;
            },
            table -> new TableWriter(table, server, settings, options, field -> {}),
            LIMITS,
            metrics,
            () -> nowMs,
            new Random(1));
  }

  @Test
  void aMissingTableFailsTheTaskOnlyWhenNoOtherTableWorks() {
    TopicPartition absent = new TopicPartition("absent", 0);
    fill(absent, 0, 3);
    fill(CLICKS_0, 0, 3);
    worker.assign(delivery, List.of(absent, CLICKS_0));
    for (int turn = 0; turn < 20; turn++) {
      worker.iterate(delivery, 1_000);
      nowMs += 1_000;
    }
    assertThat(server.rows(CLICKS)).containsExactly(ids(0, 3));
    assertThat(committable(absent)).isZero();

    TableId absentTable = new TableId("default", "absent");
    server.createTable(absentTable, new TableColumn("id", "UInt64", DefaultKind.NONE));
    turns(5);
    assertThat(server.rows(absentTable)).containsExactly(ids(0, 3));
    assertCountersAddUp();
  }

  @Test
  void aMissingTableAloneFailsTheTaskNamingIt() {
    TopicPartition absent = new TopicPartition("absent", 0);
    fill(absent, 0, 3);
    worker.assign(delivery, List.of(absent));
    assertThatThrownBy(
            () -> {
              for (int turn = 0; turn < 20; turn++) {
                worker.iterate(delivery, 1_000);
                nowMs += 1_000;
              }
            })
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("default.absent")
        .hasMessageContaining("does not exist");
    assertThat(worker.committed.getOrDefault(absent, 0L)).isZero();
  }

  @Test
  void aWrongPasswordFailsTheTaskAtOnce() {
    fill(CLICKS_0, 0, 3);
    server.faults = (moment, table) -> new ServerException(516, "Authentication failed");
    worker.assign(delivery, List.of(CLICKS_0));
    worker.iterate(delivery, 1_000);
    assertThatThrownBy(() -> worker.iterate(delivery, 1_000))
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("clickhouse.password");
  }

  @Test
  void aRevokedPartitionHandsItsRowsBackAndTheOthersKeepTheirs() {
    fill(CLICKS_0, 0, 5);
    fill(CLICKS_1, 100, 105);
    worker.assign(delivery, List.of(CLICKS_0, CLICKS_1));
    worker.iterate(delivery, 1_000);
    worker.revoke(delivery, List.of(CLICKS_0));
    assertThat(metrics.getRowsReleased()).isEqualTo(5);
    assertCountersAddUp();

    for (int turn = 0; turn < 4; turn++) {
      worker.iterate(delivery, 1_000);
      nowMs += 1_000;
    }
    assertThat(server.rows(CLICKS)).containsExactly(ids(100, 105));
    assertThat(worker.committed.getOrDefault(CLICKS_0, 0L)).isZero();
    assertCountersAddUp();

    worker.assign(delivery, List.of(CLICKS_0));
    for (int turn = 0; turn < 4; turn++) {
      worker.iterate(delivery, 1_000);
      nowMs += 1_000;
    }
    assertThat(server.rows(CLICKS)).hasSize(10).doesNotHaveDuplicates();
    assertCountersAddUp();
  }

  @Test
  void aSlowAnswerIsWaitedForAcrossCallsAndNotDoubled() {
    fill(CLICKS_0, 0, 5);
    worker.assign(delivery, List.of(CLICKS_0));
    worker.iterate(delivery, 1_000);
    nowMs += 1_000;
    server.slow = true;
    worker.iterate(delivery, 1_000);
    assertThat(committable(CLICKS_0)).isZero();

    server.slow = false;
    nowMs += 100;
    worker.iterate(delivery, 1_000);
    assertThat(server.rows(CLICKS)).containsExactly(ids(0, 5));
    assertThat(metrics.getBatchesOfUnknownFate()).isZero();
  }

  @Test
  void noMoreConnectionsAreUsedThanAllowed() {
    server.connectionLimit = 1;
    fill(CLICKS_0, 0, 55);
    fill(VIEWS_0, 0, 55);
    worker.assign(delivery, List.of(CLICKS_0, VIEWS_0));
    worker.iterate(delivery, 1_000);
    assertThat(server.inUse).isLessThanOrEqualTo(1);
    nowMs += 1_000;
    worker.iterate(delivery, 1_000);
    assertThat(server.inUse).isLessThanOrEqualTo(1);
    nowMs += 100;
    worker.iterate(delivery, 1_000);
    assertThat(server.rows(CLICKS)).containsExactly(ids(0, 55));
    assertThat(server.rows(VIEWS)).containsExactly(ids(0, 55));
    assertThat(server.inUse).isZero();
  }

  @Test
  void anAlteredTableIsDescribedAnewAndNothingIsLost() {
    fill(CLICKS_0, 0, 5);
    worker.assign(delivery, List.of(CLICKS_0));
    worker.iterate(delivery, 1_000);
    server.tables.put(
        CLICKS,
        List.of(
            new TableColumn("id", "UInt64", DefaultKind.NONE),
            new TableColumn("renamed", "UInt64", DefaultKind.NONE)));
    fill(CLICKS_0, 0, 9);
    turns(6);
    assertThat(server.rows(CLICKS)).containsExactly(ids(0, 9));
    assertCountersAddUp();
  }

  @Test
  void aTableThatIsAlteredWhileABatchAwaitsItsAnswerDoublesNothing() {
    fill(CLICKS_0, 0, 100);
    worker.assign(delivery, List.of(CLICKS_0));
    worker.iterate(delivery, 1_000);
    assertThat(metrics.getRowsOpen()).isEqualTo(100);
    server.tables.put(
        CLICKS,
        List.of(
            new TableColumn("id", "UInt32", DefaultKind.NONE),
            new TableColumn("renamed", "UInt64", DefaultKind.NONE)));
    fill(CLICKS_0, 0, 130);
    worker.iterate(delivery, 1_000); // before the answer is looked for
    assertThat(metrics.getBatchesOfUnknownFate()).isZero();
    assertThat(server.rows(CLICKS)).containsExactly(ids(0, 100));

    server.tables.put(CLICKS, List.of(new TableColumn("id", "UInt64", DefaultKind.NONE)));
    turns(6);
    assertThat(server.rows(CLICKS)).containsExactly(ids(0, 130));
    assertCountersAddUp();
  }

  @Test
  void aRecordForWhichTheTableWasAlteredIsNotRefused() {
    TableColumn id = new TableColumn("id", "UInt64", DefaultKind.NONE);
    server.tables.put(CLICKS, List.of(id, new TableColumn("n", "UInt8", DefaultKind.NONE)));
    fill(CLICKS_0, 0, 5);
    worker.assign(delivery, List.of(CLICKS_0));
    worker.iterate(delivery, 1_000);
    server.tables.put(CLICKS, List.of(id, new TableColumn("n", "UInt16", DefaultKind.NONE)));
    fill(CLICKS_0, 0, 9);
    worker.topics.get(CLICKS_0).set(7, wideRow(7));
    turns(6);
    assertThat(server.rows(CLICKS)).containsExactly(ids(0, 9));
    assertThat(worker.deadLetters).isEmpty();
    assertCountersAddUp();
  }

  static Map<String, Object> wideRow(long id) {
    Map<String, Object> value = row(id);
    value.put("n", 600);
    return value;
  }

  @Test
  void offsetsThatStartAnewAreWrittenAgainRatherThanSkipped() {
    fill(CLICKS_0, 0, 5);
    worker.assign(delivery, List.of(CLICKS_0));
    worker.iterate(delivery, 1_000);
    nowMs += 1_000;
    worker.iterate(delivery, 1_000);
    fill(CLICKS_0, 50, 53);
    worker.positions.put(CLICKS_0, 0L);
    worker.iterate(delivery, 1_000);
    nowMs += 1_000;
    worker.iterate(delivery, 1_000);
    assertThat(server.rows(CLICKS)).containsExactly(0L, 1L, 2L, 3L, 4L, 50L, 51L, 52L);
  }

  @Test
  void retriesEndAfterTheirTimeout() {
    DeliveryLimits impatient =
        new DeliveryLimits(100, 1 << 20, 1_000, 10, 1 << 20, 16 << 20, 30_000, 100, 1_000, 5_000);
    delivery = newDelivery(impatient);
    fill(CLICKS_0, 0, 5);
    server.faults = (moment, table) -> new ConnectionException("refused", null);
    worker.assign(delivery, List.of(CLICKS_0));
    assertThatThrownBy(
            () -> {
              for (int turn = 0; turn < 20; turn++) {
                worker.iterate(delivery, 1_000);
                nowMs += 1_000;
              }
            })
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("retry.timeout.ms");
  }

  @Test
  void rowsThatTheServerRefusesAreIsolatedAndTheOthersLandOnce() {
    fill(CLICKS_0, 0, 500);
    server.refused.addAll(List.of(7L, 8L, 123L, 499L));
    worker.assign(delivery, List.of(CLICKS_0));
    for (int turn = 0; turn < 200; turn++) {
      worker.iterate(delivery, 1_000);
      nowMs += 200;
      assertCountersAddUp();
    }
    assertThat(worker.deadLetters).extracting("kafkaOffset").containsExactly(7L, 8L, 123L, 499L);
    assertThat(worker.deadLetterCauses)
        .allSatisfy(
            cause ->
                assertThat(cause)
                    .hasMessageContaining("469")
                    .hasMessageContaining("`positive`")
                    .hasMessageNotContaining("SECRET"));
    assertThat(server.rows(CLICKS))
        .hasSize(496)
        .doesNotHaveDuplicates()
        .doesNotContain(7L, 8L, 123L, 499L);
    assertThat(committable(CLICKS_0)).isEqualTo(500);
    // Four guilty rows among 500: a few dozen INSERTs, not hundreds.
    assertThat(server.opened.get(CLICKS)).isLessThan(120);
  }

  @Test
  void aRefusedRowWithoutAReporterFailsTheTaskNamingIt() {
    worker.reporting = false;
    delivery = newDelivery(LIMITS);
    fill(CLICKS_0, 0, 40);
    server.refused.add(17L);
    worker.assign(delivery, List.of(CLICKS_0));
    assertThatThrownBy(
            () -> {
              for (int turn = 0; turn < 100; turn++) {
                worker.iterate(delivery, 1_000);
                nowMs += 500;
              }
            })
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("clicks-0-17")
        .hasMessageContaining("`positive`");
    assertThat(worker.committed).containsEntry(CLICKS_0, 17L);
    assertThat(server.rows(CLICKS)).containsExactly(ids(0, 17));
  }

  @Test
  void aBatchThatIsTooMuchForTheServerIsSentInSmallerOnes() {
    fill(CLICKS_0, 0, 100);
    server.faults =
        (moment, table) ->
            moment == FakeServer.Moment.WRITE && server.rowsInHand() >= 20
                ? new ServerException(252, "Too many partitions for single INSERT block (more")
                : null;
    worker.assign(delivery, List.of(CLICKS_0));
    for (int turn = 0; turn < 60; turn++) {
      worker.iterate(delivery, 1_000);
      nowMs += 1_000;
    }
    assertThat(server.rows(CLICKS)).containsExactly(ids(0, 100));
    assertThat(committable(CLICKS_0)).isEqualTo(100);
    assertCountersAddUp();
  }

  @Test
  void aFailingViewIsNeverAnsweredByHalving() {
    fill(CLICKS_0, 0, 5);
    server.storesBeforeLostAnswer = true;
    server.faults =
        (moment, table) ->
            moment == FakeServer.Moment.AWAIT
                ? new ServerException(6, "Cannot parse string: while pushing to view db.mv.")
                : null;
    worker.assign(delivery, List.of(CLICKS_0));
    worker.iterate(delivery, 1_000);
    nowMs += 1_000;
    worker.iterate(delivery, 1_000);
    assertThatThrownBy(() -> worker.iterate(delivery, 1_000))
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("db.mv")
        .hasMessageContaining("clicks-0 offsets 0..4");
    assertThat(server.rows(CLICKS)).containsExactly(ids(0, 5));
    assertThat(worker.deadLetters).isEmpty();
  }

  @Test
  void aFailingViewIsTriedAgainUnderTheSameTokenWhereTheTableDeduplicates() {
    fill(CLICKS_0, 0, 5);
    server.deduplicates = true;
    worker.assign(delivery, List.of(CLICKS_0));
    worker.iterate(delivery, 1_000);
    nowMs += 1_000;
    failOnce(
        FakeServer.Moment.AWAIT,
        new ServerException(6, "Cannot parse string: while pushing to view db.mv."));
    for (int turn = 0; turn < 4; turn++) {
      worker.iterate(delivery, 1_000);
      nowMs += 1_000;
    }
    assertThat(server.rows(CLICKS)).containsExactly(ids(0, 5));
    assertThat(server.tokens).hasSize(1);
    assertThat(committable(CLICKS_0)).isEqualTo(5);
  }

  private void failOnce(FakeServer.Moment when, WireException fault) {
    failOnceFor(CLICKS, when, fault);
  }

  private void failOnceFor(TableId target, FakeServer.Moment when, WireException fault) {
    HashSet<String> done = new HashSet<>();
    server.faults =
        (moment, table) ->
            moment == when && table.equals(target) && done.add("struck") ? fault : null;
  }
}
