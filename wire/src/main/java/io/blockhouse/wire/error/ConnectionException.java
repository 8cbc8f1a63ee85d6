// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.error;

/**
 * The network failed or a deadline passed. What the server made of an INSERT whose final block had
 * been sent is unknown. The connection is unusable.
 */
public final class ConnectionException extends WireException {
  private static final long serialVersionUID = 1L;

  /** A failure with the exception of the network layer as its cause; {@code cause} may be null. */
  public ConnectionException(String message, Throwable cause) {
    super(message, cause);
  }
}
