// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.chaos;

import io.blockhouse.it.kafka.KafkaTopics;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.CRC32;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Feeds the partitions of a topic in turn with numbered records, each with a checksum over its
 * partition, number and body. The producer is idempotent with {@code acks=all} and nobody else
 * writes to the topic, so a record's number is its offset.
 */
final class Feeder {
  private static final int TICK_MS = 10;
  private static final int LETTERS = 64 * 1024;
  private static final int LARGE_BYTES = 20_000;
  private static final int MEDIUM_BYTES = 800;
  private static final int SMALL_BYTES = 100;

  private final Producer<byte[], byte[]> producer;
  private final String topic;
  private final int partitions;
  private final int recordsPerSecond;
  private final Random random;
  private final String letters;
  private final long[] sent;
  private final AtomicLongArray acknowledged;
  private final AtomicReference<Exception> failure = new AtomicReference<>();
  private final Thread thread = new Thread(this::feed, "chaos-feeder");
  private volatile boolean stopped;

  Feeder(KafkaTopics topics, String topic, int partitions, int recordsPerSecond, long seed) {
    this.producer = topics.producer();
    this.topic = topic;
    this.partitions = partitions;
    this.recordsPerSecond = recordsPerSecond;
    this.random = new Random(seed);
    this.sent = new long[partitions];
    this.acknowledged = new AtomicLongArray(partitions);
    StringBuilder text = new StringBuilder(LETTERS);
    for (int i = 0; i < LETTERS; i++) {
      text.append((char) ('a' + random.nextInt(26)));
    }
    letters = text.toString();
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  private void feed() {
    long start = System.nanoTime();
    long count = 0;
    try {
      while (!stopped) {
        long due = (System.nanoTime() - start) * recordsPerSecond / TimeUnit.SECONDS.toNanos(1);
        for (; count < due && !stopped; count++) {
          send((int) (count % partitions));
        }
        Pause.ms(TICK_MS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      failure.compareAndSet(null, e);
    }
  }

  private void send(int partition) {
    long number = sent[partition]++;
    byte[] value = json(partition, number).getBytes(StandardCharsets.US_ASCII);
    producer.send(
        new ProducerRecord<>(topic, partition, null, value),
        (metadata, problem) -> {
          if (problem != null) {
            failure.compareAndSet(null, problem);
          } else if (metadata.offset() != number) {
            failure.compareAndSet(
                null, new IllegalStateException(number + " is at offset " + metadata.offset()));
          } else {
            acknowledged.incrementAndGet(partition);
          }
        });
  }

  private String json(int partition, long number) {
    int length = length();
    int from = random.nextInt(LETTERS - length);
    String body = letters.substring(from, from + length);
    CRC32 crc = new CRC32();
    crc.update((partition + ":" + number + ":" + body).getBytes(StandardCharsets.US_ASCII));
    return "{\"p\":"
        + partition
        + ",\"n\":"
        + number
        + ",\"crc\":"
        + crc.getValue()
        + ",\"body\":\""
        + body
        + "\"}";
  }

  /** Mostly small, some medium, one in a hundred large. */
  private int length() {
    int dice = random.nextInt(100);
    return random.nextInt(dice == 0 ? LARGE_BYTES : dice < 20 ? MEDIUM_BYTES : SMALL_BYTES);
  }

  /** Returns when all that was sent is acknowledged; fails when something was not. */
  void stop() throws InterruptedException {
    stopped = true;
    thread.join();
    producer.flush();
    if (failure.get() != null) {
      throw new IllegalStateException("the broker did not take all records", failure.get());
    }
  }

  /** Acknowledged records by partition: their numbers are 0, 1, ... */
  long[] produced() {
    long[] counts = new long[partitions];
    for (int i = 0; i < partitions; i++) {
      counts[i] = acknowledged.get(i);
    }
    return counts;
  }
}
