// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.quickstart;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Produces clicks in a thread of its own and sums up what it produced. */
public final class ClickProducer {
  private final Producer<byte[], byte[]> producer;
  private final String topic;
  private final long rows;
  private final AtomicLong acknowledged = new AtomicLong();
  private final AtomicReference<Exception> failure = new AtomicReference<>();
  private final Thread thread = new Thread(this::produce, "produce-clicks");
  private volatile RowsChecksum checksum = RowsChecksum.NONE;

  public ClickProducer(Producer<byte[], byte[]> producer, String topic, long rows) {
    this.producer = producer;
    this.topic = topic;
    this.rows = rows;
    thread.setDaemon(true);
  }

  public void start() {
    thread.start();
  }

  /** Records that Kafka has acknowledged. */
  public long produced() {
    return acknowledged.get();
  }

  /** What was produced; complete once {@link #produced} says all. */
  public RowsChecksum checksum() {
    return checksum;
  }

  public void requireNoFailure() {
    Exception e = failure.get();
    if (e != null) {
      throw new IllegalStateException("producing to " + topic + " failed: " + e.getMessage(), e);
    }
  }

  private void produce() {
    ClickEvents events = new ClickEvents(1);
    ClickJson json = new ClickJson();
    RowsChecksum sum = RowsChecksum.NONE;
    try {
      for (long i = 0; i < rows && failure.get() == null; i++) {
        Click click = events.next();
        sum = sum.plus(click);
        checksum = sum;
        producer.send(new ProducerRecord<>(topic, json.write(click)), (metadata, e) -> acked(e));
      }
      producer.flush();
    } catch (RuntimeException e) {
      failure.compareAndSet(null, e);
    }
  }

  private void acked(Exception e) {
    if (e == null) {
      acknowledged.incrementAndGet();
    } else {
      failure.compareAndSet(null, e);
    }
  }
}
