// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.cases;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * The topic partitions that a task reads, where it stands in each, and what is committed: the part
 * of a consumer.
 */
final class RecordLog {
  private final Map<TopicPartition, TreeMap<Long, CaseRecord>> records = new LinkedHashMap<>();
  private final Map<TopicPartition, Long> positions = new HashMap<>();
  private final Map<TopicPartition, Long> committed = new HashMap<>();

  /** What the runtime takes for committed: the offset of a rewind, whether committed or not. */
  private final Map<TopicPartition, Long> believed = new HashMap<>();

  void add(TopicPartition partition) {
    records.put(partition, new TreeMap<>());
    positions.put(partition, 0L);
    committed.put(partition, 0L);
    believed.put(partition, 0L);
  }

  Set<TopicPartition> partitions() {
    return records.keySet();
  }

  /** What a poll will find next is these records, and none that the log had from there on. */
  void append(Collection<CaseRecord> next) {
    Map<TopicPartition, Long> first = new HashMap<>();
    for (CaseRecord record : next) {
      first.merge(record.partition(), record.offset(), Math::min);
    }
    first.forEach(
        (partition, offset) -> {
          records.get(partition).tailMap(offset, true).clear();
          positions.put(partition, offset);
        });
    next.forEach(record -> records.get(record.partition()).put(record.offset(), record));
  }

  /** Everything from the positions on, of the partitions that are not paused. */
  List<CaseRecord> poll(Set<TopicPartition> paused) {
    List<CaseRecord> polled = new ArrayList<>();
    for (TopicPartition partition : partitions()) {
      if (!paused.contains(partition)) {
        polled.addAll(records.get(partition).tailMap(positions.get(partition), true).values());
      }
    }
    return polled;
  }

  /** These have been delivered. */
  void consumed(List<CaseRecord> delivered) {
    delivered.forEach(record -> positions.put(record.partition(), record.offset() + 1));
  }

  /** A rewind that the task has asked for. */
  void seek(TopicPartition partition, long offset) {
    positions.put(partition, offset);
    believed.put(partition, offset);
  }

  Map<TopicPartition, OffsetAndMetadata> positions() {
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    positions.forEach((partition, offset) -> offsets.put(partition, new OffsetAndMetadata(offset)));
    return offsets;
  }

  Map<TopicPartition, Long> committed() {
    return new HashMap<>(committed);
  }

  /** Commits offsets, unless the runtime takes all of them for committed already. */
  void commit(Map<TopicPartition, Long> offsets) {
    Map<TopicPartition, Long> next = new HashMap<>(believed);
    next.putAll(offsets);
    if (!next.equals(believed)) {
      committed.putAll(next);
      believed.putAll(next);
    }
  }

  /** A new task begins there. */
  void startFrom(Map<TopicPartition, Long> offsets) {
    committed.putAll(offsets);
    believed.putAll(offsets);
    positions.putAll(offsets);
  }

  /** By partition, the first record that is there and not committed. */
  Map<String, Long> uncommitted() {
    Map<String, Long> first = new TreeMap<>();
    records.forEach(
        (partition, log) -> {
          Long offset = log.ceilingKey(committed.get(partition));
          if (offset != null) {
            first.put(partition.toString(), offset);
          }
        });
    return first;
  }
}
