// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.config;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** PEM text as a configuration gives it: the text itself, or the path of a file that holds it. */
final class PemText {
  /** An operating system's bundle of all authorities has a few hundred KiB. */
  private static final long MAX_FILE_BYTES = 4L << 20;

  private static final String BEGIN = "-----BEGIN";

  private PemText() {}

  /**
   * The text.
   *
   * @throws IllegalArgumentException when the file cannot be read; names the path, and nothing of
   *     what it holds
   */
  static String read(String value) {
    if (value.contains(BEGIN)) {
      return value;
    }
    if (value.length() > 1_000 || value.indexOf('\n') >= 0) {
      // Rather a text gone wrong than a path: not to be quoted, it may be a key.
      throw new IllegalArgumentException(
          "it is neither the path of a file nor PEM text (-----BEGIN ...-----)");
    }
    Path file = path(value);
    if (!file.isAbsolute()) {
      throw new IllegalArgumentException(
          "it is neither PEM text (-----BEGIN ...-----) nor an absolute path; tasks run wherever"
              + " their worker was started");
    }
    if (!Files.isRegularFile(file)) {
      throw new IllegalArgumentException(
          "there is no file " + file + " on this worker; it must be there on every worker");
    }
    try {
      if (Files.size(file) > MAX_FILE_BYTES) {
        throw new IllegalArgumentException(
            "the file " + file + " is larger than " + (MAX_FILE_BYTES >> 20) + " MiB");
      }
      // Comments in a bundle need not be UTF-8; PEM itself is ASCII.
      return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "the file " + file + " cannot be read; check that the worker's user may read it");
    }
  }

  private static Path path(String value) {
    try {
      return Path.of(value);
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException(
          "it is neither the path of a file nor PEM text (-----BEGIN ...-----)");
    }
  }
}
