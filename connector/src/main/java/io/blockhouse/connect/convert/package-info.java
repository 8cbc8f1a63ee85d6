// SPDX-License-Identifier: Apache-2.0
/**
 * From record values to columns. {@link io.blockhouse.connect.convert.TableConversion} is the way
 * in. A plan, compiled once per record schema and block, binds each column to an appender; an
 * appender is shapes (Nullable, Array) around one source kind and one type conversion. The
 * conversion table is the {@code ...Conversion} classes, one per family of ClickHouse types, listed
 * in {@code TypeConversions}; a source kind is a method of {@code TypeConversion}. So records with
 * a schema, records without one and whatever source comes next share every rule.
 */
package io.blockhouse.connect.convert;
