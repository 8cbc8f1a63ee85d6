// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

/**
 * Told of record fields that no column takes. Called once per plan for records with a schema and at
 * every occurrence for records without one, so it must be cheap.
 */
@FunctionalInterface
public interface UnknownFieldListener {
  /** The field's name; the value was skipped. */
  void unknownField(String field);

  /**
   * Whether the field shall get a column first: then {@link NewFieldsException} is thrown instead,
   * if the field shows what type it is.
   */
  default boolean wantsColumn(String field) {
    return false;
  }
}
