// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.block;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Which columns of a block are sent: all, or, of a narrow block, those that a row has had a value
 * for. Knows what a row takes in them.
 */
final class SentColumns {
  /** Bytes of defaults that a row may bring about in any case. */
  private static final long FREE_FILL_BYTES = 64 * 1024;

  private final List<ColumnDefinition> definitions;
  private final ColumnWriter[] columns;
  private final boolean narrow;
  private final boolean[] sent;

  /** Those that stay from block to block. */
  private final boolean[] kept;

  /** Columns that the current row has brought in, and how many. */
  private final int[] added;

  private int addedCount;

  /** Bytes that the current row needs for the earlier rows' defaults in those columns. */
  private long fillBytes;

  private boolean takesLate;
  private int count;
  private long fixedRowBytes;
  private long variableDefaultBytes;

  /** Bytes of a row of defaults in the columns that are not sent. */
  private long absentRowBytes;

  /** Null while it is not known. */
  private List<ColumnDefinition> list;

  SentColumns(List<ColumnDefinition> definitions, ColumnWriter[] columns, boolean narrow) {
    this.definitions = definitions;
    this.columns = columns;
    this.narrow = narrow;
    this.sent = new boolean[columns.length];
    this.kept = new boolean[columns.length];
    this.added = new int[columns.length];
    for (ColumnWriter column : columns) {
      absentRowBytes += width(column);
    }
    if (!narrow) {
      addAll(0, Long.MAX_VALUE);
      keep();
    }
  }

  /** Bytes of a default; a guess where rows differ in length. */
  private static int width(ColumnWriter column) {
    int rowBytes = column.rowBytes();
    return rowBytes == ColumnWriter.VARIABLE ? column.defaultBytes() : rowBytes;
  }

  boolean has(int index) {
    return sent[index];
  }

  boolean areAll() {
    return count == columns.length;
  }

  int count() {
    return count;
  }

  /** Bytes of a row in those of one width. */
  long fixedRowBytes() {
    return fixedRowBytes;
  }

  /** Bytes of a row of defaults in the others, more or less. */
  long variableDefaultBytes() {
    return variableDefaultBytes;
  }

  long absentRowBytes() {
    return absentRowBytes;
  }

  /** In the order of the block. */
  List<ColumnDefinition> list() {
    if (list == null) {
      List<ColumnDefinition> found = new ArrayList<>(count);
      for (int i = 0; i < sent.length; i++) {
        if (sent[i]) {
          found.add(definitions.get(i));
        }
      }
      list = found.size() == definitions.size() ? definitions : List.copyOf(found);
    }
    return list;
  }

  /**
   * Brings a column in for the row after {@code rows}; returns the bytes that its defaults before
   * it count for in {@link #variableDefaultBytes}.
   *
   * @throws LateColumnException those take too many bytes for a block of {@code blockBytes}
   */
  long add(int index, int rows, long blockBytes) {
    int bytes = width(columns[index]);
    requireCheap((long) rows * bytes, blockBytes);
    added[addedCount++] = index;
    sent[index] = true;
    count++;
    absentRowBytes -= bytes;
    list = null;
    if (columns[index].rowBytes() != ColumnWriter.VARIABLE) {
      fixedRowBytes += bytes;
      return 0;
    }
    variableDefaultBytes += bytes;
    return (long) rows * bytes;
  }

  /** Brings all columns in, or none if it throws. */
  long addAll(int rows, long blockBytes) {
    long fill = rows * absentRowBytes;
    requireCheap(fill, blockBytes);
    fillBytes -= fill; // counted once, below
    long variable = 0;
    for (int i = 0; i < columns.length; i++) {
      if (!sent[i]) {
        variable += add(i, rows, Long.MAX_VALUE);
      }
    }
    return variable;
  }

  /**
   * A block may double for the defaults of columns that a row brings in, or grow to {@link
   * #FREE_FILL_BYTES}. A rule that depends on the rows alone, so that the same rows make the same
   * blocks again.
   */
  private void requireCheap(long fill, long blockBytes) {
    if (!takesLate && fillBytes + fill > Math.max(blockBytes, FREE_FILL_BYTES)) {
      throw new LateColumnException();
    }
    fillBytes += fill;
  }

  void takeLate() {
    takesLate = true;
  }

  /** The row is complete. */
  void endRow() {
    addedCount = 0;
    fillBytes = 0;
  }

  /** Takes back what the row has brought in; returns what it holds that is counted row by row. */
  long rollbackRow() {
    long variable = 0;
    for (int i = 0; i < addedCount; i++) {
      variable += remove(added[i]);
    }
    endRow();
    return variable;
  }

  private long remove(int index) {
    ColumnWriter column = columns[index];
    int bytes = width(column);
    sent[index] = false;
    count--;
    absentRowBytes += bytes;
    list = null;
    if (column.rowBytes() != ColumnWriter.VARIABLE) {
      fixedRowBytes -= bytes;
      return 0;
    }
    variableDefaultBytes -= bytes;
    return column.sizeBytes();
  }

  /** Makes the columns sent now part of every block from now on. */
  void keep() {
    System.arraycopy(sent, 0, kept, 0, sent.length);
    endRow();
  }

  /** An empty block sends those that are kept. */
  void reset() {
    takesLate = false;
    if (narrow) {
      for (int i = 0; i < sent.length; i++) {
        if (sent[i] && !kept[i]) {
          remove(i);
        }
      }
    }
    endRow();
  }

  /** Keeps none. */
  void forget() {
    if (narrow) {
      Arrays.fill(kept, false);
      reset();
    }
  }
}
