// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A key and its certificate, made by the test: the JDK has no public API that makes one. */
public final class TestIdentity {
  /** ecdsa-with-SHA256, 1.2.840.10045.4.3.2. */
  private static final byte[] SIGNATURE = Der.sequence(Der.oid("2a8648ce3d040302"));

  private static final AtomicLong SERIAL = new AtomicLong(System.currentTimeMillis());

  private final KeyPair keys;
  private final X509Certificate certificate;

  private TestIdentity(KeyPair keys, X509Certificate certificate) {
    this.keys = keys;
    this.certificate = certificate;
  }

  /** An authority with a certificate that it signed itself. */
  public static TestIdentity authority(String name) {
    return make(name, name, null, true, Instant.now(), new String[0]);
  }

  /** An identity signed by this authority, for hosts given as names or IPv4 addresses. */
  public TestIdentity issue(String name, String... hosts) {
    return make(name, null, this, false, Instant.now(), hosts);
  }

  /** The same, but for a certificate whose time was over a day ago. */
  public TestIdentity issueExpired(String name, String... hosts) {
    return make(name, null, this, false, Instant.now().minus(Duration.ofDays(30)), hosts);
  }

  private static TestIdentity make(
      String name, String self, TestIdentity by, boolean ca, Instant now, String... hosts) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      KeyPair keys = generator.generateKeyPair();
      byte[] issuer =
          by == null ? Der.commonName(self) : by.certificate.getSubjectX500Principal().getEncoded();
      byte[] body =
          Der.sequence(
              Der.element(0xA0, Der.integer(2)), // version 3
              Der.integer(SERIAL.incrementAndGet()),
              SIGNATURE,
              issuer,
              Der.sequence(
                  Der.time(now.minus(Duration.ofDays(1))), Der.time(now.plus(Duration.ofDays(29)))),
              Der.commonName(name),
              keys.getPublic().getEncoded(),
              Der.element(0xA3, Der.sequence(extensions(ca, hosts))));
      Signature signature = Signature.getInstance("SHA256withECDSA");
      signature.initSign(by == null ? keys.getPrivate() : by.keys.getPrivate());
      signature.update(body);
      byte[] der = Der.sequence(body, SIGNATURE, Der.bits(signature.sign()));
      CertificateFactory factory = CertificateFactory.getInstance("X.509");
      return new TestIdentity(
          keys, (X509Certificate) factory.generateCertificate(new ByteArrayInputStream(der)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] extensions(boolean ca, String... hosts) {
    if (ca) {
      return Der.sequence(
          Der.oid("551d13"), Der.bool(true), Der.octets(Der.sequence(Der.bool(true))));
    }
    byte[][] names = new byte[hosts.length][];
    for (int i = 0; i < hosts.length; i++) {
      boolean address = hosts[i].matches("[0-9.]+");
      names[i] =
          address
              ? Der.element(0x87, ipv4(hosts[i]))
              : Der.element(0x82, hosts[i].getBytes(StandardCharsets.US_ASCII));
    }
    return hosts.length == 0
        ? Der.sequence(Der.oid("551d13"), Der.octets(Der.sequence()))
        : Der.sequence(Der.oid("551d11"), Der.octets(Der.sequence(names)));
  }

  private static byte[] ipv4(String text) {
    try {
      return InetAddress.getByName(text).getAddress(); // an address: nobody is asked
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** The certificate as PEM text. */
  public String certificatePem() {
    try {
      return pem("CERTIFICATE", certificate.getEncoded());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The key as PEM text in PKCS#8. */
  public String keyPem() {
    return pem("PRIVATE KEY", keys.getPrivate().getEncoded());
  }

  /** The key and the public key. */
  public KeyPair keys() {
    return keys;
  }

  /** PEM text of one block. */
  public static String pem(String label, byte[] der) {
    String body =
        Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(der);
    return "-----BEGIN " + label + "-----\n" + body + "\n-----END " + label + "-----\n";
  }

  /** A server with this identity, which trusts clients of {@code clientAuthority} (may be null). */
  public SSLContext serverContext(TestIdentity clientAuthority) {
    try {
      KeyStore own = KeyStore.getInstance("PKCS12");
      own.load(null, null);
      own.setKeyEntry("server", keys.getPrivate(), new char[0], new Certificate[] {certificate});
      KeyManagerFactory identity =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      identity.init(own, new char[0]);
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      KeyStore clients = KeyStore.getInstance("PKCS12");
      clients.load(null, null);
      TestIdentity trusted = clientAuthority == null ? this : clientAuthority;
      clients.setCertificateEntry("clients", trusted.certificate);
      trust.init(clients);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(identity.getKeyManagers(), trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
