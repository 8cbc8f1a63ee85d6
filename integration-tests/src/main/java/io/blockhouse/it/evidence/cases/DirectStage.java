// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.cases;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkConnector;

/** The packaged connector and its task in this JVM; topics are lists. */
final class DirectStage implements Stage {
  private final PackagedPlugin plugin;
  private final Map<String, String> config;
  private final RecordLog log = new RecordLog();
  private final List<String> deadLetters = new ArrayList<>();
  private final TaskMetrics metrics;
  private final SinkConnector connector;

  /** Why the configuration was refused; empty when it was not. */
  private String refusal;

  private DirectWorker worker;
  private Map<TopicPartition, Long> committedBefore = Map.of();

  /** After a restart from there, records below are not delivered, as in a real worker. */
  private Map<TopicPartition, Long> startedFrom = Map.of();

  DirectStage(PackagedPlugin plugin, CaseFile file, Map<String, String> config) {
    this.plugin = plugin;
    this.config = config;
    this.metrics = new TaskMetrics(DirectStage::attributes, config.get("name"));
    Map<String, Integer> partitions = new TreeMap<>();
    file.topics().forEach(topic -> partitions.put(topic, 1));
    file.records()
        .forEach(
            record ->
                partitions.merge(
                    record.partition().topic(), record.partition().partition() + 1, Math::max));
    partitions.forEach(
        (topic, count) -> {
          for (int partition = 0; partition < count; partition++) {
            log.add(new TopicPartition(topic, partition));
          }
        });
    connector = plugin.connector();
    create();
  }

  /** Starts the connector, unless its configuration has errors: a worker answers those with 400. */
  private void create() {
    List<String> errors = new ArrayList<>();
    plugin
        .inside(() -> connector.validate(config))
        .configValues()
        .forEach(value -> errors.addAll(value.errorMessages()));
    refusal = String.join("\n", errors);
    if (refusal.isEmpty()) {
      plugin.inside(
          () -> {
            connector.start(config);
            return null;
          });
    }
  }

  @Override
  public void put(List<CaseRecord> records) {
    committedBefore = log.committed();
    log.append(
        records.stream()
            .filter(record -> record.offset() >= startedFrom.getOrDefault(record.partition(), 0L))
            .toList());
    if (!refusal.isEmpty()) {
      return;
    }
    if (worker == null) {
      worker = newWorker();
    }
    worker.turn();
  }

  private DirectWorker newWorker() {
    return new DirectWorker(plugin, connector, log, config, deadLetters);
  }

  @Override
  public void restart(boolean fromCommitted) {
    if (worker != null && worker.failure().isEmpty()) {
      if (fromCommitted) {
        worker.end();
      } else {
        worker.crash();
      }
    }
    Map<TopicPartition, Long> from = fromCommitted ? log.committed() : committedBefore;
    startedFrom = fromCommitted ? from : Map.of();
    log.startFrom(from);
    worker = null;
    if (!refusal.isEmpty()) {
      create();
    }
  }

  @Override
  public void work() {
    if (worker == null && refusal.isEmpty()) {
      worker = newWorker();
    }
    if (worker != null) {
      worker.turn();
    }
  }

  @Override
  public Standing standing() {
    String failure = worker == null ? refusal : worker.failure();
    String error = failure.isEmpty() ? metrics.lastError() : failure;
    return new Standing(!failure.isEmpty(), error, log.uncommitted());
  }

  @Override
  public List<String> deadLetters() {
    return deadLetters;
  }

  @Override
  public OptionalLong metric(String attribute) {
    return metrics.number(attribute);
  }

  private static Map<ObjectName, Object> attributes(String pattern, String attribute) {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    Map<ObjectName, Object> values = new TreeMap<>();
    try {
      for (ObjectName name : server.queryNames(new ObjectName(pattern), null)) {
        values.put(name, server.getAttribute(name, attribute));
      }
    } catch (JMException e) {
      throw new IllegalStateException(e);
    }
    return values;
  }

  @Override
  public void close() {
    if (worker != null && worker.failure().isEmpty()) {
      worker.crash();
    }
    if (refusal.isEmpty()) {
      connector.stop();
    }
  }
}
