// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.block;

import io.blockhouse.wire.error.UnsupportedTypeException;
import io.blockhouse.wire.internal.io.ByteSink;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Rows on their way to one table, held by column and already in wire encoding. Filled row by row:
 * append exactly one value to every column, then {@link #endRow()}; or take everything back with
 * {@link #rollbackRow()}. Rows with values for few of many columns are cheaper as sparse ones, see
 * {@link #startSparseRow()}. Sealed, it can be sent any number of times; {@link #reset()} makes it
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

  /** Bytes a row takes in all the other columns. */
  private final long fixedRowBytes;

  /** Bytes of a row of defaults in the columns whose rows differ in length, more or less. */
  private final long variableDefaultBytes;

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
    this.definitions = List.copyOf(columns);
    requireNames(definitions);
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
    long rowBytes = 0;
    int variable = 0;
    ColumnWriter[] visited = new ColumnWriter[this.columns.length];
    for (ColumnWriter column : this.columns) {
      if (column.rowBytes() == ColumnWriter.VARIABLE) {
        visited[variable++] = column;
      } else {
        rowBytes += column.rowBytes();
      }
    }
    this.variableColumns = Arrays.copyOf(visited, variable);
    this.fixedRowBytes = rowBytes;
    long defaultBytes = 0;
    for (ColumnWriter column : variableColumns) {
      defaultBytes += column.defaultBytes();
    }
    this.variableDefaultBytes = defaultBytes;
    this.entered = new int[this.columns.length];
    this.enteredBytes = new long[this.columns.length];
  }

  private static void requireNames(List<ColumnDefinition> definitions) {
    if (definitions.isEmpty()) {
      throw new IllegalArgumentException("A block needs at least one column");
    }
    Set<String> seen = new HashSet<>();
    for (ColumnDefinition definition : definitions) {
      if (definition.name().isEmpty()) {
        throw new IllegalArgumentException("A column of a block needs a name");
      }
      if (!seen.add(definition.name())) {
        throw new IllegalArgumentException(
            "Column `" + definition.name() + "` is twice in one block");
      }
    }
  }

  /** The columns in the order in which they are sent. */
  public List<ColumnDefinition> definitions() {
    return definitions;
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
   */
  public void enter(int index) {
    if (sparse) {
      ColumnWriter column = columns[index];
      catchUp(column);
      entered[enteredCount] = index;
      enteredBytes[enteredCount++] = column.sizeBytes();
    }
  }

  /** Appends what sparse rows have left out, so that every column can take its next value. */
  public void catchUp() {
    if (behind) {
      for (ColumnWriter column : columns) {
        catchUp(column);
      }
      behind = false;
      // From here on the size is exact again; what a default takes was a guess for some types.
      commitVariableColumns();
      sizeBytes = rows * fixedRowBytes + variableBytes;
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
      commitVariableColumns();
    }
    rows++;
    sizeBytes = rows * fixedRowBytes + variableBytes;
  }

  private void commitVariableColumns() {
    long variable = 0;
    for (ColumnWriter column : variableColumns) {
      variable += column.commit();
    }
    variableBytes = variable;
  }

  private void endSparseRow() {
    variableBytes += variableDefaultBytes;
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
  }

  /**
   * Closes the block to appends and makes sure that it can be sent: every column holds exactly
   * {@link #rows()} complete values, at every depth.
   *
   * @throws IllegalStateException if not; the block stays open
   */
  public void seal() {
    catchUp();
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
    sink.writeVarInt(columns.length);
    sink.writeVarInt(rows);
    for (int i = 0; i < columns.length; i++) {
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
    for (ColumnWriter column : columns) {
      column.check(rows);
    }
  }
}
