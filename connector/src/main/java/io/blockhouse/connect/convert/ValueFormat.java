// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

/**
 * What record values of text or bytes are ({@code value.format}). Structs and Maps are taken field
 * by field whatever it says.
 */
public enum ValueFormat {
  /** Not said: such records are refused with a message that names the choices. */
  AUTO,
  /** JSON text: one object, whose members are the fields. */
  JSON,
  /** The whole value belongs in one column, untouched. */
  RAW,
  /** One line of ClickHouse's CSV: a field for each column, in the order of the table. */
  CSV,
  /** The same in ClickHouse's TabSeparated. */
  TSV;

  boolean isDelimited() {
    return this == CSV || this == TSV;
  }
}
