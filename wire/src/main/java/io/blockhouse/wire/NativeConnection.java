// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire;

import io.blockhouse.wire.block.ColumnDefinition;
import io.blockhouse.wire.error.ProtocolException;
import io.blockhouse.wire.internal.io.Transport;
import io.blockhouse.wire.internal.protocol.ClientIdentity;
import io.blockhouse.wire.internal.protocol.Session;
import io.blockhouse.wire.internal.protocol.SqlText;
import io.blockhouse.wire.internal.tls.TlsContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A connection to one server over the native TCP protocol. It does one thing at a time: while an
 * {@link InsertStream} is open, nothing else can be asked. After any {@link
 * io.blockhouse.wire.error.WireException} it is closed and good for nothing more.
 *
 * <p>Its memory is constant, whatever is sent through it. Not thread-safe, except {@link #abort()}.
 */
public final class NativeConnection implements AutoCloseable {
  private final ConnectionOptions options;
  private final Session session;
  private final ServerInfo server;

  private NativeConnection(ConnectionOptions options, Session session, ServerInfo server) {
    this.options = options;
    this.session = session;
    this.server = server;
  }

  /**
   * Connects and shakes hands within the deadline (and the options' connect timeout).
   *
   * @throws io.blockhouse.wire.error.UnsupportedCompressionException if ZSTD is asked for and its
   *     native library cannot be loaded
   */
  public static NativeConnection connect(ConnectionOptions options, Deadline deadline) {
    options.compression().codec(); // before anything is opened: throws if it cannot be used
    Deadline within = deadline.atMostMs(options.connectTimeoutMs());
    TlsContext tls = options.tls().map(TlsOptions::context).orElse(null);
    return over(Transport.connect(options.host(), options.port(), tls, within), options, within);
  }

  /** Shakes hands on a transport that is connected. */
  static NativeConnection over(Transport transport, ConnectionOptions options, Deadline within) {
    Session session;
    try {
      session =
          new Session(
              transport,
              options.compression(),
              options.compressionLevel(),
              options.chunkBytes(),
              ClientIdentity.ofThisJvm(options.clientName()));
    } catch (RuntimeException | Error e) {
      transport.abort();
      throw e;
    }
    try {
      ServerInfo server =
          session.hello(options.database(), options.user(), options.password(), within);
      return new NativeConnection(options, session, server);
    } catch (RuntimeException e) {
      throw session.failed(e);
    }
  }

  /** What the server said of itself. */
  public ServerInfo server() {
    return server;
  }

  /** What the connection was made with. */
  public ConnectionOptions options() {
    return options;
  }

  /**
   * Columns of a table in table order, from {@code system.columns}. Empty when there is no such
   * table or database; an empty {@code database} is the connection's current one.
   */
  public List<TableColumn> describe(String database, String table, Deadline deadline) {
    List<TableColumn> columns = new ArrayList<>();
    for (List<String> row : query(SqlText.describe(database, table), deadline)) {
      columns.add(new TableColumn(row.get(0), row.get(1), defaultKind(row.get(0), row.get(2))));
    }
    return List.copyOf(columns);
  }

  private static TableColumn.DefaultKind defaultKind(String column, String kind) {
    if (kind.isEmpty()) {
      return TableColumn.DefaultKind.NONE;
    }
    try {
      return TableColumn.DefaultKind.valueOf(kind);
    } catch (IllegalArgumentException e) {
      throw new ProtocolException(
          "Column `" + column + "` has the default kind " + kind + ", which is not known here.");
    }
  }

  /** The engine of a table; empty when there is no such table. Needs a server with tokens. */
  public Optional<TableEngine> engine(String database, String table, Deadline deadline) {
    List<List<String>> rows = query(SqlText.engine(database, table), deadline);
    return rows.isEmpty()
        ? Optional.empty()
        : Optional.of(
            TableEngine.of(
                rows.get(0).get(0), rows.get(0).get(1), Long.parseLong(rows.get(0).get(2))));
  }

  /**
   * Runs a query. Its result must be small (100,000 rows, 16 MiB) and of String columns only: wrap
   * others in {@code toString()}. DDL has an empty result.
   */
  public List<List<String>> query(String sql, Deadline deadline) {
    return query(sql, List.of(), deadline);
  }

  /** The same under settings of its own. */
  public List<List<String>> query(String sql, List<Setting> settings, Deadline deadline) {
    requireIdle();
    try {
      session.sendQuery("", sql, settings, deadline);
      return session.readResult(deadline);
    } catch (RuntimeException e) {
      throw session.failed(e);
    } catch (Error e) {
      session.abort();
      throw e;
    }
  }

  /**
   * Sends an INSERT query without settings of its own and reads the header block; see {@link
   * InsertRequest} for the names.
   */
  public InsertStream insert(
      String database, String table, List<String> columns, Deadline deadline) {
    return insert(new InsertRequest(database, table, columns, List.of(), ""), deadline);
  }

  /** Sends the INSERT query and reads the header block. */
  public InsertStream insert(InsertRequest request, Deadline deadline) {
    requireIdle();
    try {
      String sql = SqlText.insert(request.database(), request.table(), request.columns());
      session.sendInsert(request.queryId(), sql, request.settings(), deadline);
      List<ColumnDefinition> header = session.readHeader(deadline);
      return new InsertStream(session, header);
    } catch (RuntimeException e) {
      throw session.failed(e);
    } catch (Error e) {
      session.abort();
      throw e;
    }
  }

  /** Asks the server for a sign of life. */
  public void ping(Deadline deadline) {
    requireIdle();
    try {
      session.ping(deadline);
    } catch (RuntimeException e) {
      throw session.failed(e);
    }
  }

  private void requireIdle() {
    if (session.insertOpen()) {
      throw new IllegalStateException("An INSERT is open on this connection.");
    }
  }

  /** False after any error, abort or close, and while an {@link InsertStream} is open. */
  public boolean isIdle() {
    return !session.insertOpen() && isOpen();
  }

  /** False after any error, abort or close. A server that went away is noticed on use. */
  public boolean isOpen() {
    return session.isOpen();
  }

  /**
   * Ends the connection at once. If an INSERT is open, with RST: it then leaves nothing behind,
   * also on servers that take the end of the stream for the end of the data. Idempotent; may be
   * called from any thread.
   */
  public void abort() {
    session.abort();
  }

  /** The same as {@link #abort()}: in order when idle, with RST when an INSERT is open. */
  @Override
  public void close() {
    session.abort();
  }

  /** Bytes of the buffers held for the connection's life. */
  public long retainedBytes() {
    return session.retainedBytes();
  }
}
