// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.config;

import io.blockhouse.connect.ledger.KeeperMapLedger;
import io.blockhouse.connect.ledger.LedgerException;
import io.blockhouse.connect.table.ConnectionPool;
import io.blockhouse.wire.Deadline;
import io.blockhouse.wire.NativeConnection;
import io.blockhouse.wire.error.WireException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connects to every configured server once, and looks at the tables on the first that answers.
 *
 * <p>Runs on a thread of its own: looking up a name has no time limit in Java, and whoever waits
 * for a validation must get an answer.
 */
final class ConnectionCheck {
  /** For one server; Connect's REST interface gives up after 90 s, people before. */
  private static final int HOST_LIMIT_MS = 5_000;

  /** For all servers and tables. */
  private static final int TOTAL_LIMIT_MS = 10_000;

  /** For the thread to report what its own deadline ended. */
  private static final int GRACE_MS = 500;

  private static final int LOGGED_FRAMES = 8;
  private static final Logger LOG = LoggerFactory.getLogger(ConnectionCheck.class);

  private final SinkConfig config;
  private final int hostLimitMs;
  private final int totalLimitMs;
  private final ConcurrentLinkedQueue<Problem> found = new ConcurrentLinkedQueue<>();
  private volatile HostPort current;
  private boolean tablesChecked;

  ConnectionCheck(SinkConfig config) {
    this(config, HOST_LIMIT_MS, TOTAL_LIMIT_MS);
  }

  ConnectionCheck(SinkConfig config, int hostLimitMs, int totalLimitMs) {
    this.config = config;
    this.hostLimitMs = Math.min(hostLimitMs, config.connectTimeoutMs());
    this.totalLimitMs = totalLimitMs;
  }

  /** All that was found within the time; empty when everything works. */
  List<Problem> problems() {
    Thread thread = new Thread(this::checkAll, "blockhouse-validate");
    thread.setDaemon(true);
    thread.start();
    boolean interrupted = false;
    try {
      thread.join(totalLimitMs + (long) GRACE_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      interrupted = true;
    }
    boolean unfinished = thread.isAlive();
    List<Problem> problems = new ArrayList<>(found);
    if (unfinished) {
      problems.add(ServerProblems.unfinished(current, interrupted ? 0 : totalLimitMs));
    }
    return problems;
  }

  private void checkAll() {
    Deadline total = Deadline.afterMs(totalLimitMs);
    for (HostPort host : config.hosts()) {
      if (total.expired()) {
        LOG.debug("No time left to check {}", host);
        return;
      }
      current = host;
      try {
        check(host, total);
      } catch (WireException e) {
        found.add(ServerProblems.of(config, host, e));
      } catch (RuntimeException | LinkageError e) {
        // The exception's own text is unknown here, so it might hold anything: only its place is
        // logged.
        LOG.warn("Checking {} failed with {} at {}", host, e.getClass().getName(), frames(e));
        found.add(ServerProblems.unexpected(host, e));
      }
    }
  }

  private void check(HostPort host, Deadline total) {
    try (NativeConnection connection =
        NativeConnection.connect(
            config.connectionOptions(host, hostLimitMs), total.atMostMs(hostLimitMs))) {
      if (config.isExactlyOnce()) {
        checkLedger(host, total);
      }
      if (!tablesChecked && !config.mayRenameTopics()) {
        tablesChecked = true;
        checkTables(host, new ServerCatalog(connection, total));
      }
    }
  }

  /** The table is created here if it is missing: only that shows whether it can be. */
  private void checkLedger(HostPort host, Deadline total) {
    try (ConnectionPool pool =
        new ConnectionPool(
            List.of(config.connectionOptions(host, hostLimitMs)),
            1,
            new Random(),
            () -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime()))) {
      new KeeperMapLedger(config.ledgerTable(), pool).prepare(total.atMostMs(hostLimitMs));
    } catch (LedgerException e) {
      found.add(
          new Problem(
              DeliveryKeys.GUARANTEE_CONFIG,
              "on " + host + ": " + e.getMessage() + ". Without a ledger use at-least-once."));
    }
  }

  private void checkTables(HostPort host, Catalog catalog) {
    try {
      new TableCheck(config, host, catalog, LOG::warn).run(found::add);
    } catch (WireException e) {
      found.add(ServerProblems.afterHandshake(config, host, e));
    }
  }

  private static String frames(Throwable e) {
    return Arrays.stream(e.getStackTrace())
        .limit(LOGGED_FRAMES)
        .map(StackTraceElement::toString)
        .collect(Collectors.joining(" < "));
  }
}
