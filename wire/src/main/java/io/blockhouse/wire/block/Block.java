// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.block;

import io.blockhouse.wire.error.UnsupportedTypeException;
import io.blockhouse.wire.internal.io.ByteSink;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Rows on their way to one table, held by column and already in wire encoding. Filled row by row:
 * append exactly one value to every column, then {@link #endRow()}; or take everything back with
 * {@link #rollbackRow()}. Rows with values for few of many columns are cheaper as sparse ones, see
 * {@link #startSparseRow()}, and a {@link #narrow} block does not even send columns that none of
 * its rows has a value for. Sealed, it can be sent any number of times; {@link #reset()} makes it
 * new.
 *
 * <p>Owns its columns and their buffers. Not thread-safe.
 */
public final class Block {
  /** BlockInfo: field 1 (no overflows), field 2 (no bucket), end of fields. */
  private static final byte[] BLOCK_INFO = {1, 0, 2, -1, -1, -1, -1, 0};

  private final List<ColumnDefinition> definitions;
  private final ColumnWriter[] columns;
  private final byte[][] names;
  private final byte[][] types;

  /** Those whose rows differ in length: only they have something to note at the end of a row. */
  private final ColumnWriter[] variableColumns;

  private final SentColumns sent;

  /** Columns entered in the current sparse row, and how many. */
  private final int[] entered;

  /** Their bytes before the row. */
  private final long[] enteredBytes;

  private int enteredCount;

  /** Whether the current row is a sparse one. */
  private boolean sparse;

  /** Whether there may be columns that still lack defaults of complete rows. */
  private boolean behind;

  private int rows;

  /** Of the columns whose rows differ in length; defaults that they lack are counted, too. */
  private long variableBytes;

  private long sizeBytes;
  private boolean sealed;

  /**
   * An empty block, which holds no heap to speak of until values are appended.
   *
   * @throws UnsupportedTypeException if a type cannot be written
   * @throws IllegalArgumentException if there is no column, or a name is empty or twice there
   */
  public Block(List<ColumnDefinition> columns) {
    this(columns, false);
  }

  /**
   * The same, but what is sent are only the {@link #sentColumns()}: those that a row has had a
   * value for. For columns whose default is what the server fills in for a column that an INSERT
   * does not list. A row that is not sparse has a value for all.
   */
  public static Block narrow(List<ColumnDefinition> columns) {
    return new Block(columns, true);
  }

  private Block(List<ColumnDefinition> columns, boolean narrow) {
    this.definitions = List.copyOf(columns);
    ColumnNames.require(definitions);
    this.columns =
        definitions.stream()
            .map(definition -> ColumnWriter.create(definition.name(), definition.type()))
            .toArray(ColumnWriter[]::new);
    this.names =
        definitions.stream()
            .map(definition -> definition.name().getBytes(StandardCharsets.UTF_8))
            .toArray(byte[][]::new);
    this.types =
        definitions.stream()
            .map(definition -> definition.type().name().getBytes(StandardCharsets.UTF_8))
            .toArray(byte[][]::new);
    this.variableColumns =
        Arrays.stream(this.columns)
            .filter(column -> column.rowBytes() == ColumnWriter.VARIABLE)
            .toArray(ColumnWriter[]::new);
    this.sent = new SentColumns(definitions, this.columns, narrow);
    this.entered = new int[this.columns.length];
    this.enteredBytes = new long[this.columns.length];
  }

  /** The columns in the order in which they are sent. */
  public List<ColumnDefinition> definitions() {
    return definitions;
  }

  /**
   * The columns that the rows so far need, which are those that are sent: an INSERT must list
   * exactly these. All of them, unless the block is {@link #narrow}.
   */
  public List<ColumnDefinition> sentColumns() {
    return sent.list();
  }

  /** How many {@link #sentColumns()} there are; costs nothing to ask. */
  public int sentColumnCount() {
    return sent.count();
  }

  /**
   * Makes the {@link #sentColumns()} part of every further block until {@link #trim()}, for an
   * INSERT of several blocks.
   */
  public void keepColumns() {
    sent.keep();
  }

  /**
   * Until {@link #reset()} no column comes too late: for rows that have to be one block because
   * they were before.
   */
  public void takeLateColumns() {
    sent.takeLate();
  }

  /** Bytes that the complete rows' defaults take in the columns that are not sent. */
  public long absentBytes() {
    return rows * sent.absentRowBytes();
  }

  /** Number of columns. */
  public int columnCount() {
    return columns.length;
  }

  /** Where the values of the column at {@code index} of {@link #definitions()} go. */
  public ColumnWriter column(int index) {
    return columns[index];
  }

  /** Complete rows. */
  public int rows() {
    return rows;
  }

  /** Bytes of the complete rows as they will be sent, before compression; costs nothing to ask. */
  public long sizeBytes() {
    return sizeBytes;
  }

  /** Bytes of heap held by the columns. */
  public long retainedBytes() {
    long retained = 0;
    for (ColumnWriter column : columns) {
      retained += column.retainedBytes();
    }
    // Defaults that are still to be appended will take room, too.
    return Math.max(retained, sizeBytes);
  }

  /**
   * Makes the current row one in which not every column gets a value: {@link #enter} a column, then
   * append one value to it; the others get their default without any work for this row. A thousand
   * columns of which a record has five would else cost a thousand appends.
   */
  public void startSparseRow() {
    sparse = true;
    enteredCount = 0;
  }

  /**
   * Makes the column at {@code index} ready for its value in the current row. To be called once per
   * column and sparse row; needless, but no harm, in other rows after {@link #catchUp()}.
   *
   * @throws LateColumnException the column comes too late, see {@link #narrow}
   */
  public void enter(int index) {
    if (sparse) {
      ColumnWriter column = columns[index];
      if (!sent.has(index)) {
        variableBytes += sent.add(index, rows, sizeBytes);
      }
      catchUp(column);
      entered[enteredCount] = index;
      enteredBytes[enteredCount++] = column.sizeBytes();
    }
  }

  /**
   * Appends what sparse rows have left out, so that every column can take its next value.
   *
   * @throws LateColumnException some columns come too late, see {@link #narrow}
   */
  public void catchUp() {
    if (!sent.areAll()) {
      variableBytes += sent.addAll(rows, sizeBytes);
    }
    catchUpSentColumns();
  }

  private void catchUpSentColumns() {
    if (behind) {
      long variable = 0;
      for (int i = 0; i < columns.length; i++) {
        if (sent.has(i)) {
          catchUp(columns[i]);
          variable += columns[i].rowBytes() == ColumnWriter.VARIABLE ? columns[i].commit() : 0;
        }
      }
      behind = !sent.areAll();
      // From here on the size is exact again; what a default takes was a guess for some types.
      variableBytes = variable;
      sizeBytes = rows * sent.fixedRowBytes() + variableBytes;
    }
  }

  private void catchUp(ColumnWriter column) {
    int missing = rows - column.rows();
    if (missing > 0) {
      boolean variable = column.rowBytes() == ColumnWriter.VARIABLE;
      long before = variable ? column.sizeBytes() : 0;
      column.appendDefaults(missing);
      // Permanent at once: these rows are complete, whatever becomes of the current one.
      long after = column.commit();
      if (variable) {
        variableBytes += after - before - (long) missing * column.defaultBytes();
      }
    }
  }

  /**
   * Makes the values appended since the last row one row. Whether every column got exactly one is
   * not looked at here, for speed: {@link #seal()} compares the counts.
   *
   * @throws IllegalStateException if the block is sealed or full, or a full row was appended
   *     without {@link #catchUp()} while columns were behind; the block is of no use then
   */
  public void endRow() {
    if (sealed || rows == Integer.MAX_VALUE) {
      throw new IllegalStateException(
          sealed ? "The block is sealed: reset it before appending" : "The block is full: seal it");
    }
    if (sparse) {
      endSparseRow();
    } else {
      if (behind) {
        throw new IllegalStateException("Columns are behind: call catchUp() before a full row");
      }
      if (!sent.areAll()) {
        sent.addAll(rows, Long.MAX_VALUE);
      }
      commitVariableColumns();
    }
    sent.endRow();
    rows++;
    sizeBytes = rows * sent.fixedRowBytes() + variableBytes;
  }

  private void commitVariableColumns() {
    long variable = 0;
    for (ColumnWriter column : variableColumns) {
      variable += column.commit();
    }
    variableBytes = variable;
  }

  private void endSparseRow() {
    variableBytes += sent.variableDefaultBytes();
    for (int i = 0; i < enteredCount; i++) {
      ColumnWriter column = columns[entered[i]];
      if (column.rowBytes() == ColumnWriter.VARIABLE) {
        variableBytes += column.commit() - enteredBytes[i] - column.defaultBytes();
      }
    }
    behind |= enteredCount < columns.length;
    sparse = false;
  }

  /**
   * Takes back whatever was appended since the last row, at any depth and in any state: half an
   * array, a null mark without its value, some columns only, or nothing.
   */
  public void rollbackRow() {
    sparse = false;
    for (ColumnWriter column : columns) {
      // A column that is behind holds fewer, all of them complete.
      column.rollback(behind ? Math.min(rows, column.rows()) : rows);
    }
    variableBytes -= sent.rollbackRow();
  }

  /**
   * Closes the block to appends and makes sure that it can be sent: every column of {@link
   * #sentColumns()} holds exactly {@link #rows()} complete values, at every depth.
   *
   * @throws IllegalStateException if not; the block stays open
   */
  public void seal() {
    if (sent.count() == 0) {
      sent.add(0, rows, Long.MAX_VALUE); // rows have to have a column
      sent.endRow();
    }
    catchUpSentColumns();
    check();
    sealed = true;
  }

  /** Whether the block is sealed. */
  public boolean isSealed() {
    return sealed;
  }

  /** Empties the block and opens it; capacity is kept, unless it has long been too large. */
  public void reset() {
    boolean unused = rows == 0;
    rollbackRow();
    rows = 0;
    variableBytes = 0;
    sizeBytes = 0;
    behind = false;
    sealed = false;
    sent.reset();
    if (unused) {
      // An empty block says nothing about how much the next one needs.
      return;
    }
    for (ColumnWriter column : columns) {
      column.reset();
    }
  }

  /**
   * Gives the heap of an empty block back, for a table that has been idle.
   *
   * @throws IllegalStateException if there are rows
   */
  public void trim() {
    if (rows > 0) {
      throw new IllegalStateException("The block holds rows: send them and reset it first");
    }
    sent.forget();
    for (ColumnWriter column : columns) {
      column.trim();
    }
  }

  /**
   * For the protocol layer: writes what follows the table name in a Data packet at revision 54429,
   * from BlockInfo on. Changes nothing.
   *
   * @throws IllegalStateException if the block is not sealed, or was appended to since; nothing is
   *     written then
   */
  public void writeTo(ByteSink sink) {
    if (!sealed) {
      throw new IllegalStateException("The block is not sealed: call seal() before sending it");
    }
    // One value more than the header promises and the stream would be out of step for good.
    check();
    sink.write(BLOCK_INFO, 0, BLOCK_INFO.length);
    sink.writeVarInt(sent.count());
    sink.writeVarInt(rows);
    for (int i = 0; i < columns.length; i++) {
      if (!sent.has(i)) {
        continue;
      }
      sink.writeString(names[i]);
      sink.writeString(types[i]);
      if (rows > 0) {
        columns[i].writePrefix(sink);
        columns[i].writeBody(sink);
      }
    }
  }

  /** For the protocol layer: the block without columns, which ends external tables and INSERTs. */
  public static void writeEmptyTo(ByteSink sink) {
    sink.write(BLOCK_INFO, 0, BLOCK_INFO.length);
    sink.writeVarInt(0);
    sink.writeVarInt(0);
  }

  private void check() {
    for (int i = 0; i < columns.length; i++) {
      if (sent.has(i)) {
        columns[i].check(rows);
      }
    }
  }
}
