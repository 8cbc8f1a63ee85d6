// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.block;

/**
 * A text holds half of a surrogate pair, for which UTF-8 has no bytes. Nothing was appended. The
 * message names the place, never the text.
 */
public final class MalformedTextException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  MalformedTextException(int index) {
    super("unpaired surrogate at character " + index + "; correct the text or send it as bytes");
  }
}
