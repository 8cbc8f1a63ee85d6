// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.tls;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** Trust and identity of the client, and the TLS sockets made with them. Thread-safe. */
public final class TlsContext {
  /** The JDK's name of the rules (RFC 2818) by which a certificate must name the host. */
  private static final String HOST_NAME_RULES = "HTTPS";

  private final SSLContext context;
  private final boolean verify;
  private final boolean hasClientCertificate;

  private TlsContext(List<X509Certificate> authorities, boolean verify, KeyManager[] identity)
      throws GeneralSecurityException, IOException {
    TrustManager[] trust = verify ? trust(authorities) : new TrustManager[] {new TrustEveryone()};
    this.context = SSLContext.getInstance("TLS");
    this.context.init(identity, trust, null);
    this.verify = verify;
    this.hasClientCertificate = identity != null;
  }

  /** A client without a certificate. No authorities: those of the JVM's trust store. */
  public static TlsContext anonymous(List<X509Certificate> authorities, boolean verify) {
    try {
      return new TlsContext(authorities, verify, null);
    } catch (GeneralSecurityException | IOException e) {
      throw unusable(e);
    }
  }

  /** A client that shows {@code chain}, its own certificate first, to a server that asks. */
  public static TlsContext withCertificate(
      List<X509Certificate> authorities,
      boolean verify,
      PrivateKey key,
      List<X509Certificate> chain) {
    try {
      KeyStore store = emptyStore();
      store.setKeyEntry("client", key, new char[0], chain.toArray(new Certificate[0]));
      KeyManagerFactory factory =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      factory.init(store, new char[0]);
      return new TlsContext(authorities, verify, factory.getKeyManagers());
    } catch (GeneralSecurityException | IOException e) {
      throw unusable(e);
    }
  }

  private static IllegalStateException unusable(Exception cause) {
    return new IllegalStateException(
        "TLS cannot be set up in this JVM ("
            + cause.getMessage()
            + "); check its security"
            + " settings and trust store",
        cause);
  }

  private static TrustManager[] trust(List<X509Certificate> authorities)
      throws GeneralSecurityException, IOException {
    KeyStore store = null; // the JVM's own
    if (!authorities.isEmpty()) {
      store = emptyStore();
      for (int i = 0; i < authorities.size(); i++) {
        store.setCertificateEntry("ca" + i, authorities.get(i));
      }
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory.getTrustManagers();
  }

  private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12"); // in memory only, so without a password
    store.load(null, null);
    return store;
  }

  /** Whether the client can show a certificate. */
  public boolean hasClientCertificate() {
    return hasClientCertificate;
  }

  /**
   * A TLS socket over a connected one, before the handshake. The caller keeps {@code raw}: timeouts
   * and a reset act there.
   *
   * @param host as the user gave it: what the certificate must name, and sent to the server (SNI)
   */
  public SSLSocket layer(Socket raw, String host, int port) throws IOException {
    SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(raw, host, port, true);
    SSLParameters parameters = socket.getSSLParameters();
    if (verify) {
      parameters.setEndpointIdentificationAlgorithm(HOST_NAME_RULES);
    }
    if (isName(host)) {
      // The JDK by itself leaves SNI out for names without a dot.
      parameters.setServerNames(List.of(new SNIHostName(host)));
    }
    socket.setSSLParameters(parameters);
    return socket;
  }

  /** SNI knows no addresses, and no names with characters that DNS does not allow in a host. */
  private static boolean isName(String host) {
    boolean address = host.indexOf(':') >= 0 || host.matches("[0-9.]+");
    return !address && host.matches("[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*");
  }
}
