// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.block;

import java.util.Arrays;

/** The columns behind a Variant or Dynamic, and how many values were announced for each. */
final class VariantMembers {
  /** Discriminator of NULL; so there are at most this many members. */
  static final int NULL = 255;

  private ColumnWriter[] columns = {};
  private int[] marked = {};
  private int[] committed = {};

  int count() {
    return columns.length;
  }

  ColumnWriter column(int index) {
    return columns[index];
  }

  /** Appends a member and returns its index. */
  int add(ColumnWriter column) {
    int index = columns.length;
    columns = Arrays.copyOf(columns, index + 1);
    marked = Arrays.copyOf(marked, index + 1);
    committed = Arrays.copyOf(committed, index + 1);
    columns[index] = column;
    return index;
  }

  void mark(int index) {
    marked[index]++;
  }

  /** Whether the block has a value of the member. */
  boolean isUsed(int index) {
    return marked[index] > 0;
  }

  long retainedBytes() {
    long bytes = 0;
    for (ColumnWriter column : columns) {
      bytes += column.retainedBytes();
    }
    return bytes;
  }

  /** Commits one member and returns its bytes. */
  long commit(int index) {
    committed[index] = marked[index];
    return columns[index].commit();
  }

  void rollback() {
    for (int i = 0; i < columns.length; i++) {
      marked[i] = committed[i];
      columns[i].rollback(committed[i]);
    }
  }

  void check() {
    for (int i = 0; i < columns.length; i++) {
      columns[i].check(marked[i]);
    }
  }

  void reset() {
    for (ColumnWriter column : columns) {
      column.reset();
    }
    forgetRows();
  }

  void trim() {
    for (ColumnWriter column : columns) {
      column.trim();
    }
    forgetRows();
  }

  private void forgetRows() {
    Arrays.fill(marked, 0);
    Arrays.fill(committed, 0);
  }
}
