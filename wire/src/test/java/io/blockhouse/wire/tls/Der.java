// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.tls;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;

/** The few elements of DER that a certificate is made of (X.690). */
final class Der {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

  private Der() {}

  static byte[] element(int tag, byte[]... contents) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (byte[] content : contents) {
      body.writeBytes(content);
    }
    byte[] length = BigInteger.valueOf(body.size()).toByteArray();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(tag);
    if (body.size() < 0x80) {
      out.write(body.size());
    } else {
      int skip = length[0] == 0 ? 1 : 0;
      out.write(0x80 | length.length - skip);
      out.write(length, skip, length.length - skip);
    }
    out.writeBytes(body.toByteArray());
    return out.toByteArray();
  }

  static byte[] sequence(byte[]... contents) {
    return element(0x30, contents);
  }

  static byte[] integer(long value) {
    return element(0x02, BigInteger.valueOf(value).toByteArray());
  }

  static byte[] bool(boolean value) {
    return element(0x01, new byte[] {(byte) (value ? 0xFF : 0)});
  }

  static byte[] bits(byte[] content) {
    return element(0x03, new byte[1], content);
  }

  static byte[] octets(byte[]... content) {
    return element(0x04, content);
  }

  /** {@code hex} is the encoded content of the identifier. */
  static byte[] oid(String hex) {
    return element(0x06, HexFormat.of().parseHex(hex));
  }

  static byte[] time(Instant instant) {
    return element(0x18, TIME.format(instant).getBytes(StandardCharsets.US_ASCII));
  }

  /** A name with a common name only. */
  static byte[] commonName(String name) {
    byte[] text = element(0x0C, name.getBytes(StandardCharsets.UTF_8));
    return sequence(element(0x31, sequence(oid("550403"), text)));
  }
}
