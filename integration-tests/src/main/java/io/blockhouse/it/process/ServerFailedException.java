// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.process;

/** A server did not start, or ended by itself; the message shows its last output. */
public final class ServerFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ServerFailedException(String message) {
    super(message);
  }

  public ServerFailedException(String message, Throwable cause) {
    super(message, cause);
  }
}
