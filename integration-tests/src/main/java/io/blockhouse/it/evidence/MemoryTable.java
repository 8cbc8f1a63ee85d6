// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Points of several runs side by side. */
final class MemoryTable {
  private final String title;
  private final Map<String, List<MemoryPoint>> runs = new LinkedHashMap<>();

  MemoryTable(String title) {
    this.title = title;
  }

  /** Adds a run's output and returns its largest live heap in MB. */
  double add(String name, List<String> output) {
    List<MemoryPoint> points =
        new ArrayList<>(
            output.stream().filter(MemoryPoint::isOne).map(MemoryPoint::parse).toList());
    runs.put(name, points);
    return points.stream().mapToDouble(MemoryPoint::heapMb).max().orElseThrow();
  }

  void print() {
    System.out.println("\n" + title);
    StringBuilder head = new StringBuilder(String.format("  %-36s", "heap / RSS"));
    runs.values()
        .iterator()
        .next()
        .forEach(point -> head.append(String.format("%20s", point.name())));
    System.out.println(head);
    runs.forEach(
        (name, points) -> {
          StringBuilder line = new StringBuilder(String.format("  %-36s", name));
          for (MemoryPoint point : points) {
            line.append(
                String.format(Locale.ROOT, "%12.2f / %5.0f", point.heapMb(), point.rssMb()));
          }
          System.out.println(line);
        });
  }
}
