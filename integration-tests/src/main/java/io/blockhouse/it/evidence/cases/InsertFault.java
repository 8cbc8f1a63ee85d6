// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.evidence.cases;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What happens to the first INSERTs of a case: the server refuses them with an error code, or, with
 * code 0, the connection is closed instead of an answer.
 */
public record InsertFault(int times, int code) {
  private static final Pattern REFUSED = Pattern.compile("(\\d+) times?\\b.*\\((\\d+)\\).*");
  private static final Pattern CUT =
      Pattern.compile("(?i).*connections?\\b.*\\b(\\d+) times?\\b.*");
  private static final int EXCEPTION_PACKET = 2;
  private static final int MOST_TIMES = 100;

  /** From the words of a case. */
  static InsertFault parse(String words) {
    Matcher refused = REFUSED.matcher(words);
    if (words.startsWith("insert") && refused.find()) {
      return bounded(refused.group(1), Integer.parseInt(refused.group(2)));
    }
    Matcher cut = CUT.matcher(words);
    if (cut.matches()) {
      return bounded(cut.group(1), 0);
    }
    throw new UnplayableCaseException("fault '" + words + "' is not known");
  }

  private static InsertFault bounded(String times, int code) {
    return new InsertFault(Math.min(MOST_TIMES, Integer.parseInt(times)), code);
  }

  /** The server's Exception packet; empty when the connection is to be closed. */
  byte[] packet() {
    if (code == 0) {
      return new byte[0];
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(EXCEPTION_PACKET);
    for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
      out.write(code >>> shift);
    }
    writeText(out, "DB::Exception");
    writeText(out, message());
    writeText(out, ""); // stack trace
    out.write(0); // no nested exception
    return out.toByteArray();
  }

  private String message() {
    return code == 252
        ? "Too many parts (300). Merges are processing significantly slower than inserts"
        : "Refused on purpose";
  }

  /** Text of less than 128 bytes, so that its length takes one byte. */
  private static void writeText(ByteArrayOutputStream out, String text) {
    out.write(text.length());
    out.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
  }
}
