// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.blockhouse.wire.tls.OldKeyFormats;
import io.blockhouse.wire.tls.TestIdentity;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TlsOptionsTest {
  private static final TestIdentity CA = TestIdentity.authority("Test CA");
  private static final TestIdentity CLIENT = CA.issue("client");

  @Test
  void readsAuthoritiesCertificateAndKey() {
    String explained =
        "subject=Test CA\n" + CA.certificatePem() + "\r\nanother:\r\n" + CLIENT.certificatePem();
    TlsOptions options =
        TlsOptions.builder()
            .ca(explained.replace("\n", "\r\n"))
            .cert(CLIENT.certificatePem() + CA.certificatePem())
            .key(CLIENT.keyPem())
            .build();
    assertThat(options.verify()).isTrue();
    assertThat(options.hasClientCertificate()).isTrue();
    assertThat(TlsOptions.builder().build().hasClientCertificate()).isFalse();
  }

  @Test
  void readsPemOnOneLine() {
    // As it is after a journey through an environment variable.
    String oneLine = CA.certificatePem().replace("\n", " ");
    assertThat(TlsOptions.builder().ca(oneLine).build().verify()).isTrue();
  }

  @Test
  void readsEveryFormOfAnEcKey() {
    for (String pem :
        new String[] {
          CLIENT.keyPem(),
          OldKeyFormats.sec1(CLIENT.keys()),
          "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n"
              + OldKeyFormats.sec1(CLIENT.keys())
        }) {
      assertThat(TlsOptions.builder().cert(CLIENT.certificatePem()).key(pem).build())
          .hasToString("TlsOptions{verify=true, clientCertificate=true}");
    }
  }

  @Test
  void readsBothFormsOfAnRsaKey() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    KeyPair keys = generator.generateKeyPair();
    for (String pem :
        new String[] {
          TestIdentity.pem("PRIVATE KEY", keys.getPrivate().getEncoded()), OldKeyFormats.pkcs1(keys)
        }) {
      // Read well enough to be recognised as another one's.
      assertThatThrownBy(() -> TlsOptions.builder().cert(CLIENT.certificatePem()).key(pem).build())
          .hasMessageContaining("it is not the key of the first certificate");
    }
  }

  @Test
  void saysWhatIsWrongWithAuthorities() {
    String pem = CA.certificatePem();
    Map.of(
            "",
            "it holds no PEM block",
            "/etc/ca.pem",
            "it holds no PEM block",
            pem.substring(0, pem.length() - 30),
            "does not end with -----END CERTIFICATE-----",
            pem.replace("END CERT", "END REQ"),
            "does not end with -----END CERTIFICATE-----",
            pem.replace("M", "*"),
            "is not Base64 throughout",
            pem.replace("\n", "\\n"),
            "holds \\n as two characters",
            TestIdentity.pem("CERTIFICATE", new byte[] {1, 2, 3}),
            "certificate 1 is damaged",
            pem + pem.replace("MII", "MIJ"),
            "certificate 2 is damaged",
            CLIENT.keyPem(),
            "not PRIVATE KEY; a private key belongs into the option key",
            "-----BEGIN \n",
            "not the first line of a PEM block")
        .forEach(
            (text, reason) ->
                assertThatThrownBy(() -> TlsOptions.builder().ca(text).build())
                    .as(reason)
                    .isInstanceOf(InvalidTlsOptionException.class)
                    .hasMessageStartingWith("TLS option ca: ")
                    .hasMessageContaining(reason));
  }

  @Test
  void saysWhatIsWrongWithAKeyAndNeverQuotesIt() {
    String pem = CLIENT.keyPem();
    String body = pem.lines().skip(1).findFirst().orElseThrow();
    Map.of(
            pem + pem,
            "more than one block",
            CLIENT.certificatePem(),
            "block CERTIFICATE is none of PRIVATE KEY",
            pem.replace("PRIVATE", "ENCRYPTED PRIVATE"),
            "the key is encrypted",
            "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\n"
                + body
                + "\n-----END RSA PRIVATE KEY-----",
            "openssl pkey",
            "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n",
            "holds no private key",
            pem.replace("PRIVATE KEY", "RSA PRIVATE KEY"),
            "damaged or of an algorithm",
            pem.replace("PRIVATE KEY", "EC PRIVATE KEY"),
            "damaged or of an algorithm",
            pem.replace("\nM", "\nA"),
            "damaged or of an algorithm",
            CA.keyPem(),
            "not the key of the first certificate in cert")
        .forEach(
            (text, reason) ->
                assertThatThrownBy(
                        () -> TlsOptions.builder().cert(CLIENT.certificatePem()).key(text).build())
                    .as(reason)
                    .isInstanceOf(InvalidTlsOptionException.class)
                    .hasMessageStartingWith("TLS option key: ")
                    .hasMessageContaining(reason)
                    .hasMessageNotContaining(body)
                    .hasNoCause());
  }

  @Test
  void everyTruncationOfAKeyIsRefused() {
    for (String pem : new String[] {OldKeyFormats.sec1(CLIENT.keys()), CLIENT.keyPem()}) {
      String label = pem.substring(11, pem.indexOf("-----", 11));
      byte[] der = Base64.getMimeDecoder().decode(pem.replaceAll("-----[A-Z ]+-----", "").strip());
      for (int length = 1; length < der.length; length++) {
        String cut = TestIdentity.pem(label, Arrays.copyOf(der, length));
        assertThatThrownBy(
                () -> TlsOptions.builder().cert(CLIENT.certificatePem()).key(cut).build())
            .isInstanceOf(InvalidTlsOptionException.class);
      }
    }
  }

  @Test
  void certificateAndKeyBelongTogether() {
    assertThatThrownBy(() -> TlsOptions.builder().key(CLIENT.keyPem()).build())
        .isInstanceOfSatisfying(
            InvalidTlsOptionException.class, e -> assertThat(e.option()).isEqualTo("cert"));
    assertThatThrownBy(() -> TlsOptions.builder().cert(CLIENT.certificatePem()).build())
        .isInstanceOfSatisfying(
            InvalidTlsOptionException.class, e -> assertThat(e.option()).isEqualTo("key"));
  }
}
