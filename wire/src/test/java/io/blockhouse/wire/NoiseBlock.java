// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire;

import io.blockhouse.wire.block.Block;
import io.blockhouse.wire.block.FixedColumn;
import io.blockhouse.wire.block.NullableColumn;
import io.blockhouse.wire.block.StringColumn;
import java.util.Random;

/** Blocks that do not compress, of the example table. */
final class NoiseBlock {
  private NoiseBlock() {}

  static Block ofMegabytes(int megabytes) {
    byte[] noise = new byte[1024 * 1024];
    new Random(7).nextBytes(noise);
    Block block = new Block(ExampleBlocks.COLUMNS);
    NullableColumn names = (NullableColumn) block.column(1);
    for (int i = 0; i < megabytes; i++) {
      ((FixedColumn) block.column(0)).appendLong(i);
      names.markPresent();
      ((StringColumn) names.values()).append(noise, 0, noise.length);
      block.endRow();
    }
    block.seal();
    return block;
  }
}
