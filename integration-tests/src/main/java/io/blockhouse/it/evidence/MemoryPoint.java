// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The memory of a JVM at one point of its work, measured by itself and told to its parent in one
 * line of output.
 *
 * @param heapBytes live heap: in use right after a full collection
 * @param rssBytes resident memory of the process; 0 where the system does not tell
 */
record MemoryPoint(String name, long heapBytes, long rssBytes) {
  private static final String MARK = "point";
  private static final Path STATUS = Path.of("/proc/self/status");

  static MemoryPoint now(String name) {
    System.gc();
    long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    return new MemoryPoint(name, heap, rss());
  }

  private static long rss() {
    if (!Files.isReadable(STATUS)) {
      return 0;
    }
    try {
      return Files.readAllLines(STATUS).stream()
          .filter(line -> line.startsWith("VmRSS:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024)
          .findFirst()
          .orElse(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Measures and prints. */
  static void print(String name) {
    MemoryPoint point = now(name);
    System.out.println(
        String.join(
            "\t", MARK, name, Long.toString(point.heapBytes), Long.toString(point.rssBytes)));
  }

  static boolean isOne(String line) {
    return line.startsWith(MARK + "\t");
  }

  static MemoryPoint parse(String line) {
    String[] fields = line.split("\t");
    return new MemoryPoint(fields[1], Long.parseLong(fields[2]), Long.parseLong(fields[3]));
  }

  double heapMb() {
    return heapBytes / 1e6;
  }

  double rssMb() {
    return rssBytes / 1e6;
  }
}
