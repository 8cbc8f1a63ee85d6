// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.block;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What a block asks of its columns' names. */
final class ColumnNames {
  private ColumnNames() {}

  static void require(List<ColumnDefinition> definitions) {
    if (definitions.isEmpty()) {
      throw new IllegalArgumentException("A block needs at least one column");
    }
    Set<String> seen = new HashSet<>();
    for (ColumnDefinition definition : definitions) {
      if (definition.name().isEmpty()) {
        throw new IllegalArgumentException("A column of a block needs a name");
      }
      if (!seen.add(definition.name())) {
        throw new IllegalArgumentException(
            "Column `" + definition.name() + "` is twice in one block");
      }
    }
  }
}
