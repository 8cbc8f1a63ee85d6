// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.protocol;

import io.blockhouse.wire.error.ConnectionException;
import io.blockhouse.wire.error.ServerException;
import io.blockhouse.wire.internal.io.ByteSource;
import java.nio.charset.StandardCharsets;

/** Reads the body of an Exception packet. */
final class ExceptionReader {
  /** What is kept of one message; the rest is passed over. */
  static final int MAX_MESSAGE_BYTES = 1024 * 1024;

  /** What is passed over of one string at most. */
  private static final int MAX_SKIPPED_BYTES = 64 * 1024 * 1024;

  private static final int MAX_NAME_BYTES = 1024;
  private static final int MAX_NESTED = 16;
  private static final String PREFIX = "DB::Exception: ";

  private ExceptionReader() {}

  static ServerException read(ByteSource in) {
    int code = in.readInt32();
    in.readString(MAX_NAME_BYTES, "the name of an exception");
    StringBuilder text = new StringBuilder(message(in));
    try {
      boolean nested = endsWithNested(in);
      for (int depth = 1; nested && depth < MAX_NESTED; depth++) {
        int nestedCode = in.readInt32();
        in.readString(MAX_NAME_BYTES, "the name of an exception");
        text.append("; caused by error ").append(nestedCode).append(": ").append(message(in));
        nested = endsWithNested(in);
      }
    } catch (ConnectionException e) {
      // Code and message are here, the stack trace is not: the reason is worth more than the rest.
      ServerException known = new ServerException(code, text.toString());
      known.addSuppressed(e);
      return known;
    }
    return new ServerException(code, text.toString());
  }

  private static String message(ByteSource in) {
    int length = in.readCount(MAX_SKIPPED_BYTES, "the message of an exception");
    byte[] utf8 = new byte[Math.min(length, MAX_MESSAGE_BYTES)];
    in.readFully(utf8, 0, utf8.length);
    in.skip(length - utf8.length);
    String text = new String(utf8, StandardCharsets.UTF_8);
    return text.startsWith(PREFIX) ? text.substring(PREFIX.length()) : text;
  }

  private static boolean endsWithNested(ByteSource in) {
    in.skip(in.readCount(MAX_SKIPPED_BYTES, "the stack trace of an exception"));
    return in.readByte() != 0;
  }
}
