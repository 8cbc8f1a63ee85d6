// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnknownKeysTest {
  @ParameterizedTest
  @CsvSource({
    "batch.max.row, batch.max.rows",
    "batch_max_rows, batch.max.rows",
    "clickhouse.host, clickhouse.hosts",
    "clickhose.hosts, clickhouse.hosts",
    "clickhouse.pasword, clickhouse.password",
    "clickhouse.setting.max_threads, clickhouse.settings.max_threads",
    "topic.to.table.maps, topic.to.table.map",
    "tombstone, tombstones",
    "unknown.field, unknown.fields",
    "Retry.Timeout.Ms, retry.timeout.ms",
    "buffer.max.byte, buffer.max.bytes",
    "batch.linger, batch.linger.ms",
    "clickhouse.connect.timeout, clickhouse.connect.timeout.ms"
  })
  void namesAMisspeltKeyWithTheOneThatWasMeant(String key, String meant) {
    assertThat(UnknownKeys.among(List.of(key)))
        .isEqualTo(Map.of(key, "did you mean " + meant + "?"));
    assertThat(UnknownKeys.misspelt(List.of(key))).isEqualTo(Map.of(key, meant));
  }

  @ParameterizedTest
  @CsvSource({"clickhouse.proxy", "table.name.format.for.everything", "retry.jitter.distribution"})
  void suggestsNothingWhenNoKeyIsNear(String key) {
    assertThat(UnknownKeys.among(List.of(key)).get(key)).startsWith("it has no effect");
    assertThat(UnknownKeys.misspelt(List.of(key))).isEmpty();
  }

  @Test
  void leavesKnownKeysAndThoseOfConnectAlone() {
    List<String> keys =
        List.of(
            "name",
            "connector.class",
            "topics",
            "topics.regex",
            "tasks.max",
            "key.converter",
            "value.converter.schemas.enable",
            "transforms",
            "transforms.a.type",
            "predicates",
            "errors.tolerance",
            "errors.retry.timeout",
            "header.converter",
            "config.action.reload",
            "consumer.override.max.poll.records",
            "blockhouse.task.index",
            "clickhouse.settings.max_threads");
    assertThat(UnknownKeys.among(keys)).isEmpty();
    assertThat(UnknownKeys.among(SinkConfig.definition().names())).isEmpty();
  }
}
