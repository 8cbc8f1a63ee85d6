// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.tls;

import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import javax.net.ssl.SSLException;

/**
 * Says what to do about a failure of TLS. What the JDK throws has a class for some of them; the
 * alerts of the other side exist only as text, with the names of RFC 8446 section 6.
 */
public final class TlsFailure {
  /** The alert that would say it is lost when our own bytes meet the closed connection. */
  public static final String SILENT_REFUSAL =
      "a server that refuses the client certificate, or misses one (TLS options cert and key),"
          + " may end a connection like this";

  private static final String ALERT = "Received fatal alert: ";

  private TlsFailure() {}

  /** What is wrong and how to mend it, without a full stop; empty when TLS is not to blame. */
  public static String advice(Throwable failure, TlsContext context) {
    String advice = aboutServersCertificate(failure);
    for (Throwable e = failure; e != null && advice.isEmpty(); e = e.getCause()) {
      if (e instanceof SSLException && e.getMessage() != null) {
        advice = byText(e.getMessage(), context);
      }
    }
    return advice;
  }

  private static String aboutServersCertificate(Throwable failure) {
    if (find(failure, CertificateExpiredException.class) != null) {
      return "a certificate of the server has expired: renew it there, and check the clock here";
    }
    if (find(failure, CertificateNotYetValidException.class) != null) {
      return "a certificate of the server is not valid yet: check the clocks of both machines";
    }
    if (find(failure, CertPathBuilderException.class) != null) {
      return "the server's certificate comes from no authority that is trusted here: give the"
          + " authority's certificate in the TLS option ca, or add it to the JVM's trust store";
    }
    if (find(failure, CertPathValidatorException.class) != null) {
      return "the server's chain of certificates is not valid: compare the TLS option ca with the"
          + " authority that signed it";
    }
    CertificateException other = find(failure, CertificateException.class);
    if (other != null) {
      return "the server's certificate is not one for this host ("
          + other.getMessage()
          + "): connect by a name that stands in the certificate, or issue one with this name";
    }
    return "";
  }

  private static String byText(String message, TlsContext context) {
    if (message.contains("Unsupported or unrecognized SSL message")
        || message.contains("plaintext connection")) {
      return "what answers does not speak TLS: give the TLS port (tcp_port_secure, usually 9440),"
          + " or turn TLS off";
    }
    int at = message.indexOf(ALERT);
    if (at < 0) {
      return "";
    }
    String alert = message.substring(at + ALERT.length()).strip();
    return switch (alert) {
      case "certificate_required",
          "bad_certificate",
          "unsupported_certificate",
          "certificate_revoked",
          "certificate_expired",
          "certificate_unknown",
          "unknown_ca",
          "access_denied" ->
          context.hasClientCertificate()
              ? "the server refuses the client certificate ("
                  + alert
                  + "): check that the TLS option cert is in date and signed by an authority that"
                  + " the server trusts, with the authorities in between after it"
              : "the server wants a client certificate ("
                  + alert
                  + "): give one in the TLS options cert and key";
      case "protocol_version" ->
          "the server speaks no version of TLS that this JVM allows: enable TLS 1.2 or 1.3 there";
      case "unrecognized_name" ->
          "the server has no certificate for this host name: connect by one that it knows";
      case "handshake_failure" ->
          "the server finds no common ground (handshake_failure): it may want a client certificate"
              + " (TLS options cert and key), or other ciphers or keys than this JVM allows";
      default -> "the server ended TLS with the alert " + alert + ": its log says why";
    };
  }

  private static <T extends Throwable> T find(Throwable failure, Class<T> type) {
    for (Throwable e = failure; e != null; e = e.getCause()) {
      if (type.isInstance(e)) {
        return type.cast(e);
      }
    }
    return null;
  }
}
