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
  private static final int MOST_BYTES_SINCE = 16 * 1024 * 1024;

  private LogTail() {}

  /**
   * At most so many of the last lines, and at most 64 KiB; a note instead when it can't be read.
   */
  public static String read(Path log, int lines) {
    List<String> all = read(log, 0, MOST_BYTES).lines().toList();
    return all.isEmpty()
        ? "(empty)"
        : String.join("\n", all.subList(Math.max(0, all.size() - lines), all.size()));
  }

  /** What stands behind an offset in bytes, of that the last 16 MiB at most. */
  static String since(Path log, long offset) {
    return read(log, offset, MOST_BYTES_SINCE);
  }

  private static String read(Path log, long offset, int most) {
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      int length = (int) Math.min(Math.max(0, file.length() - offset), most);
      byte[] end = new byte[length];
      file.seek(file.length() - length);
      file.readFully(end);
      return new String(end, StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "(not readable: " + e.getMessage() + ")";
    }
  }
}
