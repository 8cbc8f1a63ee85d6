// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.process;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** The end of a log file, read without reading all of it. */
public final class LogTail {
  private static final int MOST_BYTES = 64 * 1024;

  private LogTail() {}

  /**
   * At most so many of the last lines, and at most 64 KiB; a note instead when it can't be read.
   */
  public static String read(Path log, int lines) {
    return read(log, 0, lines);
  }

  /** The same, with nothing that stands before an offset in bytes. */
  static String read(Path log, long from, int lines) {
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      int length = (int) Math.min(Math.max(0, file.length() - from), MOST_BYTES);
      byte[] end = new byte[length];
      file.seek(file.length() - length);
      file.readFully(end);
      List<String> all = new String(end, StandardCharsets.UTF_8).lines().toList();
      return all.isEmpty()
          ? "(empty)"
          : String.join("\n", all.subList(Math.max(0, all.size() - lines), all.size()));
    } catch (IOException e) {
      return "(not readable: " + e.getMessage() + ")";
    }
  }
}
