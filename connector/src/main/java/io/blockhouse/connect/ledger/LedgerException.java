// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.ledger;

import io.blockhouse.wire.error.WireException;

/** The ledger can't be used; the cause says whether that may pass. */
public final class LedgerException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** {@code message} says what to do; {@code cause} may be null. */
  public LedgerException(String message, WireException cause) {
    super(message, cause);
  }

  /** What the server or the link said; null when it was neither. */
  public WireException wireFailure() {
    return (WireException) getCause();
  }
}
