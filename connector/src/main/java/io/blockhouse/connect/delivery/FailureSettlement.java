// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.delivery;

import io.blockhouse.connect.error.ConversionException;
import io.blockhouse.connect.error.Decision;
import io.blockhouse.connect.error.ErrorPolicy;
import io.blockhouse.connect.metrics.SinkTaskMetrics;
import io.blockhouse.connect.table.TableWriter;
import io.blockhouse.wire.Deadline;
import io.blockhouse.wire.error.ServerException;
import io.blockhouse.wire.error.WireException;

/**
 * Settles what becomes of a batch of one table that failed: kept to be sent again, dropped to be
 * read again from Kafka, read again in smaller batches until the guilty row is alone, or the end of
 * the task.
 */
final class FailureSettlement {
  /** Memory may be short because of others' queries; after so many tries it is the batch. */
  private static final int TRIES_BEFORE_SMALLER = 3;

  /** A view that fails on the same rows this often will not come round by itself. */
  private static final int VIEW_TRIES = 3;

  /** For asking whether the table deduplicates, once a view has failed. */
  private static final long QUESTION_MS = 5_000;

  private final BatchedTableDelivery table;
  private final TableWriter writer;
  private final Coordinator coordinator;
  private final DeadLetters deadLetters;
  private final SinkTaskMetrics metrics;
  private final TablePause pause;
  private final BatchLimit batchLimit;

  FailureSettlement(
      BatchedTableDelivery table,
      TableWriter writer,
      Coordinator coordinator,
      DeadLetters deadLetters,
      SinkTaskMetrics metrics,
      TablePause pause,
      BatchLimit batchLimit) {
    this.table = table;
    this.writer = writer;
    this.coordinator = coordinator;
    this.deadLetters = deadLetters;
    this.metrics = metrics;
    this.pause = pause;
    this.batchLimit = batchLimit;
  }

  /** {@code batch} is null when the failure is not about a batch in hand. */
  void settle(Batch batch, RuntimeException failure) {
    Decision decision = ErrorPolicy.decide(failure);
    if (batch == null) {
      wait(decision == Decision.RECORD ? Decision.TABLE : decision, failure);
      return;
    }
    table.noteUnknownFate(batch, failure);
    switch (decision) {
      case STORED -> stored(batch);
      case RECORD -> refused(batch, failure);
      case SMALLER -> smaller(batch, failure);
      case VIEW -> viewFailed(batch, (ServerException) failure);
      case RETRY -> retry(batch, failure);
      default -> {
        drop(batch);
        wait(decision, failure);
      }
    }
  }

  private void stored(Batch batch) {
    table.batches().remove(batch);
    batch.setAside();
    metrics.batchAcked(batch.rows(), 0, 0);
  }

  /** Nothing was stored: read the rows again in smaller batches, or set the guilty one aside. */
  private void refused(Batch batch, RuntimeException failure) {
    metrics.failed(ErrorPolicy.serverCode(failure), ErrorPolicy.describe(failure));
    if (batch.soleRecord() == null) {
      batchLimit.refused(batch.rows());
      drop(batch);
      return;
    }
    ConversionException refusal = ErrorPolicy.refusal(writer.id(), failure);
    if (!batchLimit.rowRefused()) {
      drop(batch);
      wait(Decision.TABLE, failure);
    } else if (deadLetters.report(batch.soleRecord(), refusal, coordinator)) {
      table.batches().remove(batch);
      batch.setAside();
      metrics.rowDeadLettered();
    } else {
      drop(batch);
    }
  }

  private void smaller(Batch batch, RuntimeException failure) {
    batchLimit.refused(batch.rows());
    drop(batch);
    // Nothing is smaller than one row: then somebody has to change a limit of the server.
    wait(batch.rows() == 1 ? Decision.TABLE : Decision.RETRY, failure);
  }

  private void retry(Batch batch, RuntimeException failure) {
    boolean tooLarge =
        ErrorPolicy.mayBeTooLarge(failure)
            && batch.rows() > 1
            && table.health().attempts() + 1 >= TRIES_BEFORE_SMALLER;
    if (tooLarge) {
      batchLimit.refused(batch.rows());
    }
    if (!tooLarge && batch.holdsAllRows()) {
      keep(batch);
    } else {
      drop(batch);
    }
    wait(Decision.RETRY, failure);
  }

  /**
   * With a deduplication window the same rows under the same token leave the table alone and give
   * the view another chance. Without one they would be doubled, in halves as well.
   */
  private void viewFailed(Batch batch, ServerException failure) {
    boolean again =
        batch.holdsAllRows() && table.health().attempts() + 1 < VIEW_TRIES && deduplicates();
    if (again) {
      keep(batch);
      wait(Decision.RETRY, failure);
    } else {
      String rows = batch.describeRanges();
      drop(batch);
      metrics.failed(failure.code(), ErrorPolicy.describe(failure));
      coordinator.fail(ErrorPolicy.viewFailure(writer.id(), rows, failure));
    }
  }

  private boolean deduplicates() {
    try {
      return writer.deduplicates(Deadline.afterMs(QUESTION_MS));
    } catch (WireException e) {
      // Not known to be safe, so not done.
      return false;
    }
  }

  private void keep(Batch batch) {
    batch.partitions().forEach(partition -> partition.blockedBy(table.health()));
    batch.keep();
  }

  private void drop(Batch batch) {
    batch.partitions().forEach(partition -> partition.blockedBy(table.health()));
    table.drop(batch);
  }

  /** The table is left alone for a while, or the task fails. */
  private void wait(Decision decision, RuntimeException failure) {
    if (ErrorPolicy.tableMayHaveChanged(failure)) {
      // What is on its way was made for the table as it was; dropped, it would be doubled.
      table.awaitSent();
      table.dropAll(table.batches().all());
      table.batches().forgetWriters();
      writer.forgetSchema();
    }
    pause.begin(decision, failure);
  }
}
