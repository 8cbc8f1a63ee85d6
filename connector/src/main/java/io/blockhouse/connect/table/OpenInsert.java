// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.table;

import io.blockhouse.wire.Deadline;
import io.blockhouse.wire.block.Block;
import io.blockhouse.wire.block.ColumnDefinition;
import java.util.List;

/**
 * One INSERT on a connection of its own, which goes back to its pool when the INSERT is answered.
 */
public interface OpenInsert {
  /** Names and types the server expects. */
  List<ColumnDefinition> header();

  /** Sends a sealed block; the block is not changed. */
  void write(Block block, Deadline deadline);

  /** Sends the final empty block. From here on the outcome is unknown until {@link #await}. */
  void end(Deadline deadline);

  /** Waits for the acknowledgement: true when it came, false when the deadline passed first. */
  boolean await(Deadline deadline);

  /** Whether {@link #end} was begun. */
  boolean finalBlockSent();

  /** Uncompressed block bytes sent. */
  long rawBytes();

  /** Bytes given to the socket. */
  long wireBytes();

  /** Ends the connection with RST, so that an unfinished INSERT leaves nothing behind. */
  void abort();
}
