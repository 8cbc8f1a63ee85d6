// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.chaos;

import io.blockhouse.it.clickhouse.LocalClickHouse;
import io.blockhouse.it.process.ServerFailedException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The ClickHouse of a run. The embedded engine sometimes aborts by itself when a connection is
 * reset; then it is started again, and counted as one more fault.
 */
final class ChaosServer implements AutoCloseable {
  private static final int WATCH_MS = 250;

  private final LocalClickHouse clickHouse;
  private final AtomicInteger ownEnds = new AtomicInteger();
  private final Thread watch = new Thread(this::watch, "chaos-server-watch");
  private volatile boolean closed;

  ChaosServer(LocalClickHouse clickHouse) {
    this.clickHouse = clickHouse;
    watch.setDaemon(true);
  }

  void start() {
    clickHouse.start();
    watch.start();
  }

  /** The lock is held while it is down: that is when the watch must not start it. */
  synchronized void kill(Fault fault) throws InterruptedException {
    if (clickHouse.isAlive()) {
      clickHouse.kill();
    }
    Pause.ms(fault.lastsMs());
    clickHouse.start();
  }

  synchronized void stop(Fault fault) throws InterruptedException {
    if (clickHouse.isAlive()) {
      clickHouse.stop();
    }
    Pause.ms(fault.lastsMs());
    clickHouse.start();
  }

  LocalClickHouse clickHouse() {
    return clickHouse;
  }

  /** How often it ended with nobody asking it to. */
  int ownEnds() {
    return ownEnds.get();
  }

  private void watch() {
    try {
      while (!closed) {
        startIfItEnded();
        Pause.ms(WATCH_MS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void startIfItEnded() {
    if (closed || clickHouse.isAlive()) {
      return;
    }
    ownEnds.incrementAndGet();
    try {
      clickHouse.start();
    } catch (ServerFailedException e) {
      System.out.println("  ClickHouse does not start again: " + e.getMessage());
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (clickHouse.isAlive()) {
      clickHouse.kill();
    }
  }
}
