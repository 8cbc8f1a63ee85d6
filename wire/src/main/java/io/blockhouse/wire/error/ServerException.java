// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.error;

import java.util.Optional;

/**
 * An Exception packet of the server. {@link #code()} is the contract; the texts may contain values
 * of the user's rows, so {@link #getMessage()} holds only code and name, and the server's own text
 * is to be had, on purpose, from {@link #serverText()}.
 *
 * <p>Source: src/Common/ErrorCodes.cpp and src/Server/TCPHandler.cpp of ClickHouse.
 */
public final class ServerException extends WireException {
  private static final long serialVersionUID = 1L;

  private final int code;
  private final String serverText;

  /** {@code serverText} is the server's message without its stack trace. */
  public ServerException(int code, String serverText) {
    super("ClickHouse error " + code + " (" + ServerErrorCode.nameOf(code) + ")", null);
    this.code = code;
    this.serverText = serverText;
  }

  /** The numeric error code, as in {@code system.errors}. */
  public int code() {
    return code;
  }

  /** The table's row for this code; {@link ServerErrorCode#UNKNOWN} for a code not listed. */
  public ServerErrorCode errorCode() {
    return ServerErrorCode.of(code, serverText);
  }

  /**
   * The materialized view that failed. The rows of the INSERT may already be in the table itself
   * (on 26.7 they are).
   */
  public Optional<String> failedView() {
    return ServerText.failedView(serverText);
  }

  /** The CHECK constraint that a row violates. */
  public Optional<String> violatedConstraint() {
    return ServerText.violatedConstraint(serverText);
  }

  /**
   * The server's message, unshortened. May quote values of rows: never log it or pass it on as it
   * is.
   */
  public String serverText() {
    return serverText;
  }
}
