// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

/** In which way a record's value becomes a row. */
enum RowForm {
  /** Field by field, the schema says which. */
  STRUCT,
  /** Entry by entry. */
  MAP,
  /** JSON text, member by member. */
  JSON,
  /** A line of text, field by field: one for each column. */
  LINE,
  /** The whole value into one column. */
  WHOLE
}
