// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.quickstart;

import io.blockhouse.it.kafka.ConnectRest;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Watches rows arrive: once a second a look at the table and at the connector's status. */
final class Delivery {
  /** Nothing new in the table for so long is a failure. */
  private static final long STALL_SECONDS = 60;

  private final Stack stack;
  private final String connector;
  private final ClicksTable table;
  private final ClickProducer producer;
  private final long rows;

  Delivery(Stack stack, String connector, ClicksTable table, ClickProducer producer, long rows) {
    this.stack = stack;
    this.connector = connector;
    this.table = table;
    this.producer = producer;
    this.rows = rows;
  }

  /** Returns when all rows are there, or more; fails when they don't come. */
  void await() throws InterruptedException {
    ProgressLine progress = new ProgressLine(System.out, System.console() != null, rows);
    long start = System.nanoTime();
    long lastProgress = start;
    long delivered = 0;
    try {
      while (delivered < rows || producer.produced() < rows) {
        TimeUnit.SECONDS.sleep(1);
        producer.requireNoFailure();
        requireHealthy();
        long now = table.count();
        if (now > delivered) {
          lastProgress = System.nanoTime();
        }
        delivered = now;
        progress.show(producer.produced(), delivered);
        requireProgress(lastProgress, delivered);
      }
    } finally {
      progress.end();
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    System.out.println(
        String.format(
            Locale.ROOT, "Delivered in %.1f s, %,.0f rows/s", seconds, delivered / seconds));
  }

  private void requireHealthy() {
    stack.worker().requireAlive();
    String failure = ConnectRest.failure(stack.worker().rest().status(connector));
    if (!failure.isEmpty()) {
      throw new QuickstartFailure("the connector failed: " + rootCause(failure));
    }
  }

  /** The last cause of a trace, or its first line. */
  private static String rootCause(String trace) {
    String cause = "Caused by: ";
    int last = trace.lastIndexOf(cause);
    return trace.substring(last < 0 ? 0 : last + cause.length()).lines().findFirst().orElse("");
  }

  private void requireProgress(long lastProgress, long delivered) {
    if (System.nanoTime() - lastProgress > TimeUnit.SECONDS.toNanos(STALL_SECONDS)) {
      throw new QuickstartFailure(
          "nothing was delivered for "
              + STALL_SECONDS
              + " s; "
              + delivered
              + " of "
              + rows
              + " rows are in the table");
    }
  }
}
