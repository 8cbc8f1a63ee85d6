// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.table;

import io.blockhouse.wire.ConnectionOptions;
import io.blockhouse.wire.Deadline;
import io.blockhouse.wire.InsertRequest;
import io.blockhouse.wire.InsertStream;
import io.blockhouse.wire.NativeConnection;
import io.blockhouse.wire.Setting;
import io.blockhouse.wire.TableColumn;
import io.blockhouse.wire.TableEngine;
import io.blockhouse.wire.block.Block;
import io.blockhouse.wire.block.ColumnDefinition;
import io.blockhouse.wire.error.ConnectionException;
import io.blockhouse.wire.error.WireException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections of one task: at most {@code limit} in use at a time. Hosts are tried in an order
 * shuffled once, so that many tasks spread over many hosts; a host that fails goes to the end.
 */
public final class ConnectionPool implements InsertTarget {
  private static final Logger LOG = LoggerFactory.getLogger(ConnectionPool.class);

  /** A connection idle for longer is asked (Ping) before it is trusted with a batch. */
  private static final long TRUSTED_IDLE_MS = 500;

  /** After a failed connect, the time during which other tables fail at once instead of waiting. */
  private static final long FAIL_FAST_MS = 250;

  private final Deque<ConnectionOptions> hosts;
  private final int limit;
  private final LongSupplier clockMs;
  private final Deque<Idle> idle = new ArrayDeque<>();
  private final Set<NativeConnection> inUse = new HashSet<>();
  private ConnectionException lastConnectFailure;
  private long failFastUntilMs;

  private record Idle(NativeConnection connection, long sinceMs) {}

  /** {@code hosts} holds at least one entry; {@code clockMs} is monotonic. */
  public ConnectionPool(
      List<ConnectionOptions> hosts, int limit, Random random, LongSupplier clockMs) {
    List<ConnectionOptions> shuffled = new ArrayList<>(hosts);
    Collections.shuffle(shuffled, random);
    this.hosts = new ArrayDeque<>(shuffled);
    this.limit = limit;
    this.clockMs = clockMs;
  }

  @Override
  public List<TableColumn> describe(TableId table, Deadline deadline) {
    NativeConnection connection = acquire(deadline);
    try {
      return connection.describe(table.database(), table.table(), deadline);
    } finally {
      release(connection);
    }
  }

  @Override
  public List<List<String>> query(String sql, List<Setting> settings, Deadline deadline) {
    NativeConnection connection = acquire(deadline);
    try {
      return connection.query(sql, settings, deadline);
    } finally {
      release(connection);
    }
  }

  @Override
  public Optional<TableEngine> engine(TableId table, Deadline deadline) {
    NativeConnection connection = acquire(deadline);
    try {
      return connection.engine(table.database(), table.table(), deadline);
    } finally {
      release(connection);
    }
  }

  @Override
  public boolean hasFreeConnection() {
    return inUse.size() < limit;
  }

  @Override
  public OpenInsert open(InsertRequest request, Deadline deadline) {
    NativeConnection connection = acquire(deadline);
    try {
      return new PooledInsert(connection, connection.insert(request, deadline));
    } catch (RuntimeException e) {
      release(connection);
      throw e;
    }
  }

  /**
   * Connects once, so that a wrong password is known at start and not with the first record.
   *
   * @throws WireException of whatever kind the failure is
   */
  public void check(Deadline deadline) {
    release(acquire(deadline));
  }

  /** Connects, or takes an idle connection that still answers. */
  private NativeConnection acquire(Deadline deadline) {
    NativeConnection connection = reuse(deadline);
    if (connection == null) {
      connection = connect(deadline);
    }
    inUse.add(connection);
    return connection;
  }

  private NativeConnection reuse(Deadline deadline) {
    while (!idle.isEmpty()) {
      Idle candidate = idle.pollFirst();
      if (clockMs.getAsLong() - candidate.sinceMs <= TRUSTED_IDLE_MS) {
        return candidate.connection;
      }
      try {
        candidate.connection.ping(deadline);
        return candidate.connection;
      } catch (WireException e) {
        LOG.debug("Idle connection to {} is gone: {}", where(candidate.connection), e.toString());
        candidate.connection.abort();
      }
    }
    return null;
  }

  private NativeConnection connect(Deadline deadline) {
    if (lastConnectFailure != null && clockMs.getAsLong() < failFastUntilMs) {
      throw new ConnectionException(lastConnectFailure.getMessage(), lastConnectFailure);
    }
    ConnectionException failure = null;
    for (int tried = 0; tried < hosts.size(); tried++) {
      if (failure != null && deadline.expired()) {
        break; // a host that got no time has not failed: it is the next attempt's first
      }
      ConnectionOptions host = hosts.peekFirst();
      try {
        NativeConnection connection = NativeConnection.connect(host, deadline);
        lastConnectFailure = null;
        return connection;
      } catch (ConnectionException e) {
        hosts.addLast(hosts.pollFirst());
        if (failure != null) {
          e.addSuppressed(failure);
        }
        failure = e;
      }
    }
    lastConnectFailure = failure;
    failFastUntilMs = clockMs.getAsLong() + FAIL_FAST_MS;
    throw failure;
  }

  private void release(NativeConnection connection) {
    inUse.remove(connection);
    boolean wanted = inUse.size() + idle.size() < limit;
    if (connection.isIdle() && wanted) {
      idle.addFirst(new Idle(connection, clockMs.getAsLong()));
    } else {
      connection.close();
    }
  }

  @Override
  public long retainedBytes() {
    long bytes = 0;
    for (Idle entry : idle) {
      bytes += entry.connection.retainedBytes();
    }
    for (NativeConnection connection : inUse) {
      bytes += connection.retainedBytes();
    }
    return bytes;
  }

  @Override
  public void close() {
    for (NativeConnection connection : inUse) {
      connection.abort();
    }
    inUse.clear();
    for (Idle entry : idle) {
      entry.connection.close();
    }
    idle.clear();
  }

  private static String where(NativeConnection connection) {
    return connection.options().host() + ":" + connection.options().port();
  }

  private final class PooledInsert implements OpenInsert {
    private final NativeConnection connection;
    private final InsertStream stream;

    PooledInsert(NativeConnection connection, InsertStream stream) {
      this.connection = connection;
      this.stream = stream;
    }

    @Override
    public List<ColumnDefinition> header() {
      return stream.header();
    }

    @Override
    public void write(Block block, Deadline deadline) {
      stream.write(block, deadline);
    }

    @Override
    public void end(Deadline deadline) {
      stream.end(deadline);
    }

    @Override
    public boolean await(Deadline deadline) {
      boolean answered = stream.await(deadline);
      if (answered) {
        release(connection);
      }
      return answered;
    }

    @Override
    public boolean finalBlockSent() {
      return stream.finalBlockSent();
    }

    @Override
    public long rawBytes() {
      return stream.rawBytes();
    }

    @Override
    public long wireBytes() {
      return stream.wireBytes();
    }

    @Override
    public void abort() {
      connection.abort();
      release(connection);
    }
  }
}
