// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.example;

import io.blockhouse.wire.ConnectionOptions;
import io.blockhouse.wire.Deadline;
import io.blockhouse.wire.NativeConnection;
import io.blockhouse.wire.block.Block;
import io.blockhouse.wire.block.FixedColumn;
import io.blockhouse.wire.block.StringColumn;
import java.util.List;

// Run by an integration test; the README shows everything from here on.
class InsertRows {
  public static void main(String[] args) {
    var options = ConnectionOptions.builder().host(args[0]).port(Integer.parseInt(args[1]));
    options.user(args[2]).password(System.getenv("CLICKHOUSE_PASSWORD"));
    Deadline deadline = Deadline.afterMs(10_000);
    try (var connection = NativeConnection.connect(options.build(), deadline)) {
      var insert = connection.insert("default", "greetings", List.of("id", "text"), deadline);
      Block block = new Block(insert.header());
      for (int row = 0; row < 1_000; row++) {
        ((FixedColumn) block.column(0)).appendLong(row);
        ((StringColumn) block.column(1)).append("hello " + row);
        block.endRow();
      }
      block.seal();
      insert.write(block, deadline); // for more rows: block.reset(), and fill it again
      insert.end(deadline);
      System.out.println(insert.await(deadline) ? insert.rows() + " rows stored" : "no answer");
    }
  }
}
