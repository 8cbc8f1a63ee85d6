// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.type;

import java.util.List;

/**
 * A type name taken apart, whether or not this client can write the type.
 *
 * @param text the part of the name this node was read from, unchanged
 * @param word the leading word: {@code Array}, {@code DateTime64}, ...
 */
record TypeName(String text, String word, List<Argument> arguments) {

  enum Kind {
    /** {@code UInt8}; also the function of an AggregateFunction. */
    TYPE,
    /** {@code name Type}: a tuple's element, a path of JSON. */
    NAMED_TYPE,
    /** {@code 3}, {@code -0.5}. */
    NUMBER,
    /** {@code 'UTC'}. */
    STRING,
    /** {@code 'label' = 1}: a member of an enum. */
    MEMBER,
    /** {@code max_types = 2}. */
    OPTION,
    /** {@code SKIP path} and {@code SKIP REGEXP 'pattern'} of JSON. */
    SKIP
  }

  /**
   * One argument; what a kind has no use for is empty or null.
   *
   * @param label name of the element, member or option, without its quotes
   * @param value the number as text, or the string without its quotes
   */
  record Argument(Kind kind, String label, String value, TypeName type) {}
}
