// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.protocol;

/** Packets of the server, in the order of their numbers. */
public enum ServerPacket {
  /** Answer to our Hello. */
  HELLO,
  /** A block. */
  DATA,
  /** The query, or the connection, failed. */
  EXCEPTION,
  /** How far the query is. */
  PROGRESS,
  /** Answer to a Ping. */
  PONG,
  /** The query is done. */
  END_OF_STREAM,
  /** Statistics of a SELECT. */
  PROFILE_INFO,
  /** Block of a query WITH TOTALS. */
  TOTALS,
  /** Block of a query with extremes. */
  EXTREMES,
  /** Between servers. */
  TABLES_STATUS_RESPONSE,
  /** Server log; only when asked for by a setting. */
  LOG,
  /** Description of the table's defaults, before the header block. */
  TABLE_COLUMNS;

  private static final ServerPacket[] BY_NUMBER = values();

  /** The packet with the number, or null. */
  static ServerPacket of(long number) {
    return number >= 0 && number < BY_NUMBER.length ? BY_NUMBER[(int) number] : null;
  }
}
