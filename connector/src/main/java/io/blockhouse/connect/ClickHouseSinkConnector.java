// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect;

import io.blockhouse.connect.config.ConnectorValidation;
import io.blockhouse.connect.config.SinkConfig;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.Config;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.sink.SinkConnector;

/** Writes topics to ClickHouse tables over the native protocol. */
public final class ClickHouseSinkConnector extends SinkConnector {
  private Map<String, String> properties = Map.of();

  @Override
  public String version() {
    return Version.get();
  }

  @Override
  public Class<? extends Task> taskClass() {
    return ClickHouseSinkTask.class;
  }

  @Override
  public ConfigDef config() {
    return SinkConfig.definition();
  }

  @Override
  public Config validate(Map<String, String> connectorConfigs) {
    return ConnectorValidation.validate(connectorConfigs);
  }

  /** Reads the configuration so that an invalid one fails the connector, not each of its tasks. */
  @Override
  public void start(Map<String, String> props) {
    new SinkConfig(props);
    properties = new HashMap<>(props);
  }

  @Override
  public List<Map<String, String>> taskConfigs(int maxTasks) {
    return IntStream.range(0, maxTasks).mapToObj(this::taskConfig).toList();
  }

  private Map<String, String> taskConfig(int index) {
    Map<String, String> config = new HashMap<>(properties);
    config.put(SinkConfig.TASK_INDEX_CONFIG, Integer.toString(index));
    return config;
  }

  /**
   * Moves the ledger along when offsets are altered or reset over REST (KIP-875), so that records
   * from there on are written, and none below. The connector is stopped then.
   */
  @Override
  public boolean alterOffsets(
      Map<String, String> connectorConfig, Map<TopicPartition, Long> offsets) {
    SinkConfig config = new SinkConfig(connectorConfig);
    if (config.isExactlyOnce()) {
      LedgerReset.alter(config, offsets);
    }
    return true;
  }

  /** Holds nothing: every connection belongs to a task. */
  @Override
  public void stop() {
    properties = Map.of();
  }
}
