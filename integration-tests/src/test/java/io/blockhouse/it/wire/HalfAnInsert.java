// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.wire;

import io.blockhouse.wire.ConnectionOptions;
import io.blockhouse.wire.Deadline;
import io.blockhouse.wire.InsertRequest;
import io.blockhouse.wire.InsertStream;
import io.blockhouse.wire.NativeConnection;
import io.blockhouse.wire.block.Block;
import io.blockhouse.wire.block.FixedColumn;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A process that opens an INSERT, sends some blocks and then waits with it open, to be killed.
 * Arguments: port, user, password, database, table, blocks, rows of a block.
 */
public final class HalfAnInsert {
  private HalfAnInsert() {}

  /** What a process prints when all its blocks are on their way. */
  static String sentBy(long pid) {
    return "blocks sent by " + pid + ".";
  }

  public static void main(String[] args) throws InterruptedException {
    Deadline deadline = Deadline.afterMs(60_000);
    ConnectionOptions options =
        ConnectionOptions.builder()
            .host("127.0.0.1")
            .port(Integer.parseInt(args[0]))
            .user(args[1])
            .password(args[2])
            .build();
    InsertStream insert =
        NativeConnection.connect(options, deadline)
            .insert(new InsertRequest(args[3], args[4], List.of("id"), List.of(), ""), deadline);
    int rows = Integer.parseInt(args[6]);
    Block block = new Block(insert.header());
    FixedColumn ids = (FixedColumn) block.column(0);
    for (int i = 0; i < Integer.parseInt(args[5]); i++) {
      for (int row = 0; row < rows; row++) {
        ids.appendLong((long) i * rows + row);
        block.endRow();
      }
      block.seal();
      insert.write(block, deadline);
      block.reset();
    }
    System.out.println(sentBy(ProcessHandle.current().pid()));
    TimeUnit.MINUTES.sleep(5);
  }
}
