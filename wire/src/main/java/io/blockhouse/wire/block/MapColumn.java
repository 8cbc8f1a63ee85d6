// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.block;

import io.blockhouse.wire.internal.io.ByteSink;
import io.blockhouse.wire.type.ClickHouseType;

/**
 * Maps: for each the number of entries up to its end, then all keys, then all values. For each
 * entry append one key and one value; then {@link #endMap()}. The server stores a key that comes
 * twice in one map twice: leaving duplicates out is the caller's business, see {@link
 * #repeatsKey()}.
 */
public final class MapColumn extends ColumnWriter {
  private final Offsets offsets = new Offsets();
  private final ColumnWriter keys;
  private final ColumnWriter values;

  /** Where the next map's keys begin if they are texts. */
  private int textsStart;

  /** Null until somebody asks. */
  private RepeatedKeys repeatedKeys;

  MapColumn(String name, ClickHouseType type, ColumnWriter keys, ColumnWriter values) {
    super(name, type);
    this.keys = keys;
    this.values = values;
  }

  /** Where the keys of the next map go. */
  public ColumnWriter keys() {
    return keys;
  }

  /** Where the values of the next map go, as many as keys. */
  public ColumnWriter values() {
    return values;
  }

  /** Makes the entries appended since the last map one map, maybe an empty one. */
  public void endMap() {
    offsets.add(keys.rows());
    markTexts();
  }

  private void markTexts() {
    if (keys instanceof StringColumn texts) {
      textsStart = texts.values().size();
    }
  }

  /**
   * Whether two of the keys appended since the last map are equal, byte for byte. To be asked
   * before {@link #endMap()} by callers whose different keys may become the same, such as 1 and 01
   * as numbers. Keys that are lists or tuples are not compared: false.
   */
  public boolean repeatsKey() {
    int first = offsets.elements();
    if (keys.rows() - first < 2) {
      return false;
    }
    if (repeatedKeys == null) {
      repeatedKeys = new RepeatedKeys();
    }
    if (keys instanceof FixedColumn fixed) {
      int width = fixed.widthBytes();
      return repeatedKeys.amongFixed(fixed.values(), first * width, width);
    }
    if (keys instanceof StringColumn texts) {
      return repeatedKeys.amongTexts(texts.values(), textsStart);
    }
    return keys instanceof LowCardinalityColumn low && low.repeats(repeatedKeys, first);
  }

  @Override
  public int rows() {
    return offsets.rows();
  }

  @Override
  public long sizeBytes() {
    return offsets.sizeBytes() + keys.sizeBytes() + values.sizeBytes();
  }

  @Override
  public long retainedBytes() {
    return offsets.retainedBytes()
        + keys.retainedBytes()
        + values.retainedBytes()
        + (repeatedKeys == null ? 0 : repeatedKeys.retainedBytes());
  }

  @Override
  public void appendDefault() {
    endMap();
  }

  @Override
  int rowBytes() {
    return VARIABLE;
  }

  @Override
  long commit() {
    return offsets.sizeBytes() + keys.commit() + values.commit();
  }

  @Override
  void rollback(int rows) {
    offsets.rollback(rows);
    keys.rollback(offsets.elements());
    values.rollback(offsets.elements());
    markTexts();
  }

  @Override
  void check(int rows) {
    if (rows() != rows) {
      throw incomplete("holds " + rows() + " maps for " + rows + " rows");
    }
    keys.check(offsets.elements());
    values.check(offsets.elements());
  }

  @Override
  void writePrefix(ByteSink sink) {
    keys.writePrefix(sink);
    values.writePrefix(sink);
  }

  @Override
  void writeBody(ByteSink sink) {
    offsets.writeTo(sink);
    keys.writeBody(sink);
    values.writeBody(sink);
  }

  @Override
  void reset() {
    offsets.reset();
    keys.reset();
    values.reset();
    textsStart = 0;
  }

  @Override
  void trim() {
    offsets.trim();
    keys.trim();
    values.trim();
    textsStart = 0;
    repeatedKeys = null;
  }
}
