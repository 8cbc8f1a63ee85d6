// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.block;

import io.blockhouse.wire.internal.io.ByteSink;
import io.blockhouse.wire.type.ClickHouseType;
import java.nio.ByteBuffer;

/**
 * JSON as text, which servers parse since 24.10: version 1 of its encoding
 * (src/DataTypes/Serializations/SerializationObject). Every value must be one JSON object in UTF-8;
 * nothing is checked here. The server refuses the whole INSERT with code 117 at one that it cannot
 * store: no object, a key twice, an integer outside Int64 and UInt64, a number beyond Float64.
 */
public final class JsonColumn extends ColumnWriter {
  /** What precedes the texts, as UInt64: they are texts. */
  private static final long STRING_VERSION = 1;

  private static final byte[] EMPTY_OBJECT = {'{', '}'};

  private final StringColumn texts;

  JsonColumn(String name, ClickHouseType type) {
    super(name, type);
    this.texts = new StringColumn(name, type);
  }

  /**
   * Appends the text of an object.
   *
   * @throws MalformedTextException at an unpaired surrogate; nothing is appended then
   */
  public void append(String json) {
    texts.append(json);
  }

  /** Appends a copy of the text of an object in UTF-8. */
  public void append(byte[] source, int offset, int length) {
    texts.append(source, offset, length);
  }

  /** The same with what remains in {@code source}, whose position stays. */
  public void append(ByteBuffer source) {
    texts.append(source);
  }

  @Override
  public int rows() {
    return texts.rows();
  }

  @Override
  public long sizeBytes() {
    return Long.BYTES + texts.sizeBytes();
  }

  @Override
  public long retainedBytes() {
    return texts.retainedBytes();
  }

  /** Appends the empty object. */
  @Override
  public void appendDefault() {
    texts.append(EMPTY_OBJECT, 0, EMPTY_OBJECT.length);
  }

  @Override
  int rowBytes() {
    return VARIABLE;
  }

  @Override
  long commit() {
    return Long.BYTES + texts.commit();
  }

  @Override
  void rollback(int rows) {
    texts.rollback(rows);
  }

  @Override
  void check(int rows) {
    texts.check(rows);
  }

  @Override
  void writePrefix(ByteSink sink) {
    sink.writeLong(STRING_VERSION);
  }

  @Override
  void writeBody(ByteSink sink) {
    texts.writeBody(sink);
  }

  @Override
  void reset() {
    texts.reset();
  }

  @Override
  void trim() {
    texts.trim();
  }
}
