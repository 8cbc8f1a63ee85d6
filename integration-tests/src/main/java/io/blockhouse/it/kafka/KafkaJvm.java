// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.kafka;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** What the child JVMs of broker and worker have in common. */
final class KafkaJvm {
  /** Both log to standard error, which goes to the child's log file. */
  static final List<String> FLAGS =
      List.of(
          "-XX:-UsePerfData",
          "-Djava.awt.headless=true",
          "-Dorg.slf4j.simpleLogger.defaultLogLevel=info",
          "-Dorg.slf4j.simpleLogger.dateTimeFormat=yyyy-MM-dd HH:mm:ss.SSS");

  private KafkaJvm() {}

  static void writeProperties(Map<String, String> entries, Path file) {
    Properties properties = new Properties();
    properties.putAll(entries);
    try (Writer out = Files.newBufferedWriter(file)) {
      properties.store(out, null);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
