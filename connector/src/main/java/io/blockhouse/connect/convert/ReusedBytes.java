// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import java.io.ByteArrayOutputStream;

/** A byte array stream whose array can be read without a copy. */
final class ReusedBytes extends ByteArrayOutputStream {
  /** A larger array, left by an unusually large value, is given back at the next reset. */
  private static final int MAX_KEPT_BYTES = 1 << 20;

  /** The bytes from 0 to size(); changes with the next write. */
  byte[] array() {
    return buf;
  }

  @Override
  public void reset() {
    super.reset();
    if (buf.length > MAX_KEPT_BYTES) {
      buf = new byte[32];
    }
  }
}
