// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.connect;

import static org.assertj.core.api.Assertions.assertThat;

import io.blockhouse.it.SharedServers;
import io.blockhouse.it.SharedServersCheck;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What becomes of batches in the server: parts, tokens, and when rows arrive. */
@ExtendWith(SharedServersCheck.class)
class BatchIT {
  private static List<String> rows(long from, long to) {
    return LongStream.range(from, to).mapToObj(id -> "{\"id\": " + id + "}").toList();
  }

  @Test
  void aBatchOfManyBlocksIsOnePart() {
    try (SinkFixture sink = new SinkFixture("onepart")) {
      sink.query("CREATE TABLE " + sink.table("t") + " (id UInt64) ENGINE = MergeTree ORDER BY id");
      sink.query("SYSTEM STOP MERGES " + sink.table("t"));
      SharedServers.topics().create(sink.topic("t"), 1);
      SharedServers.topics().send(sink.topic("t"), rows(0, 40_000));
      sink.with("batch.max.rows", "20000")
          .with("block.max.rows", "1000")
          .with("batch.linger.ms", "60000")
          .start();
      sink.awaitCount("t", 40_000);
      assertThat(
              sink.query(
                  "SELECT rows FROM system.parts WHERE active AND database = '"
                      + sink.name()
                      + "' ORDER BY name"))
          .isEqualTo("20000\n20000");
      assertThat(sink.query("SELECT sum(id), uniqExact(id) FROM " + sink.table("t")))
          .isEqualTo("799980000\t40000");
      assertThat(sink.metrics()).containsEntry("BatchesAcked", 2L);
    }
  }

  @Test
  void equalRowsSentTwiceAreBothStoredInATableWithADeduplicationWindow() {
    try (SinkFixture sink = new SinkFixture("twice")) {
      sink.query(
          "CREATE TABLE "
              + sink.table("t")
              + " (id UInt64) ENGINE = MergeTree ORDER BY id SETTINGS"
              + " non_replicated_deduplication_window = 100");
      SharedServers.topics().create(sink.topic("t"), 1);
      SharedServers.topics().send(sink.topic("t"), Collections.nCopies(30, "{\"id\": 7}"));
      sink.with("batch.max.rows", "10").start();
      sink.awaitCount("t", 30);
      assertThat(sink.query("SELECT count(), uniqExact(id) FROM " + sink.table("t")))
          .isEqualTo("30\t1");
    }
  }

  @Test
  void theLastRowsOfAnIdleTopicArriveWithinTheLinger() {
    try (SinkFixture sink = new SinkFixture("idle")) {
      sink.query(
          "CREATE TABLE "
              + sink.table("t")
              + " (id UInt64, stored DateTime64(3) DEFAULT now64(3)) ENGINE = MergeTree ORDER BY"
              + " id");
      SharedServers.topics().create(sink.topic("t"), 1);
      SharedServers.topics().send(sink.topic("t"), rows(0, 1));
      sink.with("batch.linger.ms", "1500").start();
      sink.awaitCount("t", 1);

      long sent = System.currentTimeMillis();
      SharedServers.topics().send(sink.topic("t"), rows(1, 4));
      sink.awaitCount("t", 4);
      long storedMs =
          Long.parseLong(
              sink.query("SELECT toUnixTimestamp64Milli(max(stored)) FROM " + sink.table("t")));
      // The linger counts from the first row of a batch; the rest is polling and the INSERT.
      assertThat(storedMs - sent)
          .isBetween(1_000L, Duration.ofMillis(1_500).plusSeconds(3).toMillis());
    }
  }
}
