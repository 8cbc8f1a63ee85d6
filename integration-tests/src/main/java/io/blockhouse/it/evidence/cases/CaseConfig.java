// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.cases;

import io.blockhouse.it.clickhouse.ClickHouseServer;
import java.util.Map;
import java.util.TreeMap;

/** The configuration of a case's connector. */
final class CaseConfig {
  /** Stands for the dead letter topic until the case has a name. */
  static final String DEAD_LETTERS = "(dead letters)";

  static final String CONNECTOR_CLASS = "io.blockhouse.connect.ClickHouseSinkConnector";

  private CaseConfig() {}

  /** Address and credentials, and pauses that suit a case that is over in seconds. */
  static Map<String, String> base(ClickHouseServer server, String database) {
    Map<String, String> config = new TreeMap<>();
    config.put("connector.class", CONNECTOR_CLASS);
    config.put("tasks.max", "1");
    config.put("name", database);
    config.put("clickhouse.hosts", server.host() + ":" + server.nativePort());
    config.put("clickhouse.database", database);
    config.put("clickhouse.user", server.user());
    config.put("clickhouse.password", server.password());
    config.put("clickhouse.request.timeout.ms", "10000");
    config.put("batch.linger.ms", "100");
    config.put("retry.backoff.ms", "100");
    config.put("retry.backoff.max.ms", "1000");
    return config;
  }

  /** The base with what the case asks for. */
  static Map<String, String> of(CaseFile file, CaseDatabase database, PluginOptions plugin) {
    Map<String, String> config = base(database.server(), database.name());
    config.put("topics", String.join(",", file.topics()));
    config.putAll(file.keyFormat().config("key"));
    config.putAll(file.valueFormat().config("value"));
    config.put("header.converter", "org.apache.kafka.connect.storage.StringConverter");
    config.putAll(CaseOptions.of(file, database.facts(), plugin));
    if (config.containsValue(DEAD_LETTERS)) {
      config.put("errors.deadletterqueue.topic.name", deadLetters(database));
      config.put("errors.deadletterqueue.topic.replication.factor", "1");
      config.put("errors.deadletterqueue.context.headers.enable", "true");
    }
    return config;
  }

  static String deadLetters(CaseDatabase database) {
    return database.name() + "_dead_letters";
  }
}
