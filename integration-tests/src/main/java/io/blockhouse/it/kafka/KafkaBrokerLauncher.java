// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.kafka;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import kafka.Kafka;
import kafka.tools.StorageTool;
import org.apache.kafka.common.Uuid;

/** The main class of a broker's child JVM: formats its storage if that is new, then runs it. */
public final class KafkaBrokerLauncher {
  private KafkaBrokerLauncher() {}

  /** Arguments: the broker's properties file and its log.dirs. */
  public static void main(String[] args) {
    String properties = args[0];
    if (!Files.exists(Path.of(args[1], "meta.properties"))) {
      String[] format = {"format", "-t", Uuid.randomUuid().toString(), "-c", properties};
      int status = StorageTool.execute(format, System.out);
      if (status != 0) {
        System.exit(status);
      }
    }
    Kafka.main(List.of(properties).toArray(new String[0]));
  }
}
