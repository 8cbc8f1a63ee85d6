// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.block;

import io.blockhouse.wire.internal.io.ByteSink;
import io.blockhouse.wire.internal.io.GrowableBuffer;

/**
 * Where lists end: for each the number of elements up to its end, counted from the start of the
 * block, as UInt64.
 */
final class Offsets {
  private final GrowableBuffer ends = new GrowableBuffer();

  void add(int elements) {
    ends.putLong(elements);
  }

  int rows() {
    return ends.size() / Long.BYTES;
  }

  /** Elements that belong to a list. */
  int elements() {
    int size = ends.size();
    return size == 0 ? 0 : (int) ends.longAt(size - Long.BYTES);
  }

  int sizeBytes() {
    return ends.size();
  }

  int retainedBytes() {
    return ends.capacity();
  }

  void rollback(int rows) {
    ends.truncate((long) rows * Long.BYTES);
  }

  void writeTo(ByteSink sink) {
    ends.writeTo(sink);
  }

  void reset() {
    ends.reset();
  }

  void trim() {
    ends.trim();
  }
}
