// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.cases;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.IllegalWorkerStateException;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTaskContext;

/** What a task may ask of the worker; the worker looks at it between two calls. */
final class DirectContext implements SinkTaskContext {
  private final Map<String, String> config;
  private final Set<TopicPartition> assignment;
  private final List<String> deadLetters;
  private final Map<TopicPartition, Long> seeks = new HashMap<>();
  private final Set<TopicPartition> paused = new HashSet<>();
  private boolean commitRequested;
  private long timeoutMs = -1;

  /** Errors of dead letters are added to {@code deadLetters}. */
  DirectContext(
      Map<String, String> config, Set<TopicPartition> assignment, List<String> deadLetters) {
    this.config = config;
    this.assignment = assignment;
    this.deadLetters = deadLetters;
  }

  /** The wished offsets, which are wished no longer. */
  Map<TopicPartition, Long> takeSeeks() {
    Map<TopicPartition, Long> taken = new HashMap<>(seeks);
    seeks.clear();
    return taken;
  }

  boolean takeCommitRequest() {
    boolean taken = commitRequested;
    commitRequested = false;
    return taken;
  }

  /** The longest wait for records, -1 when the task has not said. */
  long takeTimeoutMs() {
    long taken = timeoutMs;
    timeoutMs = -1;
    return taken;
  }

  Set<TopicPartition> paused() {
    return paused;
  }

  @Override
  public Map<String, String> configs() {
    return config;
  }

  @Override
  public void offset(Map<TopicPartition, Long> offsets) {
    seeks.putAll(offsets);
  }

  @Override
  public void offset(TopicPartition partition, long offset) {
    seeks.put(partition, offset);
  }

  @Override
  public void timeout(long ms) {
    timeoutMs = ms;
  }

  @Override
  public Set<TopicPartition> assignment() {
    return assignment;
  }

  @Override
  public void pause(TopicPartition... partitions) {
    requireAssigned(partitions);
    paused.addAll(List.of(partitions));
  }

  @Override
  public void resume(TopicPartition... partitions) {
    requireAssigned(partitions);
    paused.removeAll(List.of(partitions));
  }

  private void requireAssigned(TopicPartition... partitions) {
    if (!assignment.containsAll(List.of(partitions))) {
      throw new IllegalWorkerStateException("not assigned: " + List.of(partitions));
    }
  }

  @Override
  public void requestCommit() {
    commitRequested = true;
  }

  @Override
  public ErrantRecordReporter errantRecordReporter() {
    return config.containsKey("errors.deadletterqueue.topic.name") ? this::report : null;
  }

  private Future<Void> report(SinkRecord record, Throwable error) {
    if (!config.getOrDefault("errors.tolerance", "none").equals("all")) {
      throw new ConnectException("Tolerance exceeded in error handler", error);
    }
    deadLetters.add(String.valueOf(error.getMessage()));
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public PluginMetrics pluginMetrics() {
    throw new UnsupportedOperationException("a case has no metrics but JMX");
  }
}
