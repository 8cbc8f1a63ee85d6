// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.io;

/** Where the body of a Data packet goes: through compressed frames, or plainly to the socket. */
public interface BlockSink extends ByteSink {
  /** Ends the block: nothing of it may stay behind in a chunk that the next block would share. */
  void endBlock();

  /** Bytes written to this sink since it was made, before compression. */
  long rawBytes();
}
