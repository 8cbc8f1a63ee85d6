// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.cases;

import io.blockhouse.it.kafka.ConnectRest;
import io.blockhouse.it.kafka.ConnectRestException;
import io.blockhouse.it.kafka.ConnectWorker;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A connector in a real worker, made over REST once the first records are in their topics. */
final class WorkerStage implements Stage {
  private static final long PAUSE_MS = 100;
  private static final Duration READ_TIMEOUT = Duration.ofSeconds(10);
  private static final int NOT_FOUND = 404;
  private static final int BAD_REQUEST = 400;

  private final ConnectWorker worker;
  private final CaseTopics topics;
  private final Map<String, String> config;
  private final String name;
  private final TaskMetrics metrics;
  private final String otherTransforms;
  private boolean created;
  private String refusal = "";

  WorkerStage(ConnectWorker worker, CaseTopics topics, Map<String, String> config) {
    this.worker = worker;
    this.topics = topics;
    this.config = new TreeMap<>(config);
    this.name = config.get("name");
    this.metrics = new TaskMetrics(worker::jmx, name);
    this.otherTransforms = config.getOrDefault("transforms", "");
    this.config.put("consumer.override.auto.offset.reset", "earliest");
  }

  @Override
  public void put(List<CaseRecord> records) {
    topics.send(records);
    if (!created && refusal.isEmpty()) {
      create();
    }
  }

  private void create() {
    config.putAll(topics.filter(otherTransforms));
    try {
      worker.rest().putConfig(name, config);
      created = true;
      refusal = "";
    } catch (ConnectRestException e) {
      if (e.status() != BAD_REQUEST) {
        throw e;
      }
      refusal = e.getMessage();
    }
  }

  @Override
  public void restart(boolean fromCommitted) {
    if (created) {
      worker.rest().restart(name);
    } else {
      create();
    }
  }

  @Override
  public void work() {
    try {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the connector works", e);
    }
  }

  @Override
  public Standing standing() {
    String failure = refusal.isEmpty() ? failure() : refusal;
    // After the failure: the task's last commit comes before its state.
    Map<String, Long> uncommitted = topics.uncommitted("connect-" + name);
    String error = failure.isEmpty() ? metrics.lastError() : failure;
    return new Standing(!failure.isEmpty(), error, uncommitted);
  }

  private String failure() {
    try {
      return messages(ConnectRest.failure(worker.rest().status(name)));
    } catch (ConnectRestException e) {
      if (e.status() == NOT_FOUND) { // not yet seen by the herder
        return "";
      }
      throw e;
    }
  }

  /** A trace without its lines of code: what an error names has to be in a message. */
  private static String messages(String trace) {
    return trace
        .lines()
        .filter(line -> !line.matches("\\s+at .*|\\s+\\.\\.\\. \\d+ more"))
        .collect(Collectors.joining("\n"));
  }

  @Override
  public List<String> deadLetters() {
    String topic = config.get("errors.deadletterqueue.topic.name");
    if (topic == null || !created) {
      return List.of();
    }
    long count =
        topics.cluster().endOffsets(topic).values().stream().mapToLong(Long::longValue).sum();
    return topics.cluster().read(topic, (int) count, READ_TIMEOUT).stream()
        .map(WorkerStage::error)
        .toList();
  }

  private static String error(ConsumerRecord<byte[], byte[]> deadLetter) {
    return new String(
        deadLetter.headers().lastHeader("__connect.errors.exception.message").value(),
        StandardCharsets.UTF_8);
  }

  @Override
  public OptionalLong metric(String attribute) {
    return metrics.number(attribute);
  }

  @Override
  public void close() {
    if (created) {
      worker.rest().delete(name);
    }
  }
}
