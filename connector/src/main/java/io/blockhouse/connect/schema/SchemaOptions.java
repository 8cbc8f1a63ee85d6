// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.schema;

/**
 * What the connector may do to tables.
 *
 * @param addColumns add columns for fields that have none ({@code schema.evolution=add})
 * @param createTables create missing tables ({@code table.create=auto})
 * @param engine of created tables, with its arguments ({@code table.create.engine})
 * @param orderBy names or expressions, comma-separated; may be empty ({@code
 *     table.create.order.by})
 * @param partitionBy an expression; may be empty ({@code table.create.partition.by})
 * @param settings of created tables, comma-separated; may be empty ({@code table.create.settings})
 */
public record SchemaOptions(
    boolean addColumns,
    boolean createTables,
    String engine,
    String orderBy,
    String partitionBy,
    String settings) {
  /** Tables are left as they are. */
  public static final SchemaOptions NONE = new SchemaOptions(false, false, "MergeTree", "", "", "");
}
