// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.blockhouse.it.evidence.cases.FaultRelay;
import io.blockhouse.it.quickstart.ClickProducer;
import io.blockhouse.it.quickstart.ClicksTable;
import io.blockhouse.it.quickstart.Stack;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Drains a backlog through one task of a worker at {@code -Xmx128m}: first alone, then while the
 * same task also has a topic whose table is missing, and the same worker a second connector whose
 * server is down, each with a backlog of its own.
 *
 * <p>Holds when every row arrived as it was produced, the live heap did not grow from the first
 * half of the drain to the second by more than {@link #SLACK_MB}, and the trouble beside it cost no
 * more than {@link #MOST_LOST_RATE} of the rate.
 */
public final class BacklogEvidence {
  private static final String USAGE = "usage: evidence.sh backlog [--records N]";
  private static final String DATABASE = "backlog_evidence";
  private static final String HEALTHY = "clicks";
  private static final String ABSENT = "absent";
  private static final String DOWN = "down";
  private static final long TROUBLED_RECORDS = 200_000;
  private static final Duration PATIENCE = Duration.ofMinutes(30);
  private static final long SAMPLE_MS = 3_000;
  private static final double MB = 1e6;

  /** A put of records more or less, at the moment of a collection. */
  private static final double SLACK_MB = 10;

  /** Two drains of one machine differ by as much. */
  private static final double MOST_LOST_RATE = 0.25;

  private final Stack stack = new Stack("-Xmx128m");
  private final long records;

  private BacklogEvidence(long records) {
    this.records = records;
  }

  /** What one drain showed; heap in MB, live, one sample after the other. */
  private record Drain(double rowsPerSecond, List<Double> heap) {
    double min() {
      return heap.stream().mapToDouble(Double::doubleValue).min().orElse(0);
    }

    double max() {
      return heap.stream().mapToDouble(Double::doubleValue).max().orElse(0);
    }

    /** How much more the second half needed at its worst than the first. */
    double growth() {
      int half = heap.size() / 2;
      double first = heap.stream().limit(half).mapToDouble(Double::doubleValue).max().orElse(0);
      double second = heap.stream().skip(half).mapToDouble(Double::doubleValue).max().orElse(0);
      return second - first;
    }
  }

  /** Exit status 0 when it holds, 1 when not, 2 for a wrong command line. */
  public static void main(String[] args) throws InterruptedException {
    boolean given = args.length == 2 && args[0].equals("--records");
    if (args.length != 0 && !(given && args[1].matches("\\d{1,12}"))) {
      System.err.println(USAGE);
      System.exit(2);
    }
    long records = given ? Long.parseLong(args[1]) : 10_000_000;
    System.exit(new BacklogEvidence(records).run() ? 0 : 1);
  }

  private boolean run() throws InterruptedException {
    ClickProducer producer = fill(HEALTHY, records);
    fill(ABSENT, TROUBLED_RECORDS);
    new ClicksTable(stack.clickHouse(), DATABASE, ABSENT).create();
    Drain alone = drain("alone", HEALTHY, producer);
    startBesideAndLoseItsServer();
    Drain beside = drain("troubled", HEALTHY + "," + ABSENT, producer);
    System.out.printf(
        Locale.ROOT,
        "{\"evidence\":\"backlog\",\"records\":%d,\"heap_mb_min\":%.1f,\"heap_mb_max\":%.1f,"
            + "\"rows_per_s\":%.0f,\"rows_per_s_alone\":%.0f}%n",
        records,
        beside.min(),
        beside.max(),
        beside.rowsPerSecond,
        alone.rowsPerSecond);
    return beside.growth() <= SLACK_MB
        && beside.rowsPerSecond >= alone.rowsPerSecond * (1 - MOST_LOST_RATE);
  }

  /** A server that is down is refused when a connector is made, so it goes down afterwards. */
  private void startBesideAndLoseItsServer() throws InterruptedException {
    stack.topics().create(DOWN, 1);
    new ClicksTable(stack.clickHouse(), DATABASE, DOWN).create();
    try (FaultRelay relay =
        new FaultRelay(stack.clickHouse().host(), stack.clickHouse().nativePort())) {
      stack.worker().rest().putConfig("beside", config(DOWN, relay.address()));
      stack.worker().rest().awaitRunning("beside", 1, Duration.ofSeconds(60));
    }
    produce(DOWN, TROUBLED_RECORDS);
  }

  private ClickProducer fill(String topic, long count) throws InterruptedException {
    stack.topics().create(topic, 1);
    return produce(topic, count);
  }

  private ClickProducer produce(String topic, long count) throws InterruptedException {
    ClickProducer producer = new ClickProducer(stack.topics().producer(), topic, count);
    producer.start();
    while (producer.produced() < count) {
      producer.requireNoFailure();
      TimeUnit.MILLISECONDS.sleep(200);
    }
    System.out.printf(Locale.ROOT, "%,d clicks are in topic %s%n", count, topic);
    return producer;
  }

  private Drain drain(String name, String topics, ClickProducer producer)
      throws InterruptedException {
    ClicksTable table = new ClicksTable(stack.clickHouse(), DATABASE, HEALTHY);
    table.create();
    String hosts = stack.clickHouse().host() + ":" + stack.clickHouse().nativePort();
    List<Double> heap = new ArrayList<>();
    // A missing table is refused too when a connector is made, so it goes before the task starts.
    Map<String, Object> connector =
        Map.of("name", name, "config", config(topics, hosts), "initial_state", "STOPPED");
    stack.worker().rest().create(new ObjectMapper().valueToTree(connector).toString());
    if (topics.contains(ABSENT)) {
      stack.clickHouse().query("DROP TABLE " + DATABASE + "." + ABSENT + " SYNC");
    }
    long start = System.nanoTime();
    stack.worker().rest().resume(name);
    long nextSample = start + TimeUnit.MILLISECONDS.toNanos(SAMPLE_MS);
    while (table.count() < records) {
      long now = System.nanoTime();
      if (now - start > PATIENCE.toNanos()) {
        throw new IllegalStateException("only " + table.count() + " rows after " + PATIENCE);
      }
      if (now - nextSample >= 0) {
        heap.add(stack.worker().jmx().liveHeapBytes() / MB);
        nextSample = now + TimeUnit.MILLISECONDS.toNanos(SAMPLE_MS);
      }
      TimeUnit.MILLISECONDS.sleep(100);
    }
    Drain drain = new Drain(records / ((System.nanoTime() - start) / 1e9), heap);
    if (!table.checksum().equals(producer.checksum())) {
      throw new IllegalStateException("the table does not hold what was produced");
    }
    stack.worker().rest().delete(name);
    System.out.printf(
        Locale.ROOT,
        "%s: %,.0f rows/s from the start of the task to the last row; live heap %.1f to %.1f MB in %d samples,"
            + " second half against first %+.1f MB%n",
        name,
        drain.rowsPerSecond,
        drain.min(),
        drain.max(),
        heap.size(),
        drain.growth());
    return drain;
  }

  private Map<String, String> config(String topics, String hosts) {
    Map<String, String> config = new LinkedHashMap<>();
    config.put("connector.class", "io.blockhouse.connect.ClickHouseSinkConnector");
    config.put("tasks.max", "1");
    config.put("topics", topics);
    config.put("key.converter", "org.apache.kafka.connect.storage.StringConverter");
    config.put("value.converter", "org.apache.kafka.connect.json.JsonConverter");
    config.put("value.converter.schemas.enable", "false");
    config.put("clickhouse.hosts", hosts);
    config.put("clickhouse.database", DATABASE);
    config.put("clickhouse.user", stack.clickHouse().user());
    config.put("clickhouse.password", stack.clickHouse().password());
    config.put("consumer.override.auto.offset.reset", "earliest");
    // Or the heap is the consumer's: it holds up to 50 MB of fetched records by default.
    config.put("consumer.override.fetch.max.bytes", "4194304");
    config.put("consumer.override.max.poll.records", "5000");
    return config;
  }
}
