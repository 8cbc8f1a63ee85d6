// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.clickhouse;

import java.nio.file.Path;

/** Config files of a local ClickHouse. */
final class LocalClickHouseConfig {
  private LocalClickHouseConfig() {}

  static String server(Path users, String extra) {
    return """
    <clickhouse>
      <logger><console>1</console></logger>
      <log-level>warning</log-level>
      <users_config>%s</users_config>
      %s
    </clickhouse>
    """
        .formatted(users, extra);
  }

  /**
   * {@code default} without a password, which the engine's own session needs, and one user; {@code
   * settings} is XML for inside the default profile.
   */
  static String users(String user, String password, String settings) {
    return """
    <clickhouse>
      <profiles><default>%3$s</default></profiles>
      <quotas><default/></quotas>
      <users>
        <default>
          <password/>
          <networks><ip>::/0</ip></networks>
          <profile>default</profile>
          <quota>default</quota>
        </default>
        <%1$s>
          <password>%2$s</password>
          <networks><ip>::/0</ip></networks>
          <profile>default</profile>
          <quota>default</quota>
        </%1$s>
      </users>
    </clickhouse>
    """
        .formatted(user, password, settings);
  }
}
