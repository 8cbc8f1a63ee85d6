// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import java.util.Arrays;

/**
 * Which of a table's optional (DEFAULT or EPHEMERAL) columns a row lists in its INSERT. Equal sets
 * are the same group. Belongs to the {@link TableConversion} that made it.
 */
public final class ColumnGroup {
  /** Stands for all groups of a table where they need not be told apart. */
  public static final ColumnGroup ALL = new ColumnGroup(new long[0]);

  /** One bit per optional column, in table order. Never changed. */
  private final long[] words;

  private final int hash;

  /** Copies the words. */
  ColumnGroup(long[] words) {
    this.words = words.clone();
    this.hash = Arrays.hashCode(words);
  }

  /** How many words a set over so many optional columns takes. */
  static int wordsFor(int optionalColumns) {
    return (optionalColumns + Long.SIZE - 1) / Long.SIZE;
  }

  static void add(long[] words, int ordinal) {
    words[ordinal >> 6] |= 1L << ordinal;
  }

  boolean contains(int ordinal) {
    return (words[ordinal >> 6] & 1L << ordinal) != 0;
  }

  boolean sameAs(long[] other) {
    return Arrays.equals(words, other);
  }

  /** Whether no optional column is listed. */
  public boolean isEmpty() {
    for (long word : words) {
      if (word != 0) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || other instanceof ColumnGroup group
            && hash == group.hash
            && Arrays.equals(words, group.words);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  /** The ordinals among the table's optional columns. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("ColumnGroup[");
    for (int ordinal = 0; ordinal < words.length * Long.SIZE; ordinal++) {
      if (contains(ordinal)) {
        text.append(text.length() > "ColumnGroup[".length() ? "," : "").append(ordinal);
      }
    }
    return text.append(']').toString();
  }
}
