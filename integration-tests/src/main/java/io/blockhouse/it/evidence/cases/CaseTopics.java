// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.cases;

import io.blockhouse.it.kafka.KafkaTopics;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeader;

/**
 * The real topics of one case, in which every record has the offset that the case gives it: what is
 * missing before it is filled with records that a Filter keeps from the connector.
 */
final class CaseTopics {
  private static final String FILLER = "blockhouse-filler";
  private static final long MOST_FILLERS = 100_000;

  private final KafkaTopics topics;
  private final Map<TopicPartition, Long> ends = new TreeMap<>(CaseTopics::compare);
  private final Set<CaseRecord> sent = new HashSet<>();
  private boolean filled;

  CaseTopics(KafkaTopics topics, CaseFile file) {
    this.topics = topics;
    Map<String, Integer> partitions = new TreeMap<>();
    file.topics().forEach(topic -> partitions.put(topic, 1));
    file.records()
        .forEach(
            record ->
                partitions.merge(
                    record.partition().topic(), record.partition().partition() + 1, Math::max));
    partitions.forEach(topics::create);
  }

  /** Sends those that are not there yet, in their order. */
  void send(List<CaseRecord> records) {
    List<ProducerRecord<byte[], byte[]>> next = new ArrayList<>();
    for (CaseRecord record : records) {
      if (sent.add(record)) {
        fill(record, next);
        next.add(produced(record));
        ends.put(record.partition(), record.offset() + 1);
      }
    }
    topics.send(next);
  }

  private void fill(CaseRecord record, List<ProducerRecord<byte[], byte[]>> next) {
    TopicPartition partition = record.partition();
    long end = ends.getOrDefault(partition, 0L);
    if (record.offset() < end || record.offset() - end > MOST_FILLERS) {
      throw new UnplayableCaseException(
          "offset " + record.offset() + " cannot be had in a topic; play it with --direct");
    }
    for (long offset = end; offset < record.offset(); offset++) {
      ProducerRecord<byte[], byte[]> filler =
          new ProducerRecord<>(partition.topic(), partition.partition(), null, null);
      filler.headers().add(new RecordHeader(FILLER, new byte[0]));
      next.add(filler);
      filled = true;
    }
  }

  private static ProducerRecord<byte[], byte[]> produced(CaseRecord record) {
    ProducerRecord<byte[], byte[]> produced =
        new ProducerRecord<>(
            record.partition().topic(),
            record.partition().partition(),
            record.timestampMs(),
            record.key(),
            record.value());
    record
        .headers()
        .forEach(
            (name, text) -> produced.headers().add(name, text.getBytes(StandardCharsets.UTF_8)));
    return produced;
  }

  /** What keeps the fillers from the connector, if there are any. */
  Map<String, String> filter(String others) {
    if (!filled) {
      return Map.of();
    }
    return Map.of(
        "transforms", others.isEmpty() ? "fillers" : "fillers," + others,
        "transforms.fillers.type", "org.apache.kafka.connect.transforms.Filter",
        "transforms.fillers.predicate", "filler",
        "predicates", "filler",
        "predicates.filler.type", "org.apache.kafka.connect.transforms.predicates.HasHeaderKey",
        "predicates.filler.name", FILLER);
  }

  /** By partition, the first offset that a group has not committed. */
  Map<String, Long> uncommitted(String group) {
    Map<TopicPartition, Long> committed = topics.committedOffsets(group);
    Map<String, Long> first = new TreeMap<>();
    ends.forEach(
        (partition, end) -> {
          long offset = committed.getOrDefault(partition, 0L);
          if (offset < end) {
            first.put(partition.toString(), offset);
          }
        });
    return first;
  }

  KafkaTopics cluster() {
    return topics;
  }

  private static int compare(TopicPartition left, TopicPartition right) {
    return left.toString().compareTo(right.toString());
  }
}
