// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.blockhouse.it.BuildLayout;
import io.blockhouse.it.SharedServers;
import io.blockhouse.it.SharedServersCheck;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The statements of docs/delivery.md do what the page says. */
@ExtendWith(SharedServersCheck.class)
class DeliveryPageIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String CLAIM_OF_THE_PAGE = "8b7ce0d4-3d4b-4bd0-9a53-ec2b0f5b1d0c";
  private static final int ROWS = 3;

  /** The page's statements, about this test's names. */
  private static List<String> statements(SinkFixture sink) throws IOException {
    return MarkdownSql.in(BuildLayout.home().resolve("../docs/delivery.md")).stream()
        .map(
            statement ->
                statement
                    .replace("shop.", sink.name() + ".")
                    .replace("'orders-sink'", "'" + sink.name() + "'")
                    .replace("'orders'", "'" + sink.topic("t") + "'"))
        .toList();
  }

  private static String statement(SinkFixture sink, String part) throws IOException {
    List<String> found =
        statements(sink).stream().filter(statement -> statement.contains(part)).toList();
    assertThat(found).as("statements with: " + part).hasSize(1);
    return found.get(0);
  }

  /** A connector as the page has it, all of whose records are stored. */
  private static SinkFixture started(String test) throws IOException {
    SinkFixture sink = new SinkFixture(test);
    sink.query(statement(sink, "CREATE TABLE " + sink.name() + ".orders"));
    SharedServers.topics().create(sink.topic("t"), 1);
    SharedServers.topics()
        .send(
            sink.topic("t"),
            0,
            IntStream.range(0, ROWS)
                .mapToObj(id -> "{\"id\": " + id + ", \"amount\": \"1.50\"}")
                .toList());
    sink.with("topic.to.table.map", sink.topic("t") + "=orders")
        .with("delivery.guarantee", "exactly-once")
        .with("batch.linger.ms", "200")
        .with("retry.backoff.ms", "50")
        .with("retry.backoff.max.ms", "200")
        .with("kafka.columns.topic", "kafka_topic")
        .with("kafka.columns.partition", "kafka_partition")
        .with("kafka.columns.offset", "kafka_offset")
        .start();
    sink.awaitCommitted("t", ROWS);
    return sink;
  }

  @Test
  void everyStatementRunsAndTheLedgerShowsTheClaim() throws IOException {
    try (SinkFixture sink = started("page")) {
      assertThat(sink.query(statement(sink, "age_s")))
          .startsWith(
              String.join(
                  "\t",
                  sink.name(),
                  "0",
                  sink.topic("t"),
                  "0",
                  sink.name() + ".orders",
                  "0\t3\t3"));
      assertThat(sink.query(statement(sink, "INTERVAL 10 MINUTE"))).isEmpty();
      assertThat(sink.query(statement(sink, "kafka_offset < 3"))).isEqualTo("3");
      assertThat(sink.query(statement(sink, "HAVING copies > 1"))).isEmpty();
      for (String statement : statements(sink)) {
        assertThat(sink.query("SELECT count() FROM " + sink.name() + ".blockhouse_ledger"))
            .isEqualTo("1");
        if (statement.startsWith("GRANT")) {
          sink.query("EXPLAIN AST " + statement); // the local server has no other users
        } else if (!statement.startsWith("CREATE")) {
          sink.query(statement);
        }
      }
      assertThat(sink.query("SELECT count() FROM " + sink.name() + ".blockhouse_ledger"))
          .as("after the page's DELETE, its last statement")
          .isEqualTo("0");
    }
  }

  @Test
  void claimInDoubtIsSettledByEachOfItsStatements() throws IOException {
    try (SinkFixture sink = started("doubt")) {
      String rows = "SELECT count(), uniqExact(id) FROM " + sink.name() + ".orders";
      for (String update :
          List.of("claimed_at = now64(3)", "from_offset = to_offset", "to_offset = from_offset")) {
        bringInDoubt(sink);
        if (update.startsWith("to_offset")) {
          sink.query(
              "ALTER TABLE " + sink.name() + ".orders DELETE WHERE 1 SETTINGS mutations_sync = 1");
        }
        sink.query(
            statement(sink, "UPDATE " + update)
                .replace(
                    CLAIM_OF_THE_PAGE,
                    sink.query("SELECT claim FROM " + sink.name() + ".blockhouse_ledger")));
        sink.rest().restartFailed(sink.name());
        sink.awaitCommitted("t", ROWS);
        assertThat(sink.query(rows)).as(update).isEqualTo(ROWS + "\t" + ROWS);
      }
    }
  }

  /** As if the worker had died after the claim, before its offsets were committed, an hour ago. */
  private static void bringInDoubt(SinkFixture sink) {
    sink.rest().stop(sink.name());
    sink.rest().awaitStopped(sink.name(), PATIENCE);
    TopicPartition partition = new TopicPartition(sink.topic("t"), 0);
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(
            () -> {
              SharedServers.topics()
                  .admin()
                  .alterConsumerGroupOffsets(
                      "connect-" + sink.name(), Map.of(partition, new OffsetAndMetadata(0)))
                  .all()
                  .get(10, TimeUnit.SECONDS);
              return true;
            });
    sink.query(
        "ALTER TABLE "
            + sink.name()
            + ".blockhouse_ledger UPDATE claimed_at = claimed_at - INTERVAL 2 HOUR, from_offset = 0,"
            + " to_offset = "
            + ROWS
            + " WHERE 1");
    sink.rest().resume(sink.name());
    assertThat(sink.rest().awaitFailed(sink.name(), PATIENCE))
        .contains("longer than ledger.max.in.doubt.ms");
  }
}
