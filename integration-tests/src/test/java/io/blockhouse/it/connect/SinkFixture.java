// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.connect;

import static org.awaitility.Awaitility.await;

import io.blockhouse.it.SharedServers;
import io.blockhouse.it.clickhouse.ClickHouseServer;
import io.blockhouse.it.kafka.ConnectRest;
import io.blockhouse.it.kafka.ConnectWorker;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.management.ObjectName;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.core.ConditionTimeoutException;

/** A database, topics and a connector of one test; names are its own, servers are shared. */
final class SinkFixture implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final AtomicInteger COUNT = new AtomicInteger();

  private final String name;
  private final ClickHouseServer clickHouse;
  private final ConnectWorker worker;
  private final Map<String, String> config = new LinkedHashMap<>();
  private boolean started;

  SinkFixture(String test) {
    this(test, SharedServers.clickHouse(), SharedServers.worker());
  }

  SinkFixture(String test, ClickHouseServer clickHouse, ConnectWorker worker) {
    this.name = test + "_" + ProcessHandle.current().pid() + "_" + COUNT.incrementAndGet();
    this.clickHouse = clickHouse;
    this.worker = worker;
    clickHouse.query("CREATE DATABASE " + name);
    config.put("connector.class", "io.blockhouse.connect.ClickHouseSinkConnector");
    config.put("tasks.max", "1");
    config.put("key.converter", "org.apache.kafka.connect.storage.StringConverter");
    config.put("value.converter", "org.apache.kafka.connect.json.JsonConverter");
    config.put("value.converter.schemas.enable", "false");
    config.put("clickhouse.hosts", clickHouse.host() + ":" + clickHouse.nativePort());
    config.put("clickhouse.database", name);
    config.put("clickhouse.user", clickHouse.user());
    config.put("clickhouse.password", clickHouse.password());
  }

  /** Name of the database, the connector, and the start of topic names. */
  String name() {
    return name;
  }

  /** A topic of this test, whose table has the same name in the test's database. */
  String topic(String suffix) {
    return name + "_" + suffix;
  }

  /** The full name of a topic's table. */
  String table(String suffix) {
    return name + "." + topic(suffix);
  }

  SinkFixture with(String key, String value) {
    config.put(key, value);
    return this;
  }

  Map<String, String> config() {
    return config;
  }

  ConnectRest rest() {
    return worker.rest();
  }

  String query(String sql) {
    return clickHouse.query(sql).strip();
  }

  /** Starts the connector over REST and waits until its task runs. */
  SinkFixture start() {
    put();
    rest().awaitRunning(name, 1, PATIENCE);
    return this;
  }

  /** Starts the connector over REST. */
  void put() {
    config.putIfAbsent("name", name);
    if (!config.containsKey("topics.regex")) {
      config.putIfAbsent("topics", topic("t"));
    }
    rest().putConfig(name, config);
    started = true;
  }

  void awaitCount(String suffix, long rows) {
    awaitCount(suffix, rows, PATIENCE);
  }

  /** Waits for so many rows, and fails at once when the task fails. */
  void awaitCount(String suffix, long rows, Duration patience) {
    await()
        .atMost(patience)
        .pollInterval(Duration.ofMillis(100))
        .failFast(() -> failIfFailed())
        .until(() -> Long.parseLong(query("SELECT count() FROM " + table(suffix))) >= rows);
  }

  private void failIfFailed() {
    String failure = ConnectRest.failure(rest().status(name));
    if (!failure.isEmpty()) {
      throw new AssertionError(failure);
    }
  }

  /** Waits until the consumer group has committed so many records of partition 0 of a topic. */
  void awaitCommitted(String suffix, long offset) {
    awaitCommitted(suffix, offset, PATIENCE);
  }

  void awaitCommitted(String suffix, long offset, Duration patience) {
    TopicPartition partition = new TopicPartition(topic(suffix), 0);
    try {
      await()
          .atMost(patience)
          .pollInterval(Duration.ofMillis(200))
          .until(() -> Objects.equals(committed().get(partition), offset));
    } catch (ConditionTimeoutException e) {
      throw new AssertionError(
          "%s: %d is not committed but %s, %s; ClickHouse %s"
              .formatted(
                  partition,
                  offset,
                  committed(),
                  rest().status(name),
                  clickHouse.isAlive() ? "runs" : "is down"),
          e);
    }
  }

  private Map<TopicPartition, Long> committed() {
    return SharedServers.topics().committedOffsets("connect-" + name);
  }

  /** All attributes of the task's MBean that are numbers. */
  Map<String, Long> metrics() {
    Map<String, Long> values = new TreeMap<>();
    for (String attribute :
        new String[] {
          "RecordsReceived",
          "RowsAcked",
          "RecordsDeadLettered",
          "RecordsIgnored",
          "RowsOpen",
          "RowsReleased",
          "BatchesAcked",
          "BatchesOfUnknownFate",
          "RowsOfUnknownFate",
          "Retries"
        }) {
      for (Map.Entry<ObjectName, Object> value :
          worker
              .jmx("io.blockhouse:type=sink-task,connector=\"" + name + "\",*", attribute)
              .entrySet()) {
        values.put(attribute, ((Number) value.getValue()).longValue());
      }
    }
    return values;
  }

  /** An attribute of the task's MBean. */
  Object attribute(String attribute) {
    return worker
        .jmx("io.blockhouse:type=sink-task,connector=\"" + name + "\",*", attribute)
        .values()
        .iterator()
        .next();
  }

  /** An attribute of one of the MBeans that the runtime has for each task, of the first task. */
  Object runtimeAttribute(String type, String attribute) {
    return worker
        .jmx(type + ",connector=" + name + ",task=0", attribute)
        .values()
        .iterator()
        .next();
  }

  /** The test has deleted the connector itself. */
  void deleted() {
    started = false;
  }

  @Override
  public void close() {
    if (started && worker.isAlive()) {
      rest().delete(name);
    }
    if (clickHouse.isAlive()) {
      clickHouse.query("DROP DATABASE IF EXISTS " + name);
    }
  }
}
