// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence;

import io.blockhouse.it.quickstart.ClickProducer;
import io.blockhouse.it.quickstart.ClicksTable;
import io.blockhouse.it.quickstart.Stack;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Drains a full topic through a real worker at {@code -Xmx256m}, in batches of 1,000,000, 100,000
 * and 10,000 rows, and shows rows per second and the live heap of the worker. Batches of more than
 * a block (65,536 rows) must not need more heap than one block does. Argument: rows (default
 * 5,000,000).
 */
public final class StreamEvidence {
  private static final String DATABASE = "stream_evidence";
  private static final String TOPIC = "clicks";
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final Duration SAMPLE = Duration.ofSeconds(2);
  private static final double MB = 1e6;

  private final Stack stack = new Stack();
  private final long rows;

  private StreamEvidence(long rows) {
    this.rows = rows;
  }

  /** What one drain showed. */
  private record Drain(double rowsPerSecond, double peakLiveHeapMb, double idleHeapMb) {}

  /** Exits 0 when every row of both drains arrived once. */
  public static void main(String[] args) throws InterruptedException {
    long rows = args.length > 0 ? Long.parseLong(args[0]) : 5_000_000;
    new StreamEvidence(rows).run();
    System.exit(0);
  }

  private void run() throws InterruptedException {
    stack.topics().create(TOPIC, 1);
    ClickProducer producer = new ClickProducer(stack.topics().producer(), TOPIC, rows);
    producer.start();
    while (producer.produced() < rows) {
      producer.requireNoFailure();
      Thread.sleep(200);
    }
    System.out.printf(Locale.ROOT, "%,d clicks of 10 fields are in the topic%n", rows);
    Drain large = drain("large", producer, 1_000_000);
    Drain middle = drain("middle", producer, 100_000);
    Drain small = drain("small", producer, 10_000);
    System.out.printf(
        Locale.ROOT,
        "{\"evidence\":\"stream\",\"rows\":%d,\"rows_per_s_1m\":%.0f,\"heap_mb_1m\":%.1f,"
            + "\"rows_per_s_100k\":%.0f,\"heap_mb_100k\":%.1f,\"rows_per_s_10k\":%.0f,\"heap_mb_10k\":%.1f,\"heap_mb_idle_worker\":%.1f}%n",
        rows,
        large.rowsPerSecond,
        large.peakLiveHeapMb,
        middle.rowsPerSecond,
        middle.peakLiveHeapMb,
        small.rowsPerSecond,
        small.peakLiveHeapMb,
        large.idleHeapMb);
  }

  private Drain drain(String name, ClickProducer producer, long batchRows)
      throws InterruptedException {
    ClicksTable table = new ClicksTable(stack.clickHouse(), DATABASE, TOPIC);
    table.create();
    double idle = stack.worker().jmx().liveHeapBytes() / MB;
    long start = System.nanoTime();
    stack.worker().rest().putConfig(name, config(batchRows));
    double peak = 0;
    long nextSample = System.nanoTime();
    while (table.count() < rows) {
      if (System.nanoTime() - start > PATIENCE.toNanos()) {
        throw new IllegalStateException("only " + table.count() + " rows after " + PATIENCE);
      }
      if (System.nanoTime() >= nextSample) {
        peak = Math.max(peak, stack.worker().jmx().liveHeapBytes() / MB);
        nextSample = System.nanoTime() + SAMPLE.toNanos();
      }
      Thread.sleep(50);
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    if (!table.checksum().equals(producer.checksum())) {
      throw new IllegalStateException("the table does not hold what was produced");
    }
    stack.worker().rest().delete(name);
    System.out.printf(
        Locale.ROOT,
        "batch.max.rows=%,d: %,.0f rows/s from POST to the last row, peak live heap %.1f MB"
            + " (idle worker %.1f MB)%n",
        batchRows,
        rows / seconds,
        peak,
        idle);
    return new Drain(rows / seconds, peak, idle);
  }

  private Map<String, String> config(long batchRows) {
    Map<String, String> config = new LinkedHashMap<>();
    config.put("connector.class", "io.blockhouse.connect.ClickHouseSinkConnector");
    config.put("tasks.max", "1");
    config.put("topics", TOPIC);
    config.put("key.converter", "org.apache.kafka.connect.storage.StringConverter");
    config.put("value.converter", "org.apache.kafka.connect.json.JsonConverter");
    config.put("value.converter.schemas.enable", "false");
    config.put(
        "clickhouse.hosts", stack.clickHouse().host() + ":" + stack.clickHouse().nativePort());
    config.put("clickhouse.database", DATABASE);
    config.put("clickhouse.user", stack.clickHouse().user());
    config.put("clickhouse.password", stack.clickHouse().password());
    config.put("clickhouse.request.timeout.ms", "120000");
    config.put("batch.max.rows", Long.toString(batchRows));
    config.put("batch.max.bytes", "1073741824");
    config.put("batch.linger.ms", batchRows > 100_000 ? "30000" : "1000");
    config.put("consumer.override.max.poll.records", "5000");
    config.put("consumer.override.auto.offset.reset", "earliest");
    return config;
  }
}
