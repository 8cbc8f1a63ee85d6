// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.ConfigKey;

/** Writes the configuration reference from the definitions, so that it cannot lag behind them. */
public final class ConfigReference {
  private static final String HEAD =
      """
      # Configuration reference

      Generated from the connector's definitions by `ConfigReference`; do not edit. To write it anew:
      `mvn -pl connector -am test -Dtest=ConfigReferenceTest -Dsurefire.failIfNoSpecifiedTests=false -Dconfig.reference.write=true`.

      Connect's own keys (`name`, `connector.class`, `tasks.max`, `topics`, converters, `transforms.*`, `errors.*`,
      `consumer.override.*`) are described in Kafka's documentation. A key that looks like one of those below and is
      none is named in a warning when a task starts. Connect's validation of a configuration
      (`PUT /connector-plugins/ClickHouseSinkConnector/config/validate`, and every creation or change of a connector)
      refuses such a key where it is a misspelling of one below. It also connects to each of the hosts and looks for
      the tables of the listed topics. When all of them are missing it refuses; when some are, a warning in the
      worker's log names them, and their records wait for them.

      Complete examples: [config-examples](../config-examples/README.md).
      """;

  private ConfigReference() {}

  /** Writes the page to the file that is the only argument. */
  public static void main(String[] args) throws IOException {
    Files.writeString(Path.of(args[0]), markdown());
  }

  static String markdown() {
    StringBuilder page = new StringBuilder(HEAD);
    ConfigDef definition = SinkConfig.definition();
    for (String group : definition.groups()) {
      page.append("\n## ").append(group).append('\n');
      List<ConfigKey> keys =
          definition.configKeys().values().stream()
              .filter(key -> group.equals(key.group))
              .sorted(Comparator.comparingInt(key -> key.orderInGroup))
              .toList();
      keys.forEach(key -> appendKey(page, key));
      if (group.equals(definition.groups().get(0))) {
        appendUserSettings(page);
      }
    }
    return page.toString();
  }

  private static void appendKey(StringBuilder page, ConfigKey key) {
    page.append("\n### `").append(key.name).append("`\n\n");
    page.append(key.documentation).append("\n\n");
    page.append("- Type: ").append(key.type.name().toLowerCase(Locale.ROOT)).append('\n');
    page.append("- Default: ").append(defaultOf(key)).append('\n');
    if (key.validator != null) {
      page.append("- Valid values: ").append(key.validator).append('\n');
    }
    page.append("- Importance: ")
        .append(key.importance.name().toLowerCase(Locale.ROOT))
        .append('\n');
  }

  private static String defaultOf(ConfigKey key) {
    if (!key.hasDefault()) {
      return "none; required";
    }
    String text = ConfigDef.convertToString(key.defaultValue, key.type);
    if (key.type == ConfigDef.Type.PASSWORD || text.isEmpty()) {
      return "empty";
    }
    long mebibytes =
        key.name.endsWith(".bytes") ? ((Number) key.defaultValue).longValue() >> 20 : 0;
    return "`" + text + "`" + (mebibytes > 0 ? " (" + mebibytes + " MiB)" : "");
  }

  private static void appendUserSettings(StringBuilder page) {
    page.append("\n### `").append(UserSettings.PREFIX).append("*`\n\n");
    page.append(UserSettings.DOC).append("\n\n");
    page.append("| refused | because |\n|---|---|\n");
    UserSettings.REFUSED.forEach(
        (name, reason) ->
            page.append("| `").append(name).append("` | ").append(reason).append(" |\n"));
  }
}
