// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.kafka;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Topics of a cluster: create, fill, read, and see how far a consumer group got. */
public final class KafkaTopics implements AutoCloseable {
  private static final int TIMEOUT_MS = 30_000;

  private final String bootstrapServers;
  private final Admin admin;
  private Producer<byte[], byte[]> producer;

  public KafkaTopics(String bootstrapServers) {
    this.bootstrapServers = bootstrapServers;
    this.admin = admin(bootstrapServers, TIMEOUT_MS);
  }

  /** Whether a broker answers, within about a second. */
  static boolean answers(String bootstrapServers) {
    if (!listens(bootstrapServers)) { // a client would warn of that many times
      return false;
    }
    try (Admin admin = admin(bootstrapServers, 1_000)) {
      return !admin.describeCluster().nodes().get(1, TimeUnit.SECONDS).isEmpty();
    } catch (ExecutionException | TimeoutException notYet) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static boolean listens(String bootstrapServers) {
    String first = bootstrapServers.split(",")[0];
    int colon = first.lastIndexOf(':');
    int port = Integer.parseInt(first.substring(colon + 1));
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(first.substring(0, colon), port), 1_000);
      return true;
    } catch (IOException notYet) {
      return false;
    }
  }

  public void create(String topic, int partitions) {
    get(admin.createTopics(List.of(new NewTopic(topic, partitions, (short) 1))).all());
  }

  public void delete(String topic) {
    get(admin.deleteTopics(List.of(topic)).all());
  }

  /** Sends text values without keys, spread by the producer; returns when all are acknowledged. */
  public void send(String topic, Iterable<String> values) {
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (String value : values) {
      records.add(new ProducerRecord<>(topic, value.getBytes(StandardCharsets.UTF_8)));
    }
    send(records);
  }

  /** Sends text values without keys to one partition; returns when all are acknowledged. */
  public void send(String topic, int partition, Iterable<String> values) {
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (String value : values) {
      byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
      records.add(new ProducerRecord<>(topic, partition, null, bytes));
    }
    send(records);
  }

  /** Sends records as they are; returns when all are acknowledged. */
  public void send(List<ProducerRecord<byte[], byte[]>> records) {
    List<Future<?>> sent = new ArrayList<>(records.size());
    for (ProducerRecord<byte[], byte[]> record : records) {
      sent.add(producer().send(record));
    }
    producer().flush();
    sent.forEach(KafkaTopics::get);
  }

  /** The producer behind {@link #send}, for millions of records or for callbacks. */
  public synchronized Producer<byte[], byte[]> producer() {
    if (producer == null) {
      Map<String, Object> config = new HashMap<>();
      config.put("bootstrap.servers", bootstrapServers);
      config.put("linger.ms", 5);
      config.put("batch.size", 256 * 1024);
      config.put("compression.type", "lz4");
      producer = new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
    }
    return producer;
  }

  /** Reads a topic from its start until there are {@code count} records; fails when time is up. */
  public List<ConsumerRecord<byte[], byte[]>> read(String topic, int count, Duration timeout) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    long deadline = System.nanoTime() + timeout.toNanos();
    try (KafkaConsumer<byte[], byte[]> consumer = reader(topic)) {
      while (records.size() < count) {
        if (System.nanoTime() > deadline) {
          throw new AssertionError(
              topic + " has " + records.size() + " records, not " + count + ", after " + timeout);
        }
        consumer.poll(Duration.ofMillis(100)).forEach(records::add);
      }
    }
    return records;
  }

  /** How many records a topic has now, those of open and aborted transactions left out. */
  public long count(String topic, Duration timeout) {
    Map<TopicPartition, Long> ends = endOffsets(topic);
    long count = 0;
    long deadline = System.nanoTime() + timeout.toNanos();
    try (KafkaConsumer<byte[], byte[]> consumer = reader(topic)) {
      while (ends.entrySet().stream().anyMatch(end -> isBefore(consumer, end))) {
        if (System.nanoTime() > deadline) {
          throw new AssertionError(topic + " was not read to its end in " + timeout);
        }
        count += consumer.poll(Duration.ofMillis(100)).count();
      }
    }
    return count;
  }

  private static boolean isBefore(
      KafkaConsumer<byte[], byte[]> consumer, Map.Entry<TopicPartition, Long> end) {
    return consumer.position(end.getKey()) < end.getValue();
  }

  private KafkaConsumer<byte[], byte[]> reader(String topic) {
    Map<String, Object> config = new HashMap<>();
    config.put("bootstrap.servers", bootstrapServers);
    config.put("isolation.level", "read_committed");
    KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    List<TopicPartition> partitions = partitions(topic);
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
    return consumer;
  }

  /** The offset behind the last record of every partition. */
  public Map<TopicPartition, Long> endOffsets(String topic) {
    Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
    partitions(topic).forEach(partition -> wanted.put(partition, OffsetSpec.latest()));
    Map<TopicPartition, Long> ends = new HashMap<>();
    get(admin.listOffsets(wanted).all())
        .forEach((partition, info) -> ends.put(partition, info.offset()));
    return ends;
  }

  /** What a group has committed; a sink connector's group is {@code connect-<name>}. */
  public Map<TopicPartition, Long> committedOffsets(String group) {
    Map<TopicPartition, Long> committed = new HashMap<>();
    get(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata())
        .forEach(
            (partition, offset) -> {
              if (offset != null) {
                committed.put(partition, offset.offset());
              }
            });
    return committed;
  }

  /** For whatever has no method here. */
  public Admin admin() {
    return admin;
  }

  @Override
  public synchronized void close() {
    if (producer != null) {
      producer.close(Duration.ofSeconds(5));
    }
    admin.close(Duration.ofSeconds(5));
  }

  private List<TopicPartition> partitions(String topic) {
    return get(admin.describeTopics(List.of(topic)).allTopicNames())
        .get(topic)
        .partitions()
        .stream()
        .map(partition -> new TopicPartition(topic, partition.partition()))
        .toList();
  }

  private static Admin admin(String bootstrapServers, int timeoutMs) {
    return Admin.create(
        Map.of(
            "bootstrap.servers", bootstrapServers,
            "request.timeout.ms", timeoutMs,
            "default.api.timeout.ms", timeoutMs));
  }

  private static <T> T get(KafkaFuture<T> future) {
    return get(future.toCompletionStage().toCompletableFuture());
  }

  private static <T> T get(Future<T> future) {
    try {
      return future.get(TIMEOUT_MS, TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("Kafka refused or did not answer: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while Kafka works", e);
    }
  }
}
