// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.error;

/**
 * Root of everything {@code wire} throws on purpose; one subclass per reaction a caller may have.
 */
public abstract sealed class WireException extends RuntimeException
    permits ConnectionException,
        ProtocolException,
        ServerException,
        UnsupportedCompressionException,
        UnsupportedTypeException {
  private static final long serialVersionUID = 1L;

  WireException(String message, Throwable cause) {
    super(message, cause);
  }
}
