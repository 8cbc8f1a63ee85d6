// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.blockhouse.it.SharedServers;
import io.blockhouse.it.SharedServersCheck;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Offsets that no record comes for: markers and aborted records of transactions, keys that were
 * compacted away, the start of a topic that retention has removed.
 */
@ExtendWith(SharedServersCheck.class)
class TopicGapsIT {
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  /** A row that is in the table before the connector's. */
  private static final int FIRST = 1;

  private static SinkFixture sink(String test, String guarantee) {
    SinkFixture sink = new SinkFixture(test);
    sink.query(
        "CREATE TABLE "
            + sink.table("t")
            + " (id UInt32) ENGINE = MergeTree ORDER BY id SETTINGS"
            + " non_replicated_deduplication_window = 1000");
    return sink.with("delivery.guarantee", guarantee)
        .with("batch.max.rows", "40")
        .with("batch.linger.ms", "200");
  }

  private static byte[] row(int id) {
    return ("{\"id\": " + id + "}").getBytes(StandardCharsets.UTF_8);
  }

  private static void send(SinkFixture sink, int from, int to) {
    SharedServers.topics()
        .send(
            IntStream.range(from, to)
                .mapToObj(id -> new ProducerRecord<byte[], byte[]>(sink.topic("t"), row(id)))
                .toList());
  }

  private static List<Integer> ids(SinkFixture sink) {
    String text =
        sink.query(
            "SELECT arrayStringConcat(arraySort(groupArray(id)), ',') FROM " + sink.table("t"));
    List<Integer> ids = new ArrayList<>();
    for (String id : text.isEmpty() ? new String[0] : text.split(",")) {
      ids.add(Integer.parseInt(id));
    }
    return ids;
  }

  private static void awaitIds(SinkFixture sink, List<Integer> expected) {
    await().atMost(PATIENCE).until(() -> ids(sink).size() >= expected.size());
    assertThat(ids(sink)).isEqualTo(expected);
  }

  private static List<Integer> range(int from, int to) {
    return IntStream.range(from, to).boxed().toList();
  }

  /** Transactions of 10 to 16 records; every third one is aborted. Returns the ids committed. */
  private static List<Integer> transactions(SinkFixture sink, int from, int transactions)
      throws Exception {
    List<Integer> committed = new ArrayList<>();
    Map<String, Object> config =
        Map.of(
            "bootstrap.servers",
            SharedServers.kafka().bootstrapServers(),
            "transactional.id",
            sink.name() + from);
    int id = from;
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer())) {
      producer.initTransactions();
      for (int transaction = 0; transaction < transactions; transaction++) {
        boolean aborted = transaction % 3 == 1;
        producer.beginTransaction();
        for (int record = 0; record < 10 + transaction % 7; record++) {
          producer.send(new ProducerRecord<>(sink.topic("t"), 0, null, row(id)));
          if (!aborted) {
            committed.add(id);
          }
          id++;
        }
        producer.flush(); // so that aborted records are in the topic, not only in the producer
        if (aborted) {
          producer.abortTransaction();
        } else {
          producer.commitTransaction();
        }
      }
    }
    return committed;
  }

  @ParameterizedTest
  @ValueSource(strings = {"at-least-once", "exactly-once"})
  void committedTransactionsArriveAndAbortedOnesDoNot(String guarantee) throws Exception {
    try (SinkFixture sink = sink("transactions", guarantee)) {
      SharedServers.topics().create(sink.topic("t"), 1);
      sink.with("consumer.override.isolation.level", "read_committed");
      List<Integer> committed = new ArrayList<>(transactions(sink, 0, 40));
      sink.start();
      committed.addAll(transactions(sink, 10_000, 20));
      sink.rest().restart(sink.name());
      committed.addAll(transactions(sink, 20_000, 20));
      send(sink, 30_000, 30_001); // not in a transaction, so its offset is the last
      committed.add(30_000);
      awaitIds(sink, committed);
      long end = SharedServers.topics().endOffsets(sink.topic("t")).values().iterator().next();
      sink.awaitCommitted("t", end);
      assertThat(end).isGreaterThan(committed.size() + 80);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"at-least-once", "exactly-once"})
  void whatCompactionLeftOfATopicArrives(String guarantee) throws Exception {
    try (SinkFixture sink = sink("compacted", guarantee)) {
      compactedTopic(sink);
      // Every key twice; of the first 900 offsets those stay whose key is not written again.
      List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
      IntStream.range(0, 900).forEach(id -> records.add(keyed(sink, id, id)));
      IntStream.range(0, 900)
          .filter(key -> key % 3 != 0)
          .forEach(key -> records.add(keyed(sink, key, 1_000 + key)));
      SharedServers.topics().send(records);
      awaitCompacted(sink, 900);

      sink.start();
      List<Integer> expected = new ArrayList<>();
      IntStream.range(0, 900).filter(key -> key % 3 == 0).forEach(expected::add);
      IntStream.range(0, 900).filter(key -> key % 3 != 0).forEach(key -> expected.add(1_000 + key));
      expected.add(5_000);
      awaitIds(sink, expected);
      sink.awaitCommitted("t", 1_501);
    }
  }

  @Test
  void aClaimOfWhichCompactionHasRemovedRowsIsStoredWithoutThemAndWithAWarning() throws Exception {
    try (SinkFixture sink = sink("claimcompacted", "exactly-once")) {
      compactedTopic(sink);
      claimWithoutStoring(sink, 30);
      // The claimed keys 0 to 9 are written again.
      SharedServers.topics()
          .send(IntStream.range(0, 10).mapToObj(key -> keyed(sink, key, 1_000 + key)).toList());
      awaitCompacted(sink, 30);

      replay(sink);
      List<Integer> expected = new ArrayList<>(List.of(FIRST));
      expected.addAll(range(10, 30));
      expected.addAll(range(1_000, 1_010));
      expected.add(5_000);
      awaitIds(sink, expected);
      assertTenAreMissing(sink, 30);
    }
  }

  @Test
  void aClaimOfWhichRetentionHasRemovedRowsIsStoredWithoutThemAndWithAWarning() throws Exception {
    try (SinkFixture sink = sink("claimretention", "exactly-once")) {
      SharedServers.topics().create(sink.topic("t"), 1);
      claimWithoutStoring(sink, 30);
      deleteBefore(sink, 10);
      send(sink, 1_000, 1_100);

      replay(sink);
      List<Integer> expected = new ArrayList<>(List.of(FIRST));
      expected.addAll(range(10, 30));
      expected.addAll(range(1_000, 1_100));
      awaitIds(sink, expected);
      sink.awaitCommitted("t", 130);
      assertTenAreMissing(sink, 30);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"at-least-once", "exactly-once"})
  void theRestArrivesWhenRetentionHasRemovedRecordsThatWereNeverRead(String guarantee)
      throws Exception {
    try (SinkFixture sink = sink("retention", guarantee)) {
      SharedServers.topics().create(sink.topic("t"), 1);
      send(sink, 0, 100);
      sink.start();
      sink.awaitCommitted("t", 100);
      sink.rest().stop(sink.name());
      sink.rest().awaitStopped(sink.name(), PATIENCE);
      send(sink, 100, 300);
      deleteBefore(sink, 230);
      sink.with("consumer.override.auto.offset.reset", "earliest").put();
      sink.rest().resume(sink.name());
      List<Integer> expected = new ArrayList<>(range(0, 100));
      expected.addAll(range(230, 300));
      awaitIds(sink, expected);
      sink.awaitCommitted("t", 300);
    }
  }

  private static ProducerRecord<byte[], byte[]> keyed(SinkFixture sink, int key, int id) {
    return new ProducerRecord<>(
        sink.topic("t"), 0, ("key" + key).getBytes(StandardCharsets.UTF_8), row(id));
  }

  private static void compactedTopic(SinkFixture sink) throws Exception {
    NewTopic topic =
        new NewTopic(sink.topic("t"), 1, (short) 1)
            .configs(
                Map.of(
                    "cleanup.policy", "compact",
                    "segment.ms", "500",
                    "min.cleanable.dirty.ratio", "0.001",
                    "min.compaction.lag.ms", "0"));
    SharedServers.topics().admin().createTopics(List.of(topic)).all().get(30, TimeUnit.SECONDS);
  }

  /** Ends the segment, which is compacted only then, and waits until so many records are left. */
  private static void awaitCompacted(SinkFixture sink, int others) throws Exception {
    TimeUnit.SECONDS.sleep(1); // longer than segment.ms
    SharedServers.topics().send(List.of(keyed(sink, 5_000, 5_000)));
    await()
        .atMost(PATIENCE)
        .until(() -> SharedServers.topics().count(sink.topic("t"), PATIENCE) == others + 1);
  }

  private static void deleteBefore(SinkFixture sink, long offset) throws Exception {
    SharedServers.topics()
        .admin()
        .deleteRecords(
            Map.of(new TopicPartition(sink.topic("t"), 0), RecordsToDelete.beforeOffset(offset)))
        .all()
        .get(30, TimeUnit.SECONDS);
  }

  /** Leaves the keyed rows 0 to {@code rows} claimed, not stored, and the connector stopped. */
  private static void claimWithoutStoring(SinkFixture sink, int rows) {
    // One part more than none is too many (error 252), which is waited out.
    sink.query("INSERT INTO " + sink.table("t") + " VALUES (" + FIRST + ")");
    sink.query("ALTER TABLE " + sink.table("t") + " MODIFY SETTING parts_to_throw_insert = 1");
    SharedServers.topics()
        .send(IntStream.range(0, rows).mapToObj(id -> keyed(sink, id, id)).toList());
    sink.with("retry.backoff.ms", "100").with("retry.backoff.max.ms", "500").start();
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                sink.query("SELECT sum(to_offset) FROM " + sink.name() + ".blockhouse_ledger")
                    .equals(Integer.toString(rows)));
    sink.rest().stop(sink.name());
    sink.rest().awaitStopped(sink.name(), PATIENCE);
    assertThat(ids(sink)).isEqualTo(List.of(FIRST));
  }

  private static void replay(SinkFixture sink) {
    sink.query("ALTER TABLE " + sink.table("t") + " RESET SETTING parts_to_throw_insert");
    sink.rest().resume(sink.name());
    sink.rest().awaitRunning(sink.name(), 1, PATIENCE);
  }

  private static void assertTenAreMissing(SinkFixture sink, int rows) throws Exception {
    assertThat(sink.attribute("ClaimedRowsMissing")).isEqualTo(10L);
    assertThat(Files.readString(SharedServers.worker().log()))
        .contains(
            "10 of "
                + rows
                + " rows that were claimed for "
                + sink.table("t")
                + " ("
                + sink.topic("t")
                + "-0 offsets 0.."
                + (rows - 1)
                + ") no longer come from the topic");
  }
}
