// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire;

import io.blockhouse.wire.internal.protocol.SqlText;

/** Names and texts as SQL wants them, for statements given to {@link NativeConnection#query}. */
public final class Sql {
  private Sql() {}

  /** A name in backticks, whatever characters it has. */
  public static String identifier(String name) {
    return SqlText.identifier(name);
  }

  /** A table in backticks, with its database unless that is empty. */
  public static String table(String database, String table) {
    return SqlText.table(database, table);
  }

  /** A string literal in quotes, whatever characters it has. */
  public static String literal(String text) {
    return SqlText.literal(text);
  }
}
