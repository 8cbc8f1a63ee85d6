// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.example;

import io.blockhouse.wire.ConnectionOptions;
import io.blockhouse.wire.Deadline;
import io.blockhouse.wire.InsertRequest;
import io.blockhouse.wire.InsertStream;
import io.blockhouse.wire.NativeConnection;
import io.blockhouse.wire.block.Block;
import io.blockhouse.wire.block.FixedColumn;
import io.blockhouse.wire.block.StringColumn;
import java.util.List;

/**
 * Wire on its own: fills the table {@code default.greetings (id UInt64, text String)}. The README
 * shows what stands between the two marks, and an integration test runs it.
 */
public final class InsertTwoBlocks {
  private InsertTwoBlocks() {}

  /** Arguments: host, native port, user; the password is the environment's CLICKHOUSE_PASSWORD. */
  public static void main(String[] args) {
    String password = System.getenv().getOrDefault("CLICKHOUSE_PASSWORD", "");
    // example: begin
    ConnectionOptions options =
        ConnectionOptions.builder()
            .host(args[0])
            .port(Integer.parseInt(args[1]))
            .user(args[2])
            .password(password)
            .build();
    Deadline deadline = Deadline.afterMs(10_000);
    try (NativeConnection connection = NativeConnection.connect(options, deadline)) {
      System.out.println(connection.describe("default", "greetings", deadline));
      InsertStream insert =
          connection.insert(
              new InsertRequest("default", "greetings", List.of("id", "text"), List.of(), ""),
              deadline);
      Block block = new Block(insert.header()); // filled, sent and filled again
      FixedColumn id = (FixedColumn) block.column(0);
      StringColumn text = (StringColumn) block.column(1);
      for (int first = 0; first < 2_000; first += 1_000) {
        for (int row = first; row < first + 1_000; row++) {
          id.appendLong(row);
          text.append("hello " + row);
          block.endRow();
        }
        block.seal();
        insert.write(block, deadline);
        block.reset();
      }
      insert.end(deadline);
      System.out.println(insert.await(deadline) ? insert.rows() + " rows stored" : "no answer yet");
    }
    // example: end
  }
}
