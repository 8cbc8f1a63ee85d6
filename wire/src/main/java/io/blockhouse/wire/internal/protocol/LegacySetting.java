// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.protocol;

import java.util.Set;

/**
 * Settings that servers before {@link Revision#SETTINGS_AS_STRINGS} are known to have, and how
 * their values are written there: in binary, by the setting's type. Those servers tolerate no
 * unknown name, so what is not listed cannot be sent.
 */
enum LegacySetting {
  /** Integers, booleans, and time spans in seconds. */
  VARINT,
  /** Enums, strings, floats. */
  STRING;

  /** Those of ClickHouse 18.16 that concern an INSERT; a test reads each back from the server. */
  private static final Set<String> VARINTS =
      Set.of(
          "insert_allow_materialized_columns",
          "insert_deduplicate",
          "insert_distributed_sync",
          "insert_distributed_timeout",
          "insert_quorum",
          "insert_quorum_timeout",
          "log_queries",
          "low_cardinality_allow_in_native_format",
          "max_execution_time",
          "max_insert_block_size",
          "max_memory_usage",
          "max_memory_usage_for_user",
          "max_network_bandwidth",
          "max_network_bandwidth_for_user",
          "min_insert_block_size_bytes",
          "min_insert_block_size_rows",
          "priority",
          "receive_timeout",
          "send_timeout");

  private static final Set<String> STRINGS = Set.of("network_compression_method");

  /** How the setting is written, or null when it can't be sent. */
  static LegacySetting of(String name) {
    if (VARINTS.contains(name)) {
      return VARINT;
    }
    return STRINGS.contains(name) ? STRING : null;
  }
}
