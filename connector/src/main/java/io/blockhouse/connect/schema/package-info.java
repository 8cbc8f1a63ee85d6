// SPDX-License-Identifier: Apache-2.0
/**
 * Changes of tables that follow from records: columns for new fields, tables for new topics. One
 * table of types, {@code FieldTypes}.
 */
package io.blockhouse.connect.schema;
