// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.cases;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.sink.SinkConnector;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTask;
import org.apache.kafka.connect.storage.Converter;

/**
 * Does with a task what WorkerSinkTask of Connect's runtime does, in its order: commit, rewind,
 * poll, convert, put. The life of one task, from start to stop.
 */
final class DirectWorker {
  private static final long COMMIT_EVERY_MS = 200;

  private final PackagedPlugin plugin;
  private final RecordLog log;
  private final DirectContext context;
  private final SinkTask task;
  private final Map<String, Converter> converters = new HashMap<>();

  /** Records that were taken from the log and not yet taken by the task. */
  private List<CaseRecord> inHand = List.of();

  private boolean redelivering;
  private long nextCommitMs = nowMs() + COMMIT_EVERY_MS;
  private String failure = "";

  DirectWorker(
      PackagedPlugin plugin,
      SinkConnector connector,
      RecordLog log,
      Map<String, String> config,
      List<String> deadLetters) {
    this.plugin = plugin;
    this.log = log;
    this.context = new DirectContext(config, log.partitions(), deadLetters);
    this.task = plugin.task(connector);
    task.initialize(context);
    guarded(
        () -> {
          Map<String, String> taskConfig = connector.taskConfigs(1).get(0);
          task.start(taskConfig);
          task.open(log.partitions());
        });
    if (!failure.isEmpty()) {
      crash();
    }
  }

  /** The error that has ended the task, empty while it runs. */
  String failure() {
    return failure;
  }

  /** One turn of the worker's loop. */
  void turn() {
    if (!failure.isEmpty()) {
      return;
    }
    boolean requested = context.takeCommitRequest();
    if (requested || nowMs() >= nextCommitMs) {
      commit();
      nextCommitMs = nowMs() + COMMIT_EVERY_MS;
    }
    context.takeSeeks().forEach(log::seek);
    if (!redelivering) {
      inHand = log.poll(context.paused());
    }
    waitForRecords();
    guarded(this::deliver);
    if (!failure.isEmpty()) {
      end();
    }
  }

  private void waitForRecords() {
    long timeoutMs = Math.max(0, nextCommitMs - nowMs());
    long wishedMs = context.takeTimeoutMs();
    if (wishedMs > 0) {
      timeoutMs = Math.min(timeoutMs, wishedMs);
    }
    if (inHand.isEmpty() || redelivering) {
      sleep(timeoutMs);
    }
  }

  private void deliver() {
    List<SinkRecord> records = new ArrayList<>();
    for (CaseRecord record : inHand) {
      records.add(sinkRecord(record));
    }
    try {
      task.put(records);
      log.consumed(inHand);
      inHand = List.of();
      redelivering = false;
    } catch (RetriableException e) {
      redelivering = true;
    }
  }

  private SinkRecord sinkRecord(CaseRecord record) {
    TopicPartition partition = record.partition();
    SchemaAndValue key = converted(record.keyFormat(), true, partition, record.key());
    SchemaAndValue value = converted(record.valueFormat(), false, partition, record.value());
    ConnectHeaders headers = new ConnectHeaders();
    record.headers().forEach((name, text) -> headers.add(name, text, Schema.STRING_SCHEMA));
    return new SinkRecord(
        partition.topic(),
        partition.partition(),
        key.schema(),
        key.value(),
        value.schema(),
        value.value(),
        record.offset(),
        record.timestampMs(),
        TimestampType.CREATE_TIME,
        headers);
  }

  private SchemaAndValue converted(
      Format format, boolean isKey, TopicPartition partition, byte[] bytes) {
    return converters
        .computeIfAbsent(format + " " + isKey, name -> format.converter(isKey))
        .toConnectData(partition.topic(), bytes);
  }

  /** Commits what the task says may be committed. */
  private void commit() {
    Map<TopicPartition, OffsetAndMetadata> consumed = log.positions();
    Map<TopicPartition, OffsetAndMetadata> provided =
        plugin.inside(() -> task.preCommit(new HashMap<>(consumed)));
    Map<TopicPartition, Long> committable = new HashMap<>();
    provided.forEach(
        (partition, offset) -> {
          // The runtime warns of an offset that was not consumed, and leaves it out.
          if (offset.offset() <= consumed.get(partition).offset()) {
            committable.put(partition, offset.offset());
          }
        });
    log.commit(committable);
  }

  /** Ends the task as a failure or a restart does: with a last commit. */
  void end() {
    try {
      commit();
    } catch (RuntimeException e) {
      failure += "\nlast commit: " + e;
    }
    crash();
  }

  /** Ends it without a commit. */
  void crash() {
    String before = failure;
    guarded(
        () -> {
          task.close(log.partitions());
          task.stop();
        });
    failure = before.isEmpty() ? failure : before;
  }

  private void guarded(Runnable call) {
    try {
      plugin.inside(
          () -> {
            call.run();
            return null;
          });
    } catch (RuntimeException e) {
      failure = withCauses(e);
    }
  }

  /** All messages, as a task's trace in Connect has them. */
  private static String withCauses(Throwable failure) {
    StringBuilder text = new StringBuilder();
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      text.append(text.isEmpty() ? "" : "\nCaused by: ").append(cause);
    }
    return text.toString();
  }

  private static void sleep(long ms) {
    try {
      TimeUnit.MILLISECONDS.sleep(ms);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted between two polls", e);
    }
  }

  private static long nowMs() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
  }
}
