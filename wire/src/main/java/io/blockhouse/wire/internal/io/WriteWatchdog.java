// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.io;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Deadlines for what has none: a blocking socket write, and a TLS handshake, whose reads are timed
 * one by one. The only way to end one is to close the socket from another thread. One daemon thread
 * does that for all connections of this class loader. It is started when one begins and ends after
 * {@link #IDLE_MS} without any, so that it neither keeps the JVM alive nor pins the class loader of
 * an undeployed plugin.
 */
final class WriteWatchdog {
  /** Longer than the usual gap between two blocks, so that a busy writer keeps one thread. */
  static final long IDLE_MS = 5_000;

  /** Shared by all connections. */
  static final WriteWatchdog SHARED = new WriteWatchdog();

  private final Object lock = new Object();
  private final List<Watch> armed = new ArrayList<>(); // guarded by lock; one per write in progress
  private Thread thread; // guarded by lock; null when none runs
  private long wakeAtNanos; // guarded by lock; when the thread looks again by itself

  /** The watch of one connection; at most one write is under way on it. */
  final class Watch {
    private final Runnable abort;
    private long deadlineNanos; // guarded by lock
    private boolean fired; // guarded by lock

    private Watch(Runnable abort) {
      this.abort = abort;
    }

    /** Starts the clock: unless disarmed within {@code ms}, the connection is aborted. */
    void arm(long ms) {
      synchronized (lock) {
        deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms);
        armed.add(this);
        if (thread == null) {
          wakeAtNanos = deadlineNanos;
          thread = new Thread(WriteWatchdog.this::run, "blockhouse-write-watchdog");
          thread.setDaemon(true);
          thread.start();
        } else if (deadlineNanos - wakeAtNanos < 0) {
          lock.notifyAll();
        }
      }
    }

    /** Stops the clock; true when it was too late and the connection is being aborted. */
    boolean disarm() {
      synchronized (lock) {
        armed.remove(this);
        return fired;
      }
    }
  }

  /** A watch whose expiry runs {@code abort} once, on the watchdog's thread; must not block. */
  Watch watch(Runnable abort) {
    return new Watch(abort);
  }

  /** Whether the thread is there; for the test that it ends. */
  boolean isRunning() {
    synchronized (lock) {
      return thread != null;
    }
  }

  private void run() {
    List<Watch> expired = new ArrayList<>();
    try {
      while (collectExpired(expired)) {
        for (Watch watch : expired) {
          watch.abort.run();
        }
        expired.clear();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // nobody interrupts it on purpose; arm() starts another
    } finally {
      synchronized (lock) {
        if (thread == Thread.currentThread()) {
          thread = null;
        }
      }
    }
  }

  /** Waits until a watch expires (true), or until nothing was armed for a while (false). */
  private boolean collectExpired(List<Watch> expired) throws InterruptedException {
    synchronized (lock) {
      long idleSince = System.nanoTime();
      while (true) {
        long now = System.nanoTime();
        long next = now + TimeUnit.MILLISECONDS.toNanos(IDLE_MS);
        for (int i = armed.size() - 1; i >= 0; i--) {
          Watch watch = armed.get(i);
          if (watch.deadlineNanos - now <= 0) {
            watch.fired = true;
            armed.remove(i);
            expired.add(watch);
          } else if (watch.deadlineNanos - next < 0) {
            next = watch.deadlineNanos;
          }
        }
        if (!expired.isEmpty()) {
          return true;
        }
        if (!armed.isEmpty()) {
          idleSince = now;
        } else if (now - idleSince >= TimeUnit.MILLISECONDS.toNanos(IDLE_MS)) {
          thread = null; // under the lock, so that an arm() from here on starts a new one
          return false;
        }
        wakeAtNanos = next;
        TimeUnit.NANOSECONDS.timedWait(lock, Math.max(1, next - now));
      }
    }
  }
}
