// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.ledger;

/** A table can't have each row exactly once; the message says what to change. */
public final class UnfitTableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnfitTableException(String message) {
    super(message);
  }
}
