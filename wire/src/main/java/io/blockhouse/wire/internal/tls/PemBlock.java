// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.tls;

import io.blockhouse.wire.InvalidTlsOptionException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * A block of PEM text (RFC 7468). Text between blocks is passed over, as tools like to explain
 * there; within a block nothing is. What a block holds is never quoted.
 */
record PemBlock(String label, byte[] der) {
  private static final String BEGIN = "-----BEGIN ";
  private static final String END = "-----END ";
  private static final String DASHES = "-----";

  /** All blocks of the text, at least one. */
  static List<PemBlock> readAll(String option, String text) {
    List<PemBlock> blocks = new ArrayList<>();
    int at = text.indexOf(BEGIN);
    while (at >= 0) {
      int labelEnd = text.indexOf(DASHES, at + BEGIN.length());
      String label = labelEnd < 0 ? "" : text.substring(at + BEGIN.length(), labelEnd);
      if (!label.matches("[A-Z0-9]+( [A-Z0-9]+)*")) {
        throw new InvalidTlsOptionException(
            option, "a line begins with -----BEGIN and is not the first line of a PEM block");
      }
      int bodyStart = labelEnd + DASHES.length();
      int bodyEnd = text.indexOf(DASHES, bodyStart);
      String end = END + label + DASHES;
      if (bodyEnd < 0 || !text.startsWith(end, bodyEnd)) {
        throw new InvalidTlsOptionException(
            option, "block " + label + " does not end with " + end + "; copy it as a whole");
      }
      String body = text.substring(bodyStart, bodyEnd);
      blocks.add(new PemBlock(label, decode(option, label, body)));
      at = text.indexOf(BEGIN, bodyEnd + end.length());
    }
    if (blocks.isEmpty()) {
      throw new InvalidTlsOptionException(option, "it holds no PEM block (-----BEGIN ...-----)");
    }
    return blocks;
  }

  private static byte[] decode(String option, String label, String body) {
    if (label.startsWith("ENCRYPTED") || body.contains("ENCRYPTED")) {
      throw new InvalidTlsOptionException(
          option,
          "the key is encrypted, which is not supported; decrypt it with 'openssl pkey -in"
              + " encrypted.pem -out plain.pem' and let only the worker read the result");
    }
    if (body.contains("\\n")) {
      throw new InvalidTlsOptionException(
          option, "block " + label + " holds \\n as two characters; write line ends or blanks");
    }
    byte[] der = null;
    try {
      der = Base64.getDecoder().decode(body.replaceAll("\\s", ""));
    } catch (IllegalArgumentException e) {
      der = new byte[0]; // its message quotes a character of what may be a key
    }
    if (der.length == 0) {
      throw new InvalidTlsOptionException(
          option, "block " + label + " is not Base64 throughout; copy it as a whole");
    }
    return der;
  }
}
