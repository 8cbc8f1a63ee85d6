// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.tls;

import io.blockhouse.wire.InvalidTlsOptionException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.List;

/** Reads a private key from PEM text. No exception from here holds any of it. */
public final class PemPrivateKey {
  /** PKCS#8 (RFC 5208), of any algorithm. */
  private static final String PKCS8 = "PRIVATE KEY";

  /** PKCS#1 (RFC 8017). */
  private static final String PKCS1 = "RSA PRIVATE KEY";

  /** SEC 1 (RFC 5915). */
  private static final String SEC1 = "EC PRIVATE KEY";

  /** OpenSSL writes the curve's name in front of a SEC 1 key, which repeats it. */
  private static final String EC_PARAMETERS = "EC PARAMETERS";

  /** Every algorithm with which the JDK can authenticate in TLS. */
  private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA", "RSASSA-PSS");

  private PemPrivateKey() {}

  /**
   * The only key of the text.
   *
   * @throws InvalidTlsOptionException when there is none, another one or anything else in it
   */
  public static PrivateKey read(String option, String pem) {
    PrivateKey key = null;
    for (PemBlock block : PemBlock.readAll(option, pem)) {
      if (block.label().equals(EC_PARAMETERS)) {
        continue;
      }
      if (key != null) {
        throw new InvalidTlsOptionException(option, "it holds more than one block; give only one");
      }
      key = privateKey(option, block);
    }
    if (key == null) {
      throw new InvalidTlsOptionException(option, "it holds no private key");
    }
    return key;
  }

  private static PrivateKey privateKey(String option, PemBlock block) {
    byte[] pkcs8 =
        switch (block.label()) {
          case PKCS8 -> block.der();
          case PKCS1 -> Pkcs8.fromPkcs1(block.der());
          case SEC1 -> Pkcs8.fromSec1(block.der());
          default ->
              throw new InvalidTlsOptionException(
                  option,
                  "block "
                      + block.label()
                      + " is none of PRIVATE KEY, RSA PRIVATE KEY and EC PRIVATE KEY");
        };
    for (String algorithm : ALGORITHMS) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
      } catch (InvalidKeySpecException e) {
        continue; // of another algorithm; the exception might quote parts of the key
      } catch (NoSuchAlgorithmException e) {
        continue; // a JDK without it cannot use such a key either
      }
    }
    throw new InvalidTlsOptionException(
        option,
        "the key is damaged or of an algorithm that this JVM does not know; 'openssl pkcs8 -topk8"
            + " -nocrypt' writes RSA and EC keys in a form that it does");
  }

  /** Whether a signature made with the one can be verified with the other. */
  public static boolean belongsTo(PrivateKey key, PublicKey publicKey) {
    String algorithm =
        switch (key.getAlgorithm()) {
          case "RSA" -> "SHA256withRSA";
          case "EC" -> "SHA256withECDSA";
          case "EdDSA" -> "EdDSA";
          default -> ""; // RSASSA-PSS needs parameters: left to the handshake
        };
    if (algorithm.isEmpty()) {
      return true;
    }
    byte[] message = "blockhouse".getBytes(StandardCharsets.UTF_8);
    try {
      Signature signature = Signature.getInstance(algorithm);
      signature.initSign(key);
      signature.update(message);
      byte[] signed = signature.sign();
      signature.initVerify(publicKey);
      signature.update(message);
      return signature.verify(signed);
    } catch (GeneralSecurityException e) {
      return false; // keys of two algorithms, or sizes that do not fit
    }
  }
}
