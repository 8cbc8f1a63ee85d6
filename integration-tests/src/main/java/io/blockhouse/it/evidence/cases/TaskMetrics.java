// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.cases;

import java.util.Map;
import java.util.OptionalLong;
import java.util.function.BiFunction;
import javax.management.ObjectName;

/** Reads the MBean of a connector's only task. */
final class TaskMetrics {
  private final BiFunction<String, String, Map<ObjectName, Object>> server;
  private final String pattern;

  /** {@code server} gives an attribute of all MBeans that match a pattern. */
  TaskMetrics(BiFunction<String, String, Map<ObjectName, Object>> server, String connector) {
    this.server = server;
    this.pattern = "io.blockhouse:type=sink-task,connector=" + ObjectName.quote(connector) + ",*";
  }

  OptionalLong number(String attribute) {
    return server.apply(pattern, attribute).values().stream()
        .mapToLong(value -> ((Number) value).longValue())
        .findFirst();
  }

  /** The last error that the task met, empty if none. */
  String lastError() {
    return server.apply(pattern, "LastError").values().stream()
        .map(String::valueOf)
        .findFirst()
        .orElse("");
  }
}
