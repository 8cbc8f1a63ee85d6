// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.clickhouse;

/** ClickHouse refused a statement. */
public final class ClickHouseQueryException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int code;

  ClickHouseQueryException(int code, String message) {
    super(message);
    this.code = code;
  }

  /** The server's error code, 0 when it gave none. */
  public int code() {
    return code;
  }
}
