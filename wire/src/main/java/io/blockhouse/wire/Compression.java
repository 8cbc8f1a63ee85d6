// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire;

/** How the blocks of an INSERT are compressed. */
public enum Compression {
  /** LZ4 block format in checksummed frames; the server's own default. */
  LZ4,
  /** No frames and no checksums: for loopback, or a link that compresses by itself. */
  NONE
}
