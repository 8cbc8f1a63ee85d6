// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.error;

/**
 * The peer sent bytes that the protocol does not allow here (unexpected packet, bad checksum,
 * impossible length). The connection is unusable.
 */
public final class ProtocolException extends WireException {
  private static final long serialVersionUID = 1L;

  /** A violation described by what was expected and what came. */
  public ProtocolException(String message) {
    super(message, null);
  }
}
