// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.tls;

import java.math.BigInteger;
import java.security.KeyPair;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.RSAPrivateCrtKey;
import java.util.Arrays;

/** Private keys as older tools write them. */
public final class OldKeyFormats {
  private OldKeyFormats() {}

  /** RFC 8017, appendix A.1.2: {@code RSA PRIVATE KEY}. */
  public static String pkcs1(KeyPair keys) {
    RSAPrivateCrtKey key = (RSAPrivateCrtKey) keys.getPrivate();
    return TestIdentity.pem(
        "RSA PRIVATE KEY",
        Der.sequence(
            Der.integer(0),
            integer(key.getModulus()),
            integer(key.getPublicExponent()),
            integer(key.getPrivateExponent()),
            integer(key.getPrimeP()),
            integer(key.getPrimeQ()),
            integer(key.getPrimeExponentP()),
            integer(key.getPrimeExponentQ()),
            integer(key.getCrtCoefficient())));
  }

  private static byte[] integer(BigInteger value) {
    return Der.element(0x02, value.toByteArray());
  }

  /** RFC 5915 with the curve's name, as OpenSSL writes it: {@code EC PRIVATE KEY} of P-256. */
  public static String sec1(KeyPair keys) {
    byte[] secret = ((ECPrivateKey) keys.getPrivate()).getS().toByteArray();
    byte[] scalar = new byte[32];
    int skip = Math.max(0, secret.length - scalar.length);
    System.arraycopy(
        secret, skip, scalar, Math.max(0, scalar.length - secret.length), secret.length - skip);
    byte[] spki = keys.getPublic().getEncoded();
    byte[] point = Arrays.copyOfRange(spki, spki.length - 65, spki.length);
    return TestIdentity.pem(
        "EC PRIVATE KEY",
        Der.sequence(
            Der.integer(1),
            Der.octets(scalar),
            Der.element(0xA0, Der.oid("2a8648ce3d030107")),
            Der.element(0xA1, Der.bits(point))));
  }
}
