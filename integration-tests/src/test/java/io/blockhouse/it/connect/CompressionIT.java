// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.connect;

import static org.assertj.core.api.Assertions.assertThat;

import io.blockhouse.it.SharedServers;
import io.blockhouse.it.SharedServersCheck;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What a plugin deployed in a worker compresses with. Its class loader is not the system's, and
 * that is where LZ4 libraries quietly fall back to Java.
 */
@ExtendWith(SharedServersCheck.class)
class CompressionIT {
  private static final int ROWS = 20_000;

  @ParameterizedTest
  @CsvSource({"lz4, 1, lz4 (native)", "zstd, 19, zstd (native)", "none, 1, none"})
  void theDeployedPluginCompressesWithNativeCode(String method, String level, String codec) {
    try (SinkFixture sink = new SinkFixture("codec")) {
      sink.query(
          "CREATE TABLE "
              + sink.table("t")
              + " (id UInt64, text String) ENGINE = MergeTree ORDER BY id");
      SharedServers.topics().create(sink.topic("t"), 1);
      SharedServers.topics().send(sink.topic("t"), rows());
      sink.with("clickhouse.compression", method)
          .with("clickhouse.compression.level", level)
          .with("clickhouse.compression.chunk.bytes", "16384")
          .start();
      sink.awaitCount("t", ROWS);
      assertThat(sink.attribute("Codec")).isEqualTo(codec);
      assertThat(
              sink.query(
                  "SELECT sum(id), countIf(text = 'some text of row ' || toString(id)) FROM "
                      + sink.table("t")))
          .isEqualTo("199990000\t20000");
      long raw = (Long) sink.attribute("RawBytes");
      long wire = (Long) sink.attribute("WireBytes");
      if (method.equals("none")) {
        assertThat(wire).isGreaterThanOrEqualTo(raw);
      } else {
        assertThat(wire).isLessThan(raw / 2);
      }
    }
  }

  private static List<String> rows() {
    return LongStream.range(0, ROWS)
        .mapToObj(id -> "{\"id\": " + id + ", \"text\": \"some text of row " + id + "\"}")
        .toList();
  }
}
