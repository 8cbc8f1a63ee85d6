// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.tls;

import io.blockhouse.wire.InvalidTlsOptionException;
import java.io.ByteArrayInputStream;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;

/** Reads certificates from PEM text. */
public final class PemCertificates {
  private static final String LABEL = "CERTIFICATE";

  private PemCertificates() {}

  /**
   * All certificates of the text, at least one.
   *
   * @throws InvalidTlsOptionException when there is anything else in it
   */
  public static List<X509Certificate> read(String option, String pem) {
    List<X509Certificate> certificates = new ArrayList<>();
    for (PemBlock block : PemBlock.readAll(option, pem)) {
      if (!block.label().equals(LABEL)) {
        String mend =
            block.label().endsWith("PRIVATE KEY")
                ? "; a private key belongs into the option key"
                : "";
        throw new InvalidTlsOptionException(
            option, "only CERTIFICATE blocks may stand here, not " + block.label() + mend);
      }
      certificates.add(certificate(option, certificates.size() + 1, block.der()));
    }
    return certificates;
  }

  private static X509Certificate certificate(String option, int number, byte[] der) {
    try {
      CertificateFactory factory = CertificateFactory.getInstance("X.509");
      return (X509Certificate) factory.generateCertificate(new ByteArrayInputStream(der));
    } catch (CertificateException e) {
      throw new InvalidTlsOptionException(
          option, "certificate " + number + " is damaged or not X.509; copy it as a whole");
    }
  }
}
