// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.blockhouse.it.BuildLayout;
import io.blockhouse.it.SharedServers;
import io.blockhouse.it.SharedServersCheck;
import io.blockhouse.it.clickhouse.LocalClickHouse;
import io.blockhouse.it.evidence.cases.FaultRelay;
import io.blockhouse.it.evidence.cases.InsertFault;
import io.blockhouse.it.kafka.ConnectWorker;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Scenarios drawn from public reports about other sinks, by the numbers under which they are known
 * here (C83 ...). Those that are a list of records are played by {@code CasesIT}.
 */
@ExtendWith(SharedServersCheck.class)
class DeliveryScenariosIT {
  private static final Duration A_MOMENT = Duration.ofSeconds(5);

  private static List<String> ids(int from, int count) {
    return IntStream.range(from, from + count).mapToObj(id -> "{\"id\": " + id + "}").toList();
  }

  private static void createTable(SinkFixture sink) {
    sink.query("CREATE TABLE " + sink.table("t") + " (id UInt32) ENGINE = MergeTree ORDER BY id");
    SharedServers.topics().create(sink.topic("t"), 1);
  }

  private static String idsIn(SinkFixture sink) {
    return sink.query("SELECT count(), uniqExact(id) FROM " + sink.table("t"));
  }

  private static void assertRunning(SinkFixture sink) {
    sink.rest().awaitRunning(sink.name(), 1, Duration.ofSeconds(1));
  }

  /** C83. */
  @Test
  void tooManyPartsAreWaitedOutAndNothingGoesToTheDeadLetterQueue() throws Exception {
    try (SinkFixture sink = new SinkFixture("c83")) {
      sink.query(
          "CREATE TABLE "
              + sink.table("t")
              + " (id UInt32) ENGINE = MergeTree PARTITION BY id % 4 ORDER BY id SETTINGS"
              + " parts_to_throw_insert = 3, parts_to_delay_insert = 2, max_delay_to_insert = 1");
      sink.query("SYSTEM STOP MERGES " + sink.table("t"));
      SharedServers.topics().create(sink.topic("t"), 1);
      SharedServers.topics().send(sink.topic("t"), 0, ids(0, 40));
      sink.with("batch.max.rows", "4")
          .with("retry.backoff.max.ms", "1000")
          .with("errors.tolerance", "all")
          .with("errors.deadletterqueue.topic.name", sink.topic("dead"))
          .with("errors.deadletterqueue.topic.replication.factor", "1")
          .start();
      await().atMost(SinkFixture.PATIENCE).until(() -> sink.attribute("LastErrorCode").equals(252));
      TimeUnit.MILLISECONDS.sleep(A_MOMENT.toMillis());
      assertRunning(sink);
      assertThat(sink.metrics().get("Retries")).isGreaterThan(1);
      assertThat(Files.readString(SharedServers.worker().log()))
          .contains("Table " + sink.table("t") + " cannot be written", "error 252");
      sink.query("SYSTEM START MERGES " + sink.table("t"));
      await()
          .atMost(SinkFixture.PATIENCE)
          .until(
              () -> {
                // The server's own choice of what to merge may take minutes for so few parts.
                sink.query("OPTIMIZE TABLE " + sink.table("t"));
                return sink.query("SELECT count() FROM " + sink.table("t")).equals("40");
              });
      assertThat(idsIn(sink)).isEqualTo("40\t40");
      assertThat(sink.metrics()).containsEntry("RecordsDeadLettered", 0L);
    }
  }

  /** C75 and C83 with the other codes of passing trouble, three times each. */
  @Test
  void whateverPassesIsTriedAgainAndRowsLandOnce() {
    try (SinkFixture sink = new SinkFixture("c83codes");
        FaultRelay relay = new FaultRelay("127.0.0.1", SharedServers.clickHouse().nativePort())) {
      createTable(sink);
      sink.with("clickhouse.hosts", relay.address())
          .with("batch.linger.ms", "50")
          .with("retry.backoff.ms", "20")
          .with("errors.tolerance", "all")
          .with("errors.deadletterqueue.topic.name", sink.topic("dead"))
          .with("errors.deadletterqueue.topic.replication.factor", "1")
          .start();
      int sent = 0;
      for (int code : new int[] {252, 241, 202, 159, 242, 319, 999}) {
        long retries = sink.metrics().get("Retries");
        relay.apply(new InsertFault(3, code));
        SharedServers.topics().send(sink.topic("t"), 0, ids(sent, 10));
        sent += 10;
        sink.awaitCount("t", sent);
        assertThat(sink.attribute("LastErrorCode")).isEqualTo(code);
        assertThat(sink.metrics().get("Retries")).as("code %d", code).isEqualTo(retries + 3);
      }
      assertThat(idsIn(sink)).isEqualTo(sent + "\t" + sent);
      assertThat(sink.metrics()).containsEntry("RecordsDeadLettered", 0L);
    }
  }

  /** C85. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aServerThatNeverAnswersIsGivenUpAndTheConsumerStaysInItsGroup(boolean greets)
      throws Exception {
    try (SinkFixture sink = new SinkFixture(greets ? "c85greets" : "c85silent");
        SilentServer server = new SilentServer(SharedServers.clickHouse().nativePort(), greets)) {
      createTable(sink);
      sink.with("clickhouse.hosts", server.address())
          .with("clickhouse.connect.timeout.ms", "2000")
          .with("clickhouse.request.timeout.ms", "2000")
          .with("retry.backoff.max.ms", "500")
          .with("consumer.override.max.poll.interval.ms", "6000")
          .start();
      String member = awaitMember(sink);
      server.fallSilent();
      SharedServers.topics().send(sink.topic("t"), 0, ids(0, 10));
      // Longer than the consumer may go without a poll.
      TimeUnit.SECONDS.sleep(9);
      assertRunning(sink);
      assertThat(awaitMember(sink)).isEqualTo(member);
      assertThat(sink.metrics().get("Retries")).isPositive();
      server.putTheRealServerInItsPlace();
      sink.awaitCount("t", 10);
      assertThat(idsIn(sink)).isEqualTo("10\t10");
      assertThat(awaitMember(sink)).isEqualTo(member);
    }
  }

  /** The id that the broker gave the task's consumer; another one means that it left and came. */
  private static String awaitMember(SinkFixture sink) {
    String group = "connect-" + sink.name();
    return await()
        .atMost(SinkFixture.PATIENCE)
        .ignoreExceptions()
        .until(
            () -> {
              ConsumerGroupDescription description =
                  SharedServers.topics()
                      .admin()
                      .describeConsumerGroups(List.of(group))
                      .describedGroups()
                      .get(group)
                      .get(5, TimeUnit.SECONDS);
              return description.members().iterator().next().consumerId();
            },
            id -> !id.isEmpty());
  }

  /** C85: a task that waits for an answer has to end when it is told to. */
  @Test
  void aTaskStopsWithinTenSecondsWhileTheServerIsSilent() throws Exception {
    try (SinkFixture sink = new SinkFixture("c85stop");
        SilentServer server = new SilentServer(SharedServers.clickHouse().nativePort(), true)) {
      createTable(sink);
      sink.with("clickhouse.hosts", server.address())
          .with("clickhouse.connect.timeout.ms", "2000")
          .with("clickhouse.request.timeout.ms", "5000")
          .with("batch.linger.ms", "100")
          .start();
      String group = "connect-" + sink.name();
      awaitMember(sink);
      server.fallSilent();
      SharedServers.topics().send(sink.topic("t"), 0, ids(0, 10));
      TimeUnit.SECONDS.sleep(2);
      sink.rest().delete(sink.name());
      sink.deleted();
      await()
          .atMost(Duration.ofSeconds(10))
          .ignoreExceptions()
          .until(
              () ->
                  SharedServers.topics()
                      .admin()
                      .describeConsumerGroups(List.of(group))
                      .describedGroups()
                      .get(group)
                      .get(5, TimeUnit.SECONDS)
                      .members()
                      .isEmpty());
    }
  }

  /** C87. */
  @Test
  void noOffsetIsCommittedForRowsThatAreOnlyBuffered() throws Exception {
    int rows = 50_000;
    try (ConnectWorker worker =
        ConnectWorker.builder(SharedServers.kafka().bootstrapServers(), BuildLayout.logs("c87"))
            .groupId("c87-" + ProcessHandle.current().pid())
            .pluginPath(SharedServers.pluginPath())
            .offsetFlushIntervalMs(1_000)
            .start()) {
      SinkFixture sink = new SinkFixture("c87", SharedServers.clickHouse(), worker);
      createTable(sink);
      SharedServers.topics().send(sink.topic("t"), 0, ids(0, rows));
      sink.with("batch.max.rows", "100000")
          .with("batch.linger.ms", "8000")
          // Until then the broker keeps the partition for the killed worker.
          .with("consumer.override.session.timeout.ms", "6000")
          .start();
      await().atMost(SinkFixture.PATIENCE).until(() -> sink.metrics().get("RowsOpen") == rows);
      TimeUnit.SECONDS.sleep(2); // two chances to commit
      worker.kill();
      assertThat(idsIn(sink)).isEqualTo("0\t0");
      worker.start();
      sink.awaitCommitted("t", rows);
      assertThat(idsIn(sink)).isEqualTo(rows + "\t" + rows);
      sink.close();
    }
  }

  /** C98. */
  @Test
  void whatIsCommittedOutlivesTheServerWhateverItsProfileSaysOfAsynchronousInserts()
      throws IOException {
    LocalClickHouse clickHouse =
        new LocalClickHouse(
            BuildLayout.data().resolve("c98"),
            BuildLayout.logs("c98"),
            "",
            "<async_insert>1</async_insert><wait_for_async_insert>0</wait_for_async_insert>"
                + "<async_insert_busy_timeout_max_ms>60000</async_insert_busy_timeout_max_ms>"
                + "<async_insert_busy_timeout_min_ms>60000</async_insert_busy_timeout_min_ms>");
    clickHouse.start();
    try (SinkFixture sink = new SinkFixture("c98", clickHouse, SharedServers.worker())) {
      assertThat(
              sink.query("SELECT value FROM system.settings WHERE name = 'wait_for_async_insert'"))
          .isEqualTo("0");
      createTable(sink);
      SharedServers.topics().send(sink.topic("t"), 0, ids(0, 1_000));
      sink.start();
      sink.awaitCommitted("t", 1_000);
      clickHouse.kill();
      clickHouse.start();
      assertThat(idsIn(sink)).isEqualTo("1000\t1000");
    } finally {
      clickHouse.kill();
    }
  }

  /** C93. Here they even share a ledger. */
  @Test
  void twoConnectorsOfOneTopicAreKeptApartInExactlyOnce() {
    try (SinkFixture one = new SinkFixture("c93a");
        SinkFixture other = new SinkFixture("c93b")) {
      String topic = one.topic("t");
      SharedServers.topics().create(topic, 1);
      List<SinkFixture> both = List.of(one, other);
      for (SinkFixture sink : both) {
        sink.query(
            "CREATE TABLE "
                + sink.name()
                + "."
                + topic
                + " (id UInt32) ENGINE = MergeTree ORDER BY id"
                + " SETTINGS non_replicated_deduplication_window = 1000");
        sink.with("topics", topic)
            .with("delivery.guarantee", "exactly-once")
            .with("ledger.table", one.name() + ".ledger")
            .with("batch.linger.ms", "200")
            .start();
      }
      SharedServers.topics().send(topic, 0, ids(0, 1_000));
      both.forEach(sink -> awaitIds(sink, topic, 1_000));
      both.forEach(sink -> sink.rest().restart(sink.name()));
      SharedServers.topics().send(topic, 0, ids(1_000, 1_000));
      both.forEach(sink -> awaitIds(sink, topic, 2_000));
      assertThat(one.query("SELECT count() FROM " + one.name() + ".ledger")).isEqualTo("2");
    }
  }

  private static void awaitIds(SinkFixture sink, String topic, int ids) {
    await()
        .atMost(SinkFixture.PATIENCE)
        .until(
            () ->
                sink.query("SELECT count(), uniqExact(id) FROM " + sink.name() + "." + topic)
                    .equals(ids + "\t" + ids));
  }
}
