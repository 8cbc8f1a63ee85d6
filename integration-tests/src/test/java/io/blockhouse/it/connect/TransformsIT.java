// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.blockhouse.it.SharedServers;
import io.blockhouse.it.SharedServersCheck;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Transformations that drop records or rename topics before the task sees them. */
@ExtendWith(SharedServersCheck.class)
class TransformsIT {
  private static final int ROWS = 100;

  private static SinkFixture sink(String test, String guarantee) {
    return new SinkFixture(test)
        .with("delivery.guarantee", guarantee)
        .with("batch.linger.ms", "200");
  }

  private static void createTable(SinkFixture sink, String table) {
    sink.query(
        "CREATE TABLE "
            + table
            + " (id UInt32, `from` String) ENGINE = MergeTree ORDER BY id SETTINGS"
            + " non_replicated_deduplication_window = 1000");
  }

  private static List<String> rows(String from) {
    return IntStream.range(0, ROWS)
        .mapToObj(id -> "{\"id\": " + id + ", \"from\": \"" + from + "\"}")
        .toList();
  }

  private static void awaitCommitted(SinkFixture sink, Map<TopicPartition, Long> ends) {
    await()
        .atMost(SinkFixture.PATIENCE)
        .until(
            () -> SharedServers.topics().committedOffsets("connect-" + sink.name()),
            committed -> committed.equals(ends));
  }

  @ParameterizedTest
  @ValueSource(strings = {"at-least-once", "exactly-once"})
  void offsetsOfDroppedRecordsAreCommittedThoughTheTopicEndsWithThem(String guarantee) {
    try (SinkFixture sink = sink("filtered", guarantee)) {
      createTable(sink, sink.table("t"));
      String topic = sink.topic("t");
      SharedServers.topics().create(topic, 2);
      // Partition 0 ends with records that are dropped, partition 1 has no others.
      SharedServers.topics().send(topic, 0, rows("kept"));
      SharedServers.topics().send(List.of(tombstone(topic, 0), tombstone(topic, 0)));
      SharedServers.topics().send(List.of(tombstone(topic, 1)));
      sink.with("transforms", "drop")
          .with("transforms.drop.type", "org.apache.kafka.connect.transforms.Filter")
          .with("transforms.drop.predicate", "tombstone")
          .with("predicates", "tombstone")
          .with(
              "predicates.tombstone.type",
              "org.apache.kafka.connect.transforms.predicates.RecordIsTombstone")
          .with("tombstones", "fail")
          .start();
      awaitCommitted(
          sink, Map.of(new TopicPartition(topic, 0), ROWS + 2L, new TopicPartition(topic, 1), 1L));
      assertThat(sink.query("SELECT count(), uniqExact(id) FROM " + sink.table("t")))
          .isEqualTo("100\t100");
    }
  }

  private static ProducerRecord<byte[], byte[]> tombstone(String topic, int partition) {
    return new ProducerRecord<>(topic, partition, new byte[] {'k'}, null);
  }

  @ParameterizedTest
  @ValueSource(strings = {"at-least-once", "exactly-once"})
  void renamedTopicsFeedOneTableAndAreCommittedByTheirOwnNames(String guarantee) {
    try (SinkFixture sink = sink("renamed", guarantee)) {
      createTable(sink, sink.name() + ".joined");
      List<String> topics = List.of(sink.topic("a"), sink.topic("b"));
      for (String topic : topics) {
        SharedServers.topics().create(topic, 1);
        SharedServers.topics().send(topic, 0, rows(topic));
      }
      sink.with("topics", String.join(",", topics))
          .with("transforms", "rename")
          .with("transforms.rename.type", "org.apache.kafka.connect.transforms.RegexRouter")
          .with("transforms.rename.regex", ".*")
          .with("transforms.rename.replacement", "joined")
          .start();
      awaitCommitted(
          sink,
          Map.of(
              new TopicPartition(topics.get(0), 0), (long) ROWS,
              new TopicPartition(topics.get(1), 0), (long) ROWS));
      // Both have a partition 0 and the same offsets: neither is taken for the other.
      sink.rest().restart(sink.name());
      topics.forEach(topic -> SharedServers.topics().send(topic, 0, rows(topic)));
      awaitCommitted(
          sink,
          Map.of(
              new TopicPartition(topics.get(0), 0), 2L * ROWS,
              new TopicPartition(topics.get(1), 0), 2L * ROWS));
      assertThat(
              sink.query(
                  "SELECT count(), uniqExact(id, `from`), uniqExact(`from`) FROM "
                      + sink.name()
                      + ".joined"))
          .isEqualTo("400\t200\t2");
    }
  }
}
