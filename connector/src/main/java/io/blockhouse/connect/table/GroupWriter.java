// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.table;

import io.blockhouse.connect.convert.RowAppender;
import io.blockhouse.connect.convert.RowSource;
import io.blockhouse.wire.Deadline;
import io.blockhouse.wire.InsertRequest;
import io.blockhouse.wire.block.Block;
import io.blockhouse.wire.block.ColumnDefinition;
import io.blockhouse.wire.block.LateColumnException;
import java.util.List;

/**
 * The block of one column group of a table and the INSERT it is sent with. One INSERT takes rows at
 * a time; the block is filled, sent and filled again. Knows nothing of offsets.
 *
 * <p>The INSERT lists the columns that its rows have values for, not all of the group: a table may
 * have a thousand columns of which records carry five. In the others the server fills in what the
 * block would have held, so the list makes no difference to what is stored. It is fixed when the
 * INSERT is opened: the columns of the block, and those of earlier INSERTs of several blocks, so
 * that records whose fields vary soon have all theirs listed.
 */
public final class GroupWriter {
  /** Bytes; a block smaller than this is not worth a walk over its columns. */
  private static final long MEASURE_STEP = 1024;

  /**
   * What the bytes are divided by that a column takes in the server's memory though it is not sent.
   * The server holds an INSERT in full width before it writes a part. Measured on 26.7 with 999
   * Nullable(Float64) of which 5 were sent: per INSERT of 7,460 / 50,000 / 200,000 rows 0.33 / 0.96
   * / 2.5 GB at the peak, and 139 / 40 / 17 CPU seconds per million rows, because a part is 2,000
   * files whatever its rows. Counted in full, batch.max.bytes would allow 7,460 rows of that table,
   * not counted at all a million; an eighth allows 59,000.
   */
  private static final int ABSENT_BYTES_DIVISOR = 8;

  private final TableId table;
  private final Block block;
  private final RowAppender appender;
  private final InsertTarget target;
  private final InsertSettings settings;
  private OpenInsert insert;
  private int listedCount;
  private boolean streamed;
  private long measuredBytes;
  private long measuredAtBlockBytes;

  GroupWriter(
      TableId table,
      Block block,
      RowAppender appender,
      InsertTarget target,
      InsertSettings settings) {
    this.table = table;
    this.block = block;
    this.appender = appender;
    this.target = target;
    this.settings = settings;
  }

  /**
   * Appends a record as one row, or throws and leaves the block as it was.
   *
   * @throws LateColumnException the row has values for columns that the open INSERT does not list,
   *     or that would make the block much larger: send what is there, then append it. Whether it is
   *     thrown depends on the rows since the last INSERT alone.
   */
  public void append(RowSource row) {
    boolean complete = false;
    try {
      appender.append(row);
      if (insert != null && block.sentColumnCount() != listedCount) {
        throw new LateColumnException();
      }
      block.endRow();
      complete = true;
    } finally {
      if (!complete) {
        block.rollbackRow();
      }
    }
  }

  /** For rows that were one block before: until it is empty, no column of theirs is too late. */
  public void takeLateColumns() {
    block.takeLateColumns();
  }

  /** Rows in the block, not those already sent. */
  public int blockRows() {
    return block.rows();
  }

  /** Encoded bytes in the block, not those already sent. */
  public long blockBytes() {
    return block.sizeBytes();
  }

  /** The same, and what the server has to hold for columns that are not sent, at a discount. */
  public long weightBytes() {
    return block.sizeBytes() + block.absentBytes() / ABSENT_BYTES_DIVISOR;
  }

  /**
   * The columns that the open INSERT lists or, as the rows are now, the next one, in table order: a
   * function of the rows since the last INSERT alone, unless earlier INSERTs were of several
   * blocks.
   */
  public List<String> listedColumns() {
    return block.sentColumns().stream().map(ColumnDefinition::name).toList();
  }

  /**
   * Whether the block has grown enough since {@link #measure} to be measured again: by an eighth,
   * so that measuring (a walk over all columns) happens a logarithmic number of times.
   */
  public boolean hasGrown() {
    return block.sizeBytes() > measuredAtBlockBytes + (measuredAtBlockBytes >> 3) + MEASURE_STEP;
  }

  /** Measures the heap the block holds; returns the change since the last time, in bytes. */
  public long measure() {
    long before = measuredBytes;
    measuredBytes = block.retainedBytes();
    measuredAtBlockBytes = block.sizeBytes();
    return measuredBytes - before;
  }

  /** Heap the block held when it was last measured, in bytes. */
  public long measuredBytes() {
    return measuredBytes;
  }

  /** Whether an INSERT is open, so that a connection is in use. */
  public boolean isInserting() {
    return insert != null;
  }

  /** Whether the block still holds every row of the batch, so that it can simply be sent again. */
  public boolean holdsWholeBatch() {
    return !streamed;
  }

  /** Whether the final block was sent: without an answer, nobody knows whether it was stored. */
  public boolean finalBlockSent() {
    return insert != null && insert.finalBlockSent();
  }

  /** Sends the block as one of several of the INSERT, and empties it. */
  public void stream(String token, Deadline deadline) {
    block.seal();
    openInsert(token, deadline);
    insert.write(block, deadline);
    streamed = true;
    block.keepColumns();
    block.reset();
  }

  /** Sends the rest and the final empty block. */
  public void end(String token, Deadline deadline) {
    block.seal();
    openInsert(token, deadline);
    if (block.rows() > 0) {
      insert.write(block, deadline);
    }
    insert.end(deadline);
  }

  /**
   * Gives away the INSERT that was ended, which nothing is kept for any more because it was sent in
   * several blocks; the writer is empty and ready for the next batch.
   */
  public OpenInsert detach() {
    OpenInsert ended = insert;
    insert = null;
    clear();
    return ended;
  }

  /** Waits for the answer; when it has come, the writer is empty and ready for the next batch. */
  public boolean await(Deadline deadline) {
    if (!insert.await(deadline)) {
      return false;
    }
    insert = null;
    clear();
    return true;
  }

  /** Uncompressed bytes of the open INSERT so far. */
  public long rawBytes() {
    return insert == null ? 0 : insert.rawBytes();
  }

  /** Bytes of the open INSERT given to the socket so far. */
  public long wireBytes() {
    return insert == null ? 0 : insert.wireBytes();
  }

  /** Breaks the open INSERT off, if there is one; the block keeps its rows. */
  public void abort() {
    if (insert != null) {
      OpenInsert broken = insert;
      insert = null;
      broken.abort();
    }
  }

  /** Breaks off and drops all rows. */
  public void discard() {
    abort();
    clear();
  }

  /** Gives the heap of an empty block back. */
  public void trim() {
    block.trim();
  }

  private void clear() {
    streamed = false;
    block.reset();
  }

  private void openInsert(String token, Deadline deadline) {
    if (insert != null) {
      return;
    }
    InsertRequest request =
        new InsertRequest(
            table.database(), table.table(), listedColumns(), settings.withToken(token), "");
    OpenInsert opened = target.open(request, deadline);
    String difference = differenceFrom(opened.header());
    if (difference != null) {
      opened.abort();
      throw new TableChangedException(table, difference);
    }
    insert = opened;
    listedCount = block.sentColumnCount();
  }

  /** Null when the server expects the block's columns; by name, as the server matches them. */
  private String differenceFrom(List<ColumnDefinition> header) {
    List<ColumnDefinition> columns = block.sentColumns();
    for (ColumnDefinition column : columns) {
      if (!header.contains(column)) {
        return "column `" + column.name() + "` is no longer " + column.type().name();
      }
    }
    return header.size() == columns.size() ? null : "it expects other columns than were listed";
  }
}
