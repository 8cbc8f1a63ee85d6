// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import io.blockhouse.it.clickhouse.ClickHouseServer;
import io.blockhouse.it.kafka.ConnectRest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** The connector of a run, over REST, and what its operators may do to it. */
final class ChaosConnector {
  static final String NAME = "chaos";
  private static final int TASKS = 3;
  private static final int PATIENCE_MS = 120_000;

  /** Batches of one block and of several, small and large. */
  private static final List<Map<String, String>> BATCHES =
      List.of(
          Map.of("block.max.rows", "200", "batch.max.rows", "3000", "batch.linger.ms", "500"),
          Map.of("block.max.rows", "65536", "batch.max.rows", "1000", "batch.linger.ms", "300"),
          Map.of("block.max.rows", "500", "batch.max.rows", "100000", "batch.linger.ms", "2000"),
          Map.of("block.max.bytes", "65536", "batch.linger.ms", "1000"));

  private final ChaosWorkers workers;
  private final Map<String, String> base = new TreeMap<>();
  private Map<String, String> batches = BATCHES.get(0);

  ChaosConnector(ChaosWorkers workers, ClickHouseServer server, String hosts, Guarantee guarantee) {
    this.workers = workers;
    base.put("name", NAME);
    base.put("connector.class", "io.blockhouse.connect.ClickHouseSinkConnector");
    base.put("tasks.max", Integer.toString(TASKS));
    base.put("topics", ChaosTable.NAME);
    base.put("value.converter", "org.apache.kafka.connect.json.JsonConverter");
    base.put("value.converter.schemas.enable", "false");
    base.put("clickhouse.hosts", hosts);
    base.put("clickhouse.database", ChaosTable.DATABASE);
    base.put("clickhouse.user", server.user());
    base.put("clickhouse.password", server.password());
    base.put("clickhouse.connect.timeout.ms", "3000");
    base.put("clickhouse.request.timeout.ms", "8000");
    base.put("retry.backoff.ms", "100");
    base.put("retry.backoff.max.ms", "2000");
    base.put("consumer.override.auto.offset.reset", "earliest");
    base.put("consumer.override.session.timeout.ms", "6000");
    base.put("consumer.override.heartbeat.interval.ms", "2000");
    if (guarantee != Guarantee.AT_LEAST_ONCE) {
      base.put("delivery.guarantee", guarantee.word());
    }
  }

  void create() throws InterruptedException {
    put(Map.of());
    workers.ask(
        rest -> {
          rest.awaitRunning(NAME, TASKS, Duration.ofSeconds(60));
          return true;
        },
        PATIENCE_MS);
  }

  void restart() throws InterruptedException {
    tell(rest -> rest.restart(NAME));
  }

  void pause(Fault fault) throws InterruptedException {
    tell(rest -> rest.pause(NAME));
    Pause.ms(fault.lastsMs());
    tell(rest -> rest.resume(NAME));
  }

  void reconfigure(Fault fault) throws InterruptedException {
    batches = BATCHES.get(fault.pick(BATCHES.size()));
    put(Map.of());
  }

  /** No INSERT gets along with so little memory: code 241. */
  void starve(Fault fault) throws InterruptedException {
    put(Map.of("clickhouse.settings.max_memory_usage", "1000000"));
    Pause.ms(fault.lastsMs());
    put(Map.of());
  }

  private void put(Map<String, String> more) throws InterruptedException {
    Map<String, String> config = new TreeMap<>(base);
    config.putAll(batches);
    config.putAll(more);
    tell(rest -> rest.putConfig(NAME, config));
  }

  /** Restarts what failed, as an operator would, and returns why it had; empty if nothing had. */
  String mend() throws InterruptedException {
    JsonNode status = workers.ask(rest -> rest.status(NAME), PATIENCE_MS);
    String failure = ConnectRest.failure(status);
    if (!failure.isEmpty()) {
      tell(rest -> rest.restartFailed(NAME));
    }
    return failure;
  }

  private void tell(Consumer<ConnectRest> order) throws InterruptedException {
    workers.ask(
        rest -> {
          order.accept(rest);
          return true;
        },
        PATIENCE_MS);
  }
}
