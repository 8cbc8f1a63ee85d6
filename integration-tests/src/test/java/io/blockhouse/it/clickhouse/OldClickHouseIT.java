// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.blockhouse.it.BuildLayout;
import io.blockhouse.it.SharedServers;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@NeedsOldestServer
class OldClickHouseIT {
  @Test
  void isTheOldestVersionSupported() {
    assertThat(SharedServers.oldestClickHouse().query("SELECT version()")).startsWith("18.16.");
  }

  @Test
  void refusalsHaveTheirCodes() {
    OldClickHouse server = SharedServers.oldestClickHouse();
    ClickHouseHttp intruder =
        new ClickHouseHttp(server.host(), server.httpPort(), server.user(), "wrong");
    assertThatThrownBy(() -> intruder.query("SELECT 1"))
        .isInstanceOfSatisfying(
            ClickHouseQueryException.class, e -> assertThat(e.code()).isEqualTo(193));
    assertThatThrownBy(() -> server.query("SELECT * FROM absent"))
        .isInstanceOfSatisfying(
            ClickHouseQueryException.class, e -> assertThat(e.code()).isEqualTo(60));
  }

  @Test
  void itsSecurePortShowsACertificateForItsAddress() throws Exception {
    OldClickHouse server = SharedServers.oldestClickHouse();
    try (SSLSocket socket =
        (SSLSocket)
            trusting(server.certificate())
                .getSocketFactory()
                .createSocket(InetAddress.getLoopbackAddress(), server.securePort())) {
      socket.setSoTimeout(10_000);
      socket.startHandshake();
      X509Certificate shown = (X509Certificate) socket.getSession().getPeerCertificates()[0];
      assertThat(shown.getSubjectAlternativeNames())
          .anySatisfy(name -> assertThat(name.get(1)).isEqualTo("localhost"))
          .anySatisfy(name -> assertThat(name.get(1)).isEqualTo("127.0.0.1"));
    }
  }

  @Test
  void keepsDataAndAddressOverAKillAndAStop(@TempDir Path data) {
    OldClickHouse server = new OldClickHouse(data, BuildLayout.logs("oldest-stop"));
    server.start();
    server.query("CREATE TABLE t (n UInt64) ENGINE = MergeTree ORDER BY n");
    server.query("INSERT INTO t SELECT number FROM numbers(1000)");
    server.kill();
    assertThat(server.isAlive()).isFalse();
    server.start();
    server.stop();
    server.start();
    assertThat(server.query("SELECT count(), sum(n) FROM t")).isEqualTo("1000\t499500");
    server.kill();
  }

  private static SSLContext trusting(Path certificate)
      throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    try (InputStream pem = Files.newInputStream(certificate)) {
      store.setCertificateEntry(
          "server", CertificateFactory.getInstance("X.509").generateCertificate(pem));
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }
}
