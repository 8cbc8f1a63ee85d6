// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.delivery;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.LongFunction;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.errors.IllegalWorkerStateException;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTaskContext;

/**
 * Does with a {@link Delivery} what WorkerSinkTask of Connect's runtime does with a task (its order
 * of commit, rewind, poll and put), over topics that are lists.
 */
final class FakeWorker implements SinkTaskContext {
  final Map<TopicPartition, List<Object>> topics = new LinkedHashMap<>();
  final Map<TopicPartition, Long> positions = new HashMap<>();
  final Map<TopicPartition, Long> committed = new HashMap<>();
  final Map<TopicPartition, Long> lastCommitted = new HashMap<>();
  final Set<TopicPartition> paused = new HashSet<>();
  final List<SinkRecord> deadLetters = new ArrayList<>();
  final List<Throwable> deadLetterCauses = new ArrayList<>();
  private final Map<TopicPartition, Long> seeks = new HashMap<>();
  private boolean commitRequested;
  long timeoutMs = -1;
  boolean reporting = true;
  CompletableFuture<Void> confirmation = CompletableFuture.completedFuture(null);

  void topic(TopicPartition partition, Object... values) {
    topics.put(partition, new ArrayList<>(List.of(values)));
  }

  /** Assigns partitions from their committed offsets. */
  void assign(Delivery delivery, Collection<TopicPartition> partitions) {
    for (TopicPartition partition : partitions) {
      long position = committed.getOrDefault(partition, 0L);
      positions.put(partition, position);
      lastCommitted.put(partition, position);
    }
    paused.retainAll(positions.keySet());
    delivery.open(partitions);
  }

  /** Takes partitions away as a rebalance does: commit, then close. */
  void revoke(Delivery delivery, Collection<TopicPartition> partitions) {
    commit(delivery, partitions);
    delivery.close(partitions);
    positions.keySet().removeAll(partitions);
    lastCommitted.keySet().removeAll(partitions);
    seeks.keySet().removeAll(partitions);
  }

  /** The task is gone without a word. */
  void crash() {
    positions.clear();
    lastCommitted.clear();
    seeks.clear();
    paused.clear();
    commitRequested = false;
  }

  /** One turn of the worker's loop. */
  void iterate(Delivery delivery, int maxRecords) {
    turn(delivery, maxRecords, null);
  }

  /** The same with a transform that renames the topic of each record by its offset. */
  void iterateRouted(Delivery delivery, LongFunction<String> rename, int maxRecords) {
    turn(delivery, maxRecords, rename);
  }

  private void turn(Delivery delivery, int maxRecords, LongFunction<String> rename) {
    if (commitRequested) {
      commit(delivery, new ArrayList<>(positions.keySet()));
      commitRequested = false;
    }
    seeks.forEach(
        (partition, offset) -> {
          positions.put(partition, offset);
          lastCommitted.put(partition, offset);
        });
    seeks.clear();
    List<SinkRecord> records = new ArrayList<>();
    Map<TopicPartition, Long> next = new HashMap<>();
    for (TopicPartition partition : positions.keySet()) {
      if (!paused.contains(partition)) {
        poll(partition, maxRecords, records, next);
      }
    }
    timeoutMs = -1;
    if (rename != null) {
      records.replaceAll(
          record ->
              record.newRecord(
                  rename.apply(record.originalKafkaOffset()),
                  record.kafkaPartition(),
                  null,
                  null,
                  null,
                  record.value(),
                  0L));
    }
    delivery.put(records);
    positions.putAll(next);
  }

  private void poll(
      TopicPartition partition,
      int maxRecords,
      List<SinkRecord> records,
      Map<TopicPartition, Long> next) {
    List<Object> log = topics.get(partition);
    long offset = positions.get(partition);
    while (offset < log.size() && records.size() < maxRecords) {
      records.add(record(partition, offset, log.get((int) offset)));
      offset++;
    }
    next.put(partition, offset);
  }

  static SinkRecord record(TopicPartition partition, long offset, Object value) {
    return new SinkRecord(
        partition.topic(),
        partition.partition(),
        null,
        null,
        null,
        value instanceof Tombstone ? null : value,
        offset,
        0L,
        TimestampType.CREATE_TIME);
  }

  /** Stands for a null value in a list that cannot hold one. */
  enum Tombstone {
    INSTANCE
  }

  void commit(Delivery delivery, Collection<TopicPartition> partitions) {
    Map<TopicPartition, OffsetAndMetadata> current = new HashMap<>();
    partitions.forEach(
        partition -> current.put(partition, new OffsetAndMetadata(positions.get(partition))));
    Map<TopicPartition, OffsetAndMetadata> provided = delivery.preCommit(new HashMap<>(current));
    Map<TopicPartition, Long> committable = new HashMap<>();
    partitions.forEach(partition -> committable.put(partition, lastCommitted.get(partition)));
    Map<TopicPartition, Long> before = new HashMap<>(committable);
    provided.forEach(
        (partition, offset) -> {
          if (offset.offset() <= current.get(partition).offset()) {
            committable.put(partition, offset.offset());
          }
        });
    if (!committable.equals(before)) {
      committed.putAll(committable);
      lastCommitted.putAll(committable);
    }
  }

  @Override
  public Map<String, String> configs() {
    return Map.of();
  }

  @Override
  public void offset(Map<TopicPartition, Long> offsets) {
    offsets.forEach(this::offset);
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
    return positions.keySet();
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
    if (!positions.keySet().containsAll(List.of(partitions))) {
      throw new IllegalWorkerStateException("not assigned: " + List.of(partitions));
    }
  }

  @Override
  public void requestCommit() {
    commitRequested = true;
  }

  @Override
  public ErrantRecordReporter errantRecordReporter() {
    return reporting ? this::report : null;
  }

  private Future<Void> report(SinkRecord record, Throwable error) {
    deadLetters.add(record);
    deadLetterCauses.add(error);
    return confirmation;
  }
}
