// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.tls;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Puts the two older encodings of private keys into the envelope that the JDK reads (PKCS#8, RFC
 * 5208): {@code SEQUENCE { INTEGER 0, SEQUENCE { OID, parameters }, OCTET STRING key }}. Whether
 * the key itself is sound is for the JDK to say; what is no key becomes an envelope it refuses.
 */
final class Pkcs8 {
  private static final int INTEGER = 0x02;
  private static final int OCTET_STRING = 0x04;
  private static final int OBJECT_ID = 0x06;
  private static final int SEQUENCE = 0x30;

  /** Context tag 0, constructed: the curve in a SEC 1 key. */
  private static final int CURVE = 0xA0;

  private static final byte[] VERSION_0 = {0x02, 0x01, 0x00};

  /** OID 1.2.840.113549.1.1.1 (rsaEncryption) and NULL. */
  private static final byte[] RSA = HexFormat.of().parseHex("06092a864886f70d0101010500");

  /** OID 1.2.840.10045.2.1 (id-ecPublicKey). */
  private static final byte[] EC = HexFormat.of().parseHex("06072a8648ce3d0201");

  private Pkcs8() {}

  static byte[] fromPkcs1(byte[] key) {
    return envelope(RSA, key);
  }

  /** Works for named curves, the only ones that TLS knows. */
  static byte[] fromSec1(byte[] key) {
    return envelope(concat(EC, curve(key)), key);
  }

  private static byte[] envelope(byte[] algorithm, byte[] key) {
    return element(
        SEQUENCE, concat(VERSION_0, element(SEQUENCE, algorithm), element(OCTET_STRING, key)));
  }

  /** The OID in {@code SEQUENCE { INTEGER 1, OCTET STRING, [0] { OID } ... }}; empty if none. */
  private static byte[] curve(byte[] key) {
    int at = content(key, 0, SEQUENCE);
    at = next(key, at, INTEGER);
    at = next(key, at, OCTET_STRING);
    int oid = content(key, at, CURVE);
    int end = next(key, oid, OBJECT_ID);
    return end < 0 ? new byte[0] : Arrays.copyOfRange(key, oid, end);
  }

  /** Where the content of the element at {@code at} begins; -1 when it is not of this tag. */
  private static int content(byte[] der, int at, int tag) {
    if (at < 0 || at + 1 >= der.length || (der[at] & 0xFF) != tag) {
      return -1;
    }
    int first = der[at + 1] & 0xFF;
    return first < 0x80 ? at + 2 : at + 2 + (first & 0x7F);
  }

  /** Where the element after the short one at {@code at} begins; -1 when there is none. */
  private static int next(byte[] der, int at, int tag) {
    int content = content(der, at, tag);
    if (content != at + 2 || content < 0) {
      return -1; // version, key and OID of every curve are shorter than 128 bytes
    }
    int end = content + der[at + 1];
    return end > der.length ? -1 : end;
  }

  private static byte[] element(int tag, byte[] content) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(tag);
    if (content.length < 0x80) {
      out.write(content.length);
    } else {
      // DER wants the fewest bytes of length; three are enough for any key.
      int bytes = content.length < 0x100 ? 1 : content.length < 0x10000 ? 2 : 3;
      out.write(0x80 | bytes);
      for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) {
        out.write(content.length >> shift);
      }
    }
    out.writeBytes(content);
    return out.toByteArray();
  }

  private static byte[] concat(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }
}
