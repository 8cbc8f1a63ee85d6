// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.blockhouse.it.clickhouse.ClickHouseServer;
import io.blockhouse.wire.block.Block;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jpountz.lz4.LZ4Factory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;

/** Runs the example that the README shows, in a JVM that has nothing but wire and LZ4. */
@ExtendWith(SharedServersCheck.class)
class WireExampleIT {
  private static final Path EXAMPLES = BuildLayout.home().resolve("../wire/target/test-classes");

  @Test
  @Timeout(value = 60, unit = TimeUnit.SECONDS)
  void theExampleInTheReadmeStoresItsRows() throws Exception {
    ClickHouseServer server = SharedServers.clickHouse();
    server.query("DROP TABLE IF EXISTS default.greetings");
    server.query(
        "CREATE TABLE default.greetings (id UInt64, text String) ENGINE = MergeTree ORDER BY id");
    try {
      assertThat(run(server)).contains("1000 rows stored");
      assertThat(
              server
                  .query(
                      "SELECT count(), sum(id), countIf(text = 'hello ' || toString(id)) FROM"
                          + " default.greetings")
                  .strip())
          .isEqualTo("1000\t499500\t1000");
    } finally {
      server.query("DROP TABLE default.greetings");
    }
  }

  private static String run(ClickHouseServer server) throws IOException, InterruptedException {
    String classPath =
        Stream.concat(
                Stream.of(EXAMPLES.toString()),
                Stream.of(Block.class, LZ4Factory.class, LoggerFactory.class)
                    .map(WireExampleIT::origin))
            .collect(Collectors.joining(File.pathSeparator));
    ProcessBuilder example =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-cp",
                classPath,
                "io.blockhouse.wire.example.InsertRows",
                server.host(),
                Integer.toString(server.nativePort()),
                server.user())
            .redirectErrorStream(true);
    example.environment().put("CLICKHOUSE_PASSWORD", server.password());
    Process process = example.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }

  private static String origin(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
