// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire;

import io.blockhouse.wire.block.Block;
import io.blockhouse.wire.block.ColumnDefinition;
import io.blockhouse.wire.internal.protocol.Session;
import java.util.List;

/**
 * An open INSERT: blocks go in, then the final block, then the server's answer is awaited. Nothing
 * is stored for certain before {@link #await} has returned true. Any exception but those for wrong
 * use (IllegalArgumentException, IllegalStateException) has closed the connection. Not thread-safe.
 */
public final class InsertStream {
  private enum State {
    OPEN,
    ENDED,
    ACKED
  }

  private final Session session;
  private final List<ColumnDefinition> header;
  private final long rawBytesBefore;
  private final long wireBytesBefore;
  private State state = State.OPEN;
  private long rows;
  private long ackedRawBytes;
  private long ackedWireBytes;

  InsertStream(Session session, List<ColumnDefinition> header) {
    this.session = session;
    this.header = header;
    this.rawBytesBefore = session.rawBytes();
    this.wireBytesBefore = session.wireBytes();
  }

  /** The names and types that the server expects in every block. */
  public List<ColumnDefinition> header() {
    return header;
  }

  /**
   * Sends a sealed block with rows whose sent columns are those of {@link #header()}. Before and
   * after it looks for an early Exception. The block is not changed and may be sent again.
   */
  public void write(Block block, Deadline deadline) {
    require(State.OPEN);
    requireFitting(block);
    try {
      session.sendBlock(block, deadline);
    } catch (RuntimeException e) {
      throw session.failed(e);
    } catch (Error e) {
      session.abort();
      throw e;
    }
    rows += block.rows();
  }

  private void requireFitting(Block block) {
    if (!block.isSealed() || block.rows() == 0) {
      throw new IllegalArgumentException(
          block.rows() == 0 ? "The block has no rows." : "The block is not sealed: call seal().");
    }
    List<ColumnDefinition> columns = block.sentColumns();
    if (columns.equals(header)) {
      return;
    }
    if (columns.size() != header.size()) {
      throw new IllegalArgumentException(
          "The block has " + columns.size() + " columns, the INSERT " + header.size() + ".");
    }
    for (int i = 0; i < columns.size(); i++) {
      if (!columns.get(i).equals(header.get(i))) {
        throw new IllegalArgumentException(
            "Column "
                + (i + 1)
                + " of the block is "
                + text(columns.get(i))
                + ", the INSERT expects "
                + text(header.get(i))
                + ".");
      }
    }
  }

  private static String text(ColumnDefinition column) {
    return "`" + column.name() + "` " + column.type().name();
  }

  /**
   * Sends the final empty block. From here on the outcome is unknown until {@link #await} returns
   * true.
   */
  public void end(Deadline deadline) {
    require(State.OPEN);
    state = State.ENDED; // before the first byte: a failure on the way leaves the outcome unknown
    try {
      session.sendEndOfBlocks(deadline);
    } catch (RuntimeException e) {
      throw session.failed(e);
    }
  }

  /**
   * Waits for the server's answer. True: stored, and the connection is idle again. False: the
   * deadline passed without an answer; it may be awaited again.
   */
  public boolean await(Deadline deadline) {
    if (state == State.ACKED) {
      return true;
    }
    require(State.ENDED);
    try {
      if (!session.awaitEndOfStream(deadline)) {
        return false;
      }
    } catch (RuntimeException e) {
      throw session.failed(e);
    }
    ackedRawBytes = rawBytes(); // the session goes on counting with the next INSERT
    ackedWireBytes = wireBytes();
    state = State.ACKED;
    return true;
  }

  private void require(State expected) {
    if (state != expected) {
      throw new IllegalStateException("The INSERT is " + state + ", not " + expected + ".");
    }
  }

  /**
   * Whether {@link #end} was begun, so that a failure from here on leaves the outcome unknown,
   * unless it is a {@link io.blockhouse.wire.error.ServerException}.
   */
  public boolean finalBlockSent() {
    return state != State.OPEN;
  }

  /** Aborts the connection. From any thread. */
  public void abort() {
    session.abort();
  }

  /** Rows of the blocks sent. */
  public long rows() {
    return rows;
  }

  /** Bytes of the blocks sent, before compression. */
  public long rawBytes() {
    return state == State.ACKED ? ackedRawBytes : session.rawBytes() - rawBytesBefore;
  }

  /** Bytes given to the socket for the blocks. */
  public long wireBytes() {
    return state == State.ACKED ? ackedWireBytes : session.wireBytes() - wireBytesBefore;
  }
}
