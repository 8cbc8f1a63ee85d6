// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.connect;

import static org.assertj.core.api.Assertions.assertThat;

import io.blockhouse.it.SharedServers;
import io.blockhouse.it.SharedServersCheck;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** One bad record costs one record. */
@ExtendWith(SharedServersCheck.class)
class DeadLetterIT {
  private static final int RECORDS = 10_000;
  private static final int BAD = 6_789;

  private static List<String> oneBadRecord() {
    List<String> values = new ArrayList<>();
    for (int id = 0; id < RECORDS; id++) {
      String amount = id == BAD ? "\"SENTINEL-VALUE\"" : Integer.toString(id % 256);
      values.add("{\"id\": " + id + ", \"amount\": " + amount + "}");
    }
    return values;
  }

  private static SinkFixture sink(String name) {
    SinkFixture sink = new SinkFixture(name);
    sink.query(
        "CREATE TABLE "
            + sink.table("t")
            + " (id UInt32, amount UInt8) ENGINE = MergeTree ORDER BY id");
    SharedServers.topics().create(sink.topic("t"), 1);
    SharedServers.topics().send(sink.topic("t"), 0, oneBadRecord());
    return sink;
  }

  @Test
  void oneBadRecordAmongManyGoesToTheDeadLetterTopicAndTheOthersToTheTable() {
    try (SinkFixture sink = sink("deadletter")) {
      String deadLetters = sink.topic("dead");
      sink.with("errors.tolerance", "all")
          .with("errors.deadletterqueue.topic.name", deadLetters)
          .with("errors.deadletterqueue.topic.replication.factor", "1")
          .with("errors.deadletterqueue.context.headers.enable", "true")
          .start();
      sink.awaitCount("t", RECORDS - 1);

      ConsumerRecord<byte[], byte[]> reported =
          SharedServers.topics().read(deadLetters, 1, Duration.ofSeconds(30)).get(0);
      assertThat(new String(reported.value(), StandardCharsets.UTF_8))
          .isEqualTo(oneBadRecord().get(BAD));
      String message = header(reported, "__connect.errors.exception.message");
      assertThat(message).contains("amount", "UInt8", "STRING").doesNotContain("SENTINEL-VALUE");
      assertThat(header(reported, "__connect.errors.offset")).isEqualTo(Integer.toString(BAD));

      sink.awaitCommitted("t", RECORDS);
      assertThat(
              sink.query(
                  "SELECT count(), uniqExact(id), countIf(id = 6789) FROM " + sink.table("t")))
          .isEqualTo("9999\t9999\t0");
      assertThat(SharedServers.topics().endOffsets(deadLetters).values()).containsExactly(1L);
      assertThat(sink.metrics())
          .containsEntry("RecordsReceived", 10_000L)
          .containsEntry("RowsAcked", 9_999L)
          .containsEntry("RecordsDeadLettered", 1L);
    }
  }

  @Test
  void withoutADeadLetterTopicTheTaskFailsNamingTheRecordAndCommitsWhatIsBeforeIt() {
    try (SinkFixture sink = sink("nodeadletter")) {
      sink.put();
      String failure = sink.rest().awaitFailed(sink.name(), SinkFixture.PATIENCE);
      assertThat(failure)
          .contains(sink.topic("t") + "-0-" + BAD)
          .contains("amount", "UInt8", "errors.deadletterqueue.topic.name")
          .doesNotContain("SENTINEL-VALUE");
      sink.awaitCommitted("t", BAD);
      assertThat(sink.query("SELECT count(), uniqExact(id), max(id) FROM " + sink.table("t")))
          .isEqualTo(BAD + "\t" + BAD + "\t" + (BAD - 1));
    }
  }

  private static String header(ConsumerRecord<byte[], byte[]> reported, String name) {
    return new String(reported.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
  }
}
