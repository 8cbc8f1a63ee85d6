// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.cases;

import io.blockhouse.it.clickhouse.ClickHouseServer;
import io.blockhouse.it.kafka.ConnectWorker;
import io.blockhouse.it.kafka.KafkaTopics;
import java.util.Map;

/** Stages in a real worker. */
final class WorkerStages implements StageFactory {
  private final ConnectWorker worker;
  private final KafkaTopics topics;
  private final PluginOptions options;

  WorkerStages(ConnectWorker worker, KafkaTopics topics, ClickHouseServer server) {
    this.worker = worker;
    this.topics = topics;
    Map<String, String> config = CaseConfig.base(server, "default");
    config.put("topics", "none");
    options = PluginOptions.of(worker.rest().validate(CaseConfig.CONNECTOR_CLASS, config));
  }

  @Override
  public PluginOptions pluginOptions() {
    return options;
  }

  @Override
  public Stage set(CaseFile file, Map<String, String> config) {
    return new WorkerStage(worker, new CaseTopics(topics, file), config);
  }
}
