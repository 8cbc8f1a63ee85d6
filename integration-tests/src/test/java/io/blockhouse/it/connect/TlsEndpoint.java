// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.connect;

import io.blockhouse.it.clickhouse.ClickHouseServer;
import io.blockhouse.wire.tls.TestIdentity;
import io.blockhouse.wire.tls.TlsRelay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A TLS port before a server, which wants a client certificate, and the files that a connector on
 * this machine needs for it.
 */
final class TlsEndpoint implements AutoCloseable {
  private final TlsRelay relay;
  private final Path folder;

  TlsEndpoint(ClickHouseServer server, Path folder) throws IOException {
    TestIdentity authority = TestIdentity.authority("Test CA");
    TestIdentity client = authority.issue("connector");
    this.folder = folder;
    Files.writeString(folder.resolve("ca.pem"), authority.certificatePem());
    Files.writeString(folder.resolve("client.pem"), client.certificatePem());
    Files.writeString(folder.resolve("client-key.pem"), client.keyPem());
    this.relay =
        new TlsRelay(
            authority.issue("server", "127.0.0.1").serverContext(authority),
            true,
            server.host(),
            server.nativePort());
  }

  String hostAndPort() {
    return "127.0.0.1:" + relay.port();
  }

  /** The file of the same name as the one that an example names. */
  String file(String path) {
    return folder.resolve(Path.of(path).getFileName()).toString();
  }

  int handshakes() {
    return relay.handshakes();
  }

  @Override
  public void close() throws IOException {
    relay.close();
  }
}
