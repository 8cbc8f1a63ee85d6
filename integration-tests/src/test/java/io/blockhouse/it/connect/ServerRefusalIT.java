// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.connect;

import static org.assertj.core.api.Assertions.assertThat;

import io.blockhouse.it.SharedServers;
import io.blockhouse.it.SharedServersCheck;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the server refuses after a whole batch was sent. */
@ExtendWith(SharedServersCheck.class)
class ServerRefusalIT {
  private static List<String> rows(long count) {
    return LongStream.range(0, count)
        .mapToObj(id -> "{\"id\": " + id + ", \"text\": \"secret" + id + "\"}")
        .toList();
  }

  private static SinkFixture deadLettering(String name) {
    SinkFixture sink = new SinkFixture(name);
    return sink.with("errors.tolerance", "all")
        .with("errors.deadletterqueue.topic.name", sink.topic("dead"))
        .with("errors.deadletterqueue.topic.replication.factor", "1")
        .with("errors.deadletterqueue.context.headers.enable", "true");
  }

  @Test
  void recordsThatViolateAConstraintAreFoundAndReportedAndTheOthersLandOnce() {
    try (SinkFixture sink = deadLettering("constraint")) {
      sink.query(
          "CREATE TABLE "
              + sink.table("t")
              + " (id UInt64, text String, CONSTRAINT not_unlucky CHECK id NOT IN (13, 1300, 4999))"
              + " ENGINE = MergeTree ORDER BY id");
      SharedServers.topics().create(sink.topic("t"), 1);
      SharedServers.topics().send(sink.topic("t"), 0, rows(5_000));
      sink.start();
      sink.awaitCount("t", 4_997);
      List<ConsumerRecord<byte[], byte[]>> reported =
          SharedServers.topics().read(sink.topic("dead"), 3, Duration.ofSeconds(60));
      assertThat(reported)
          .extracting(record -> header(record, "__connect.errors.offset"))
          .containsExactly("13", "1300", "4999");
      assertThat(header(reported.get(0), "__connect.errors.exception.message"))
          .contains("469", "not_unlucky", sink.table("t"))
          .doesNotContain("secret");
      sink.awaitCommitted("t", 5_000);
      assertThat(sink.query("SELECT count(), uniqExact(id) FROM " + sink.table("t")))
          .isEqualTo("4997\t4997");
      assertThat(sink.metrics())
          .containsEntry("RecordsReceived", 5_000L)
          .containsEntry("RowsAcked", 4_997L)
          .containsEntry("RecordsDeadLettered", 3L)
          .containsEntry("RowsOpen", 0L);
    }
  }

  @Test
  void aBatchOverTooManyPartitionsIsSentInSmallerOnes() {
    try (SinkFixture sink = new SinkFixture("partitions")) {
      sink.query(
          "CREATE TABLE "
              + sink.table("t")
              + " (id UInt64, text String) ENGINE = MergeTree ORDER BY id PARTITION BY intDiv(id,"
              + " 10)");
      SharedServers.topics().create(sink.topic("t"), 1);
      SharedServers.topics().send(sink.topic("t"), 0, rows(2_000));
      sink.with("batch.linger.ms", "200").start();
      sink.awaitCount("t", 2_000);
      assertThat(sink.query("SELECT count(), uniqExact(id) FROM " + sink.table("t")))
          .isEqualTo("2000\t2000");
    }
  }

  @Test
  void aFailingViewFailsTheTaskNamingItAndTheTableHoldsEachRowOnce() {
    try (SinkFixture sink = deadLettering("view")) {
      sink.query(
          "CREATE TABLE "
              + sink.table("t")
              + " (id UInt64, text String) ENGINE = MergeTree ORDER BY id");
      sink.query("CREATE TABLE " + sink.table("out") + " (n UInt64) ENGINE = MergeTree ORDER BY n");
      sink.query(
          "CREATE MATERIALIZED VIEW "
              + sink.table("mv")
              + " TO "
              + sink.table("out")
              + " AS SELECT toUInt64(text) AS n FROM "
              + sink.table("t"));
      SharedServers.topics().create(sink.topic("t"), 1);
      SharedServers.topics().send(sink.topic("t"), 0, rows(10));
      sink.put();
      assertThat(sink.rest().awaitFailed(sink.name(), SinkFixture.PATIENCE))
          .contains(sink.table("mv"))
          .contains("non_replicated_deduplication_window")
          .doesNotContain("secret");
      assertThat(sink.query("SELECT count(), uniqExact(id) FROM " + sink.table("t")))
          .isEqualTo("10\t10");
    }
  }

  private static String header(ConsumerRecord<byte[], byte[]> reported, String name) {
    return new String(reported.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
  }
}
