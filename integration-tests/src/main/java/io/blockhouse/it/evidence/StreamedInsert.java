// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence;

import io.blockhouse.wire.ConnectionOptions;
import io.blockhouse.wire.Deadline;
import io.blockhouse.wire.InsertRequest;
import io.blockhouse.wire.InsertStream;
import io.blockhouse.wire.NativeConnection;
import io.blockhouse.wire.block.Block;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;

/**
 * One INSERT of any number of rows, block by block, with a measurement at five points of it. Runs
 * in a JVM of its own.
 */
public final class StreamedInsert {
  /** As the connector has it. */
  private static final int BLOCK_ROWS = 65_536;

  private static final long LIMIT_MS = 15 * 60_000;

  private StreamedInsert() {}

  /** Arguments: a properties file with host, port, user and password; database, table, rows. */
  public static void main(String[] args) throws IOException {
    long rows = Long.parseLong(args[3]);
    Deadline deadline = Deadline.afterMs(LIMIT_MS);
    InsertRequest request = new InsertRequest(args[1], args[2], MeasuredRow.NAMES, List.of(), "");
    try (NativeConnection connection = NativeConnection.connect(options(args[0]), deadline)) {
      MemoryPoint.print("start");
      InsertStream insert = connection.insert(request, deadline);
      MemoryPoint.print("INSERT open");
      Block block = new Block(insert.header());
      MeasuredRow maker = new MeasuredRow(block);
      for (long row = 0; row < rows; row++) {
        maker.append(row);
        block.endRow();
        if (block.rows() == BLOCK_ROWS || row + 1 == rows) {
          block.seal();
          insert.write(block, deadline);
          block.reset();
        }
        if (row == rows / 10) {
          MemoryPoint.print("10 %");
        } else if (row == rows / 10 * 9) {
          MemoryPoint.print("90 %");
        }
      }
      insert.end(deadline);
      if (!insert.await(deadline)) {
        throw new IllegalStateException("no answer to the INSERT");
      }
      MemoryPoint.print("after EndOfStream");
    }
  }

  private static ConnectionOptions options(String file) throws IOException {
    Properties server = new Properties();
    try (Reader in = Files.newBufferedReader(Path.of(file))) {
      server.load(in);
    }
    return ConnectionOptions.builder()
        .host(server.getProperty("host"))
        .port(Integer.parseInt(server.getProperty("port")))
        .user(server.getProperty("user"))
        .password(server.getProperty("password"))
        .clientName("blockhouse evidence")
        .build();
  }
}
