// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.clickhouse;

import java.nio.file.Path;

/** The config file of a ClickHouse 18.16, which has defaults for little. */
final class OldClickHouseConfig {
  private OldClickHouseConfig() {}

  static String server(
      Path data, Path users, SelfSignedCertificate tls, int tcp, int tcpSecure, int http) {
    return """
    <clickhouse>
      <logger><console>1</console><level>warning</level></logger>
      <listen_host>127.0.0.1</listen_host>
      <tcp_port>%4$d</tcp_port>
      <tcp_port_secure>%5$d</tcp_port_secure>
      <http_port>%6$d</http_port>
      <openSSL>
        <server>
          <certificateFile>%3$s/server.crt</certificateFile>
          <privateKeyFile>%3$s/server.key</privateKeyFile>
          <verificationMode>none</verificationMode>
          <loadDefaultCAFile>false</loadDefaultCAFile>
          <disableProtocols>sslv2,sslv3</disableProtocols>
        </server>
      </openSSL>
      <path>%1$s/store/</path>
      <tmp_path>%1$s/tmp/</tmp_path>
      <user_files_path>%1$s/user_files/</user_files_path>
      <format_schema_path>%1$s/format_schemas/</format_schema_path>
      <users_config>%2$s</users_config>
      <default_profile>default</default_profile>
      <default_database>default</default_database>
      <timezone>UTC</timezone>
      <mark_cache_size>67108864</mark_cache_size>
    </clickhouse>
    """
        .formatted(data, users, tls.certificate().getParent(), tcp, tcpSecure, http);
  }
}
