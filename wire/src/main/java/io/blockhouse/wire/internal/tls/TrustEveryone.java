// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.tls;

import java.net.Socket;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Accepts every server: what the user asked for with {@code verify = false}. Extended, because the
 * JDK would wrap checks of its own around a plain trust manager.
 */
final class TrustEveryone extends X509ExtendedTrustManager {
  private static final X509Certificate[] NONE = {};

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType) {
    // accepted
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket) {
    // accepted
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {
    // accepted
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType) {
    throw new UnsupportedOperationException("a client only");
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket) {
    throw new UnsupportedOperationException("a client only");
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {
    throw new UnsupportedOperationException("a client only");
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return NONE;
  }
}
