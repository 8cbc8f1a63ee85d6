// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import org.apache.kafka.connect.data.Struct;

/** Appends Structs of one schema as rows of one block. */
interface StructRows {
  /** The table is told in refusals. */
  void append(Struct struct, String table);
}
