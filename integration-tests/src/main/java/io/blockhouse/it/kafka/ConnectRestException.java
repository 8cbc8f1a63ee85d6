// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.kafka;

/** A Connect worker refused a REST request; the message is the worker's. */
public final class ConnectRestException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;

  ConnectRestException(int status, String message) {
    super(message);
    this.status = status;
  }

  /** The HTTP status. */
  public int status() {
    return status;
  }
}
