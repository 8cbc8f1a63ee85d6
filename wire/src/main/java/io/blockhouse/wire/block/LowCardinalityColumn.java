// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.block;

import io.blockhouse.wire.internal.io.ByteSink;
import io.blockhouse.wire.internal.io.GrowableBuffer;
import io.blockhouse.wire.type.ClickHouseType;
import io.blockhouse.wire.type.TypeFamily;

/**
 * The different values of the block, then for each row the number of its value, in one, two or four
 * bytes (src/DataTypes/Serializations/SerializationLowCardinality). Laid out as the server does:
 * NULL where the type is Nullable, then the default, then the other values as they first appear.
 *
 * <p>For each value append it to {@link #values()}, then call {@link #endValue()}; or call {@link
 * #appendNull()}.
 */
public final class LowCardinalityColumn extends ColumnWriter {
  /** What precedes dictionary and keys, as UInt64: the only version there is. */
  private static final long SHARED_DICTIONARIES_VERSION = 1;

  /** The dictionary comes with the keys (0x200), and nothing is left of an earlier one (0x400). */
  private static final long FLAGS = 0x600;

  /** Flags, number of values, and number of keys. */
  private static final int HEADER_BYTES = 3 * Long.BYTES;

  private final boolean nullable;
  private final ColumnWriter values;

  /** The same as {@code values} if those are texts, else null. */
  private final StringColumn texts;

  /** The content of {@code values}: the dictionary, and maybe a value that is not ended yet. */
  private final GrowableBuffer dictionary;

  private final int defaultBytes;
  private final DictionaryIndex index;
  private final DictionaryKeys keys = new DictionaryKeys();
  private int committedEntries;

  LowCardinalityColumn(String name, ClickHouseType type) {
    super(name, type);
    ClickHouseType element = type.element();
    this.nullable = element.family() == TypeFamily.NULLABLE;
    this.values = create(name, nullable ? element.element() : element);
    if (values instanceof StringColumn strings) {
      this.texts = strings;
      this.dictionary = strings.values();
      this.defaultBytes = 1;
    } else {
      FixedColumn fixed = (FixedColumn) values;
      this.texts = null;
      this.dictionary = fixed.values();
      this.defaultBytes = fixed.widthBytes();
    }
    this.index = new DictionaryIndex(dictionary, nullable);
  }

  /**
   * Where a value goes before {@link #endValue()}: a {@link FixedColumn} or a {@link StringColumn}
   * of the type that LowCardinality, and Nullable in it, is about.
   */
  public ColumnWriter values() {
    return values;
  }

  /** Whether {@link #appendNull()} may be called. */
  public boolean isNullable() {
    return nullable;
  }

  /** Makes what was appended to {@link #values()} the value of the next row. */
  public void endValue() {
    requireDefault();
    keys.add(index.intern());
    countTexts();
  }

  /**
   * Zero, and what stands for NULL, are all zero bytes in every encoding. They are put in front of
   * the first value and not before: an idle column shall hold no heap.
   */
  private void requireDefault() {
    if (index.size() == 0) {
      int defaults = nullable ? 2 : 1;
      dictionary.prependZeros(defaults * defaultBytes);
      for (int i = 0; i < defaults; i++) {
        index.add(defaultBytes);
      }
    }
  }

  private void countTexts() {
    if (texts != null) {
      texts.setRows(index.size());
    }
  }

  /**
   * Appends NULL.
   *
   * @throws IllegalStateException if the type is not Nullable
   */
  public void appendNull() {
    if (!nullable) {
      throw new IllegalStateException(
          "Column `" + name() + "` (" + type().name() + ") has no NULL");
    }
    appendDefault();
  }

  @Override
  public void appendDefault() {
    if (!nullable && type().element().family() == TypeFamily.DATE32) {
      // The only type whose default is not the zero that opens every dictionary.
      values.appendDefault();
      endValue();
      return;
    }
    requireDefault();
    keys.add(0);
    countTexts();
  }

  /** Whether values from row number {@code first} on are equal: they are if their numbers are. */
  boolean repeats(RepeatedKeys repeatedKeys, int first) {
    return keys.repeats(repeatedKeys, first);
  }

  @Override
  public int rows() {
    return keys.count();
  }

  @Override
  public long sizeBytes() {
    // Without values, in arrays that are all empty, only the prefix is written.
    return keys.count() == 0
        ? Long.BYTES
        : Long.BYTES + HEADER_BYTES + dictionary.size() + keys.sizeBytes();
  }

  @Override
  public long retainedBytes() {
    return values.retainedBytes() + index.retainedBytes() + keys.retainedBytes();
  }

  @Override
  int rowBytes() {
    return VARIABLE;
  }

  @Override
  long commit() {
    committedEntries = index.size();
    return sizeBytes();
  }

  @Override
  void rollback(int rows) {
    // Entries of the row go too, or its values would be sent and stored without a row.
    index.truncate(committedEntries);
    keys.rollback(rows, committedEntries);
    countTexts();
  }

  @Override
  void check(int rows) {
    if (keys.count() != rows) {
      throw incomplete("holds " + keys.count() + " values for " + rows + " rows");
    }
    if (dictionary.size() != index.end()) {
      throw incomplete("has a value that was not ended");
    }
  }

  @Override
  void writePrefix(ByteSink sink) {
    sink.writeLong(SHARED_DICTIONARIES_VERSION);
  }

  @Override
  void writeBody(ByteSink sink) {
    if (keys.count() == 0) {
      return;
    }
    sink.writeLong(FLAGS | keys.widthCode());
    sink.writeLong(index.size());
    dictionary.writeTo(sink);
    sink.writeLong(keys.count());
    keys.writeTo(sink);
  }

  @Override
  void reset() {
    values.reset();
    index.reset();
    keys.reset();
    committedEntries = 0;
  }

  @Override
  void trim() {
    values.trim();
    index.trim();
    keys.trim();
    committedEntries = 0;
  }
}
