// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.delivery;

import io.blockhouse.connect.error.ConversionException;
import io.blockhouse.connect.error.ErrorPolicy;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Reports bad records, and knows which reports are not confirmed yet: an offset is done only when
 * the dead letter queue has the record (KIP-610).
 */
final class DeadLetters {
  private final ErrantRecordReporter reporter;
  private final Map<TopicPartition, Deque<Pending>> pending = new HashMap<>();

  private ConnectException failure;

  private record Pending(long offset, SinkRecord record, Future<Void> confirmation) {}

  /** {@code reporter} is null when the worker was not told to report anywhere. */
  DeadLetters(ErrantRecordReporter reporter) {
    this.reporter = reporter;
  }

  /**
   * Reports a record. False when that is not possible, because there is no reporter or it refuses
   * (errors.tolerance=none): then the task has been told to fail, and the record is not done.
   */
  boolean report(SinkRecord record, ConversionException cause, Coordinator coordinator) {
    if (reporter == null) {
      coordinator.fail(ErrorPolicy.recordFailure(record, cause));
      return false;
    }
    Future<Void> confirmation;
    try {
      confirmation = reporter.report(record, cause);
    } catch (RuntimeException e) {
      e.addSuppressed(cause);
      coordinator.fail(ErrorPolicy.reportFailure(record, e));
      return false;
    }
    if (confirmation != null) {
      pending
          .computeIfAbsent(
              new TopicPartition(record.originalTopic(), record.originalKafkaPartition()),
              any -> new ArrayDeque<>())
          .addLast(new Pending(record.originalKafkaOffset(), record, confirmation));
    }
    return true;
  }

  /** First offset of the partition whose report is not confirmed; -1 when there is none. */
  long firstUnconfirmed(TopicPartition partition) {
    Deque<Pending> reports = pending.get(partition);
    if (reports == null) {
      return -1;
    }
    while (!reports.isEmpty() && reports.peekFirst().confirmation.isDone()) {
      Pending report = reports.peekFirst();
      try {
        report.confirmation.get();
      } catch (ExecutionException e) {
        failure = ErrorPolicy.reportFailure(report.record, e.getCause());
        return report.offset;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return report.offset;
      }
      reports.removeFirst();
    }
    return reports.isEmpty() ? -1 : reports.peekFirst().offset;
  }

  /** The failure of a report that was not confirmed, for the task to fail with; or null. */
  ConnectException failure() {
    return failure;
  }

  void forget(TopicPartition partition) {
    pending.remove(partition);
  }
}
