// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.internal.protocol;

import java.util.Map;

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

  private static final Map<String, LegacySetting> KNOWN =
      Map.of(
          "insert_deduplicate", VARINT,
          "insert_quorum", VARINT,
          "low_cardinality_allow_in_native_format", VARINT,
          "max_execution_time", VARINT,
          "max_insert_block_size", VARINT,
          "min_insert_block_size_bytes", VARINT,
          "min_insert_block_size_rows", VARINT,
          "network_compression_method", STRING,
          "receive_timeout", VARINT);

  /** How the setting is written, or null when the server does not know it. */
  static LegacySetting of(String name) {
    return KNOWN.get(name);
  }
}
