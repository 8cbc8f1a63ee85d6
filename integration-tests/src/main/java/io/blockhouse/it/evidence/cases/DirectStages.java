// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.cases;

import io.blockhouse.it.clickhouse.ClickHouseServer;
import java.nio.file.Path;
import java.util.Map;

/** Stages without Kafka and worker. */
final class DirectStages implements StageFactory {
  private final PackagedPlugin plugin;
  private final PluginOptions options;

  DirectStages(Path pluginPath, ClickHouseServer server) {
    plugin = new PackagedPlugin(pluginPath);
    options = plugin.options(CaseConfig.base(server, "default"));
  }

  @Override
  public PluginOptions pluginOptions() {
    return options;
  }

  @Override
  public Stage set(CaseFile file, Map<String, String> config) {
    return new DirectStage(plugin, file, config);
  }
}
