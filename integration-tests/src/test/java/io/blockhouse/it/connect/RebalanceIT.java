// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.blockhouse.it.SharedServers;
import io.blockhouse.it.SharedServersCheck;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Another member of the connector's consumer group comes and goes while records flow. The runtime
 * takes all partitions from the task for that (eager), or only those that go to the other member
 * (cooperative). With the group protocol of KIP-848 the runtime of Kafka 4 itself fails when some
 * partitions are revoked: its SinkTaskMetricsGroup removes keys from an unmodifiable map.
 */
@ExtendWith(SharedServersCheck.class)
class RebalanceIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int PARTITIONS = 6;
  private static final int ROUNDS = 3;
  private static final int ROWS_A_SEND = 600;

  private static Map<String, String> consumer(boolean cooperative) {
    return Map.of(
        "partition.assignment.strategy",
        "org.apache.kafka.clients.consumer."
            + (cooperative ? "CooperativeStickyAssignor" : "RoundRobinAssignor"),
        // Members hear of a rebalance by their heartbeats, every 3 s unless told otherwise.
        "heartbeat.interval.ms",
        "300");
  }

  private static void send(SinkFixture sink, int from) {
    SharedServers.topics()
        .send(
            IntStream.range(from, from + ROWS_A_SEND)
                .mapToObj(
                    id ->
                        new ProducerRecord<byte[], byte[]>(
                            sink.topic("t"),
                            id % PARTITIONS,
                            null,
                            ("{\"id\": " + id + "}").getBytes(StandardCharsets.UTF_8)))
                .toList());
  }

  private static long partitionsOfTheTask(SinkFixture sink) {
    return ((Number)
            sink.runtimeAttribute("kafka.connect:type=sink-task-metrics", "partition-count"))
        .longValue();
  }

  /** Joins the group, waits for its share, and gives it back after a moment. */
  private static void comeAndGo(
      SinkFixture sink, Map<String, String> consumer, boolean cooperative, int firstId) {
    Map<String, Object> config = new HashMap<>(consumer);
    config.put("bootstrap.servers", SharedServers.kafka().bootstrapServers());
    config.put("group.id", "connect-" + sink.name());
    config.put("enable.auto.commit", "false");
    config.put("auto.offset.reset", "earliest");
    try (KafkaConsumer<byte[], byte[]> other =
        new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      other.subscribe(List.of(sink.topic("t")));
      await()
          .atMost(PATIENCE)
          .pollInSameThread()
          .pollInterval(Duration.ofMillis(10))
          .until(
              () -> {
                other.poll(Duration.ofMillis(100));
                return other.assignment().size() == PARTITIONS / 2
                    && partitionsOfTheTask(sink) == PARTITIONS / 2;
              });
      send(sink, firstId);
      if (cooperative) {
        Set<TopicPartition> taken = other.assignment();
        String kept =
            String.join(
                ",",
                IntStream.range(0, PARTITIONS)
                    .filter(
                        partition ->
                            !taken.contains(new TopicPartition(sink.topic("t"), partition)))
                    .mapToObj(Integer::toString)
                    .toList());
        await()
            .atMost(PATIENCE)
            .pollInSameThread()
            .until(
                () -> {
                  other.poll(Duration.ofMillis(10));
                  return sink.query(
                          "SELECT uniqExact(id) FROM %s WHERE id >= %d AND id %% %d IN (%s)"
                              .formatted(sink.table("t"), firstId, PARTITIONS, kept))
                      .equals(Integer.toString(ROWS_A_SEND / 2));
                });
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "at-least-once,false",
    "at-least-once,true",
    "exactly-once,false",
    "exactly-once,true"
  })
  void everyRowArrivesOnceWhilePartitionsComeAndGo(String guarantee, boolean cooperative) {
    Map<String, String> consumer = consumer(cooperative);
    try (SinkFixture sink = new SinkFixture("rebalance")) {
      sink.query(
          "CREATE TABLE "
              + sink.table("t")
              + " (id UInt32) ENGINE = MergeTree ORDER BY id SETTINGS"
              + " non_replicated_deduplication_window = 1000");
      SharedServers.topics().create(sink.topic("t"), PARTITIONS);
      consumer.forEach((key, value) -> sink.with("consumer.override." + key, value));
      sink.with("delivery.guarantee", guarantee)
          .with("batch.max.rows", "50")
          .with("batch.linger.ms", "100")
          .start();
      int sent = 0;
      for (int round = 0; round < ROUNDS; round++) {
        send(sink, sent); // some of these are open when the rebalance begins
        comeAndGo(sink, consumer, cooperative, sent + ROWS_A_SEND);
        sent += 2 * ROWS_A_SEND;
        await().atMost(PATIENCE).until(() -> partitionsOfTheTask(sink) == PARTITIONS);
      }
      send(sink, sent);
      sent += ROWS_A_SEND;
      int rows = sent;
      await()
          .atMost(PATIENCE)
          .until(
              () ->
                  sink.query("SELECT uniqExact(id) FROM " + sink.table("t"))
                      .equals(Integer.toString(rows)));
      // Nothing was killed and every answer came in time, so at-least-once does not double either.
      assertThat(sink.query("SELECT count(), max(id) FROM " + sink.table("t")))
          .isEqualTo(rows + "\t" + (rows - 1));
      sink.awaitCommitted("t", rows / PARTITIONS);
      assertThat(sink.metrics())
          .containsEntry("RowsOpen", 0L)
          .containsEntry("BatchesOfUnknownFate", 0L);
    }
  }
}
