// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.blockhouse.connect.config.SinkConfig;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;

class ClickHouseSinkConnectorTest {
  private final ClickHouseSinkConnector connector = new ClickHouseSinkConnector();

  @Test
  void versionComesFromTheBuild() {
    assertThat(connector.version()).matches("\\d+\\.\\d+\\.\\d+.*");
  }

  @Test
  void givesEveryTaskTheConfigurationAndItsIndex() {
    Map<String, String> props = new HashMap<>(Map.of("clickhouse.hosts", "ch1", "name", "n"));
    connector.start(props);
    assertThat(connector.taskConfigs(2))
        .hasSize(2)
        .allSatisfy(task -> assertThat(task).containsAllEntriesOf(props))
        .extracting(task -> new SinkConfig(task).taskIndex())
        .containsExactly(0, 1);
    assertThat(props).doesNotContainKey(SinkConfig.TASK_INDEX_CONFIG);
  }

  @Test
  void doesNotStartWithAnInvalidConfiguration() {
    Map<String, String> props = Map.of("clickhouse.hosts", "ch1", "batch.max.rows", "0");
    assertThatThrownBy(() -> connector.start(props))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("batch.max.rows");
  }

  @Test
  void validatesWithoutThrowingForAnEmptyConfiguration() {
    assertThat(connector.validate(Map.of()).configValues())
        .anySatisfy(
            value -> {
              assertThat(value.name()).isEqualTo("clickhouse.hosts");
              assertThat(value.errorMessages()).hasSize(1);
            });
  }

  @Test
  void namesItsTaskAndKeepsNothingAfterStop() {
    assertThat(connector.taskClass()).isEqualTo(ClickHouseSinkTask.class);
    connector.start(Map.of("clickhouse.hosts", "ch1", "name", "n"));
    connector.stop();
    assertThat(connector.taskConfigs(1).get(0)).doesNotContainKey("clickhouse.hosts");
  }
}
