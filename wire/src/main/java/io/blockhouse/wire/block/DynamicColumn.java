// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.block;

import io.blockhouse.wire.internal.io.ByteSink;
import io.blockhouse.wire.internal.io.GrowableBuffer;
import io.blockhouse.wire.type.ClickHouseType;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Values that each bring their type along, in the flattened encoding
 * (src/DataTypes/Serializations/SerializationDynamic, version 3, which servers read since 25.6):
 * the names of the types that occur in the block, for each value the number of its type, their
 * number for NULL; then the values of each type.
 *
 * <p>The caller registers the types that it writes, once, with {@link #register}; the registration
 * outlives {@link Block#reset()}. For each value call {@link #mark}, then append it to that {@link
 * #member}; or call {@link #appendNull()}. A type without values in a block does not appear in it.
 */
public final class DynamicColumn extends ColumnWriter {
  /** What precedes the type names, as UInt64. */
  private static final long FLATTENED_VERSION = 3;

  /** A number is a byte. */
  private static final int NUMBERS = 256;

  /** Numbers translated at once. */
  private static final int CHUNK = 1024;

  private static final byte[] EMPTY = {};

  private final GrowableBuffer discriminators = new GrowableBuffer();
  private final VariantMembers members = new VariantMembers();
  private byte[][] names = {};

  /** For writing, made when first needed: the block's numbers by registered number; a chunk. */
  private byte[] scratch = EMPTY;

  DynamicColumn(String name, ClickHouseType type) {
    super(name, type);
  }

  /**
   * The number of a type for {@link #mark} and {@link #member}; the same one when asked again. Not
   * every type may be in a Dynamic: Nullable, Variant and Dynamic may not.
   *
   * @throws IllegalStateException beyond 255 types
   */
  public int register(ClickHouseType memberType) {
    byte[] memberName = memberType.name().getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < names.length; i++) {
      if (Arrays.equals(names[i], memberName)) {
        return i;
      }
    }
    if (names.length == VariantMembers.NULL) {
      throw new IllegalStateException(
          "Column `" + name() + "` has " + names.length + " types: write others as String");
    }
    names = Arrays.copyOf(names, names.length + 1);
    names[names.length - 1] = memberName;
    return members.add(create(name(), memberType));
  }

  /** Types registered. */
  public int memberCount() {
    return members.count();
  }

  /** Where a value goes after {@link #mark}. */
  public ColumnWriter member(int index) {
    return members.column(index);
  }

  /** Says that a value of that type follows: the caller then appends exactly one to its member. */
  public void mark(int index) {
    members.mark(index);
    discriminators.putByte(index);
  }

  /** Appends NULL. */
  public void appendNull() {
    discriminators.putByte(VariantMembers.NULL);
  }

  @Override
  public int rows() {
    return discriminators.size();
  }

  @Override
  public long sizeBytes() {
    long bytes = ownBytes();
    for (int i = 0; i < names.length; i++) {
      if (members.isUsed(i)) {
        bytes += members.column(i).sizeBytes();
      }
    }
    return bytes;
  }

  /** Prefix and numbers. */
  private long ownBytes() {
    long bytes = Long.BYTES + GrowableBuffer.varIntBytes(usedCount()) + discriminators.size();
    for (int i = 0; i < names.length; i++) {
      if (members.isUsed(i)) {
        bytes += GrowableBuffer.varIntBytes(names[i].length) + names[i].length;
      }
    }
    return bytes;
  }

  private int usedCount() {
    int used = 0;
    for (int i = 0; i < names.length; i++) {
      if (members.isUsed(i)) {
        used++;
      }
    }
    return used;
  }

  @Override
  public long retainedBytes() {
    return discriminators.capacity() + members.retainedBytes() + scratch.length;
  }

  @Override
  public void appendDefault() {
    appendNull();
  }

  @Override
  int rowBytes() {
    return VARIABLE;
  }

  @Override
  long commit() {
    long bytes = ownBytes();
    for (int i = 0; i < names.length; i++) {
      long memberBytes = members.commit(i);
      bytes += members.isUsed(i) ? memberBytes : 0;
    }
    return bytes;
  }

  @Override
  void rollback(int rows) {
    discriminators.truncate(rows);
    members.rollback();
  }

  @Override
  void check(int rows) {
    if (discriminators.size() != rows) {
      throw incomplete("holds " + discriminators.size() + " values for " + rows + " rows");
    }
    members.check();
  }

  @Override
  void writePrefix(ByteSink sink) {
    sink.writeLong(FLATTENED_VERSION);
    sink.writeVarInt(usedCount());
    for (int i = 0; i < names.length; i++) {
      if (members.isUsed(i)) {
        sink.writeString(names[i]);
      }
    }
    for (int i = 0; i < names.length; i++) {
      if (members.isUsed(i)) {
        members.column(i).writePrefix(sink);
      }
    }
  }

  @Override
  void writeBody(ByteSink sink) {
    writeNumbers(sink);
    for (int i = 0; i < names.length; i++) {
      if (members.isUsed(i)) {
        members.column(i).writeBody(sink);
      }
    }
  }

  /** From registered numbers to those in the block, where unused types have none. */
  private void writeNumbers(ByteSink sink) {
    int rows = discriminators.size();
    if (rows == 0) {
      return;
    }
    if (scratch.length == 0) {
      scratch = new byte[NUMBERS + CHUNK];
    }
    int used = 0;
    for (int i = 0; i < names.length; i++) {
      scratch[i] = (byte) used;
      used += members.isUsed(i) ? 1 : 0;
    }
    scratch[VariantMembers.NULL] = (byte) used;
    byte[] source = discriminators.array();
    for (int start = 0; start < rows; start += CHUNK) {
      int length = Math.min(CHUNK, rows - start);
      for (int i = 0; i < length; i++) {
        scratch[NUMBERS + i] = scratch[source[start + i] & 0xFF];
      }
      sink.write(scratch, NUMBERS, length);
    }
  }

  @Override
  void reset() {
    discriminators.reset();
    members.reset();
  }

  @Override
  void trim() {
    discriminators.trim();
    members.trim();
    scratch = EMPTY;
  }
}
