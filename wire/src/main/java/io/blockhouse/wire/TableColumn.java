// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire;

/**
 * One column of a table as {@code system.columns} describes it.
 *
 * @param name unescaped
 * @param typeName as the server writes it; parse it with {@link
 *     io.blockhouse.wire.type.ClickHouseType#parse}
 * @param defaultKind what the server does when an INSERT leaves the column out
 */
public record TableColumn(String name, String typeName, DefaultKind defaultKind) {
  /** The {@code default_kind} of {@code system.columns}. */
  public enum DefaultKind {
    /** No expression: the type's zero, or NULL. */
    NONE,
    /** An expression is evaluated. */
    DEFAULT,
    /** Always computed; cannot be inserted. */
    MATERIALIZED,
    /** Computed on reading; cannot be inserted. */
    ALIAS,
    /** Not stored; may be inserted to feed other columns' expressions. */
    EPHEMERAL
  }
}
