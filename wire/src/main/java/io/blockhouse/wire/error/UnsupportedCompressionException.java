// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.error;

/** A compression method cannot be used on this machine. Thrown on connecting, never per block. */
public final class UnsupportedCompressionException extends WireException {
  private static final long serialVersionUID = 1L;

  /** Says which method, why, and what to do. */
  public UnsupportedCompressionException(String message, Throwable cause) {
    super(message, cause);
  }
}
