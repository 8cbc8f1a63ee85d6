// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire;

import io.blockhouse.wire.internal.tls.PemCertificates;
import io.blockhouse.wire.internal.tls.PemPrivateKey;
import io.blockhouse.wire.internal.tls.TlsContext;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;

/**
 * How to speak TLS; to be given to {@link ConnectionOptions.Builder#tls}. Certificates and key are
 * given as PEM text (RFC 7468). Without any option the server is checked against the JVM's trust
 * store and against the host name. Immutable; may be shared by connections, which then resume TLS
 * sessions.
 */
public final class TlsOptions {
  private final TlsContext context;
  private final boolean verify;

  private TlsOptions(TlsContext context, boolean verify) {
    this.context = context;
    this.verify = verify;
  }

  /** A builder in which nothing is set and the server is verified. */
  public static Builder builder() {
    return new Builder();
  }

  /** Whether the server's certificate and host name are checked. */
  public boolean verify() {
    return verify;
  }

  /** Whether a certificate of the client's own is shown to servers that ask for one. */
  public boolean hasClientCertificate() {
    return context.hasClientCertificate();
  }

  TlsContext context() {
    return context;
  }

  /** Shows neither certificates nor key. */
  @Override
  public String toString() {
    return "TlsOptions{verify=" + verify + ", clientCertificate=" + hasClientCertificate() + "}";
  }

  /** Collects options; {@link #build} reads and checks them. */
  public static final class Builder {
    private String ca;
    private String cert;
    private String key;
    private boolean verify = true;

    private Builder() {}

    /**
     * Certificates of the authorities to trust, or of the server itself, one or more CERTIFICATE
     * blocks; the JVM's trust store is then not used. Null, as it is unless set: that trust store.
     */
    public Builder ca(String pem) {
      this.ca = pem;
      return this;
    }

    /**
     * The client's certificate, followed by those of the authorities in between: CERTIFICATE
     * blocks. Null, as it is unless set, for none; needs a {@link #key}.
     */
    public Builder cert(String pem) {
      this.cert = pem;
      return this;
    }

    /**
     * The private key of {@link #cert}: one block, PRIVATE KEY (PKCS#8), RSA PRIVATE KEY (PKCS#1)
     * or EC PRIVATE KEY (SEC 1), not encrypted.
     */
    public Builder key(String pem) {
      this.key = pem;
      return this;
    }

    /**
     * False accepts any certificate for any host: whoever can redirect the connection can then read
     * and change everything, the password included. True unless set.
     */
    public Builder verify(boolean value) {
      this.verify = value;
      return this;
    }

    /**
     * Reads the options.
     *
     * @throws InvalidTlsOptionException naming the first option that cannot be used
     */
    public TlsOptions build() {
      List<X509Certificate> authorities = ca == null ? List.of() : PemCertificates.read("ca", ca);
      if (cert == null && key != null) {
        throw new InvalidTlsOptionException(
            "cert", "it is missing; a key needs the certificate it belongs to");
      }
      if (cert == null) {
        return new TlsOptions(TlsContext.anonymous(authorities, verify), verify);
      }
      if (key == null) {
        throw new InvalidTlsOptionException("key", "it is missing; a certificate needs its key");
      }
      List<X509Certificate> chain = PemCertificates.read("cert", cert);
      PrivateKey privateKey = PemPrivateKey.read("key", key);
      if (!PemPrivateKey.belongsTo(privateKey, chain.get(0).getPublicKey())) {
        throw new InvalidTlsOptionException(
            "key",
            "it is not the key of the first certificate in cert; the client's own certificate comes"
                + " first, those of authorities after it");
      }
      return new TlsOptions(
          TlsContext.withCertificate(authorities, verify, privateKey, chain), verify);
    }
  }
}
