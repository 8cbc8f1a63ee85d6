// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.connect.table.MissingColumnException;
import io.blockhouse.connect.table.TableSchema;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * How values meet columns.
 *
 * @param nullAsDefault a null for a column that can hold none becomes the type's zero instead of an
 *     error ({@code null.as.default})
 * @param failOnUnknownFields a field that no column takes is an error instead of being reported and
 *     skipped ({@code unknown.fields=fail})
 * @param valueFormat what values of text or bytes are ({@code value.format})
 * @param valueColumn the column for values that are not taken field by field; empty to find it in
 *     the table ({@code value.column})
 * @param timestampUnit what bare numbers for dates and times count ({@code timestamp.unit})
 * @param kafkaColumns the columns, by what they take ({@code kafka.columns.*})
 * @param changes the columns for deletes and versions ({@code delete.*})
 * @param unavailable what a value is that Debezium did not get ({@code cdc.unavailable.value})
 */
public record ConversionOptions(
    boolean nullAsDefault,
    boolean failOnUnknownFields,
    ValueFormat valueFormat,
    String valueColumn,
    TimestampUnit timestampUnit,
    Map<KafkaField, String> kafkaColumns,
    ChangeColumns changes,
    UnavailableValue unavailable) {
  /** Copies the map. */
  public ConversionOptions {
    kafkaColumns = Map.copyOf(kafkaColumns);
  }

  /** With what the other options are unless configured. */
  public ConversionOptions(boolean nullAsDefault, boolean failOnUnknownFields) {
    this(nullAsDefault, failOnUnknownFields, ValueFormat.AUTO, "", TimestampUnit.COLUMN, Map.of());
  }

  /** For rows that are only ever added. */
  public ConversionOptions(
      boolean nullAsDefault,
      boolean failOnUnknownFields,
      ValueFormat valueFormat,
      String valueColumn,
      TimestampUnit timestampUnit,
      Map<KafkaField, String> kafkaColumns) {
    this(
        nullAsDefault,
        failOnUnknownFields,
        valueFormat,
        valueColumn,
        timestampUnit,
        kafkaColumns,
        ChangeColumns.NONE,
        UnavailableValue.STORE);
  }

  /** The same for rows of which perhaps only the key is known. */
  ConversionOptions forDeletes() {
    return new ConversionOptions(
        true,
        failOnUnknownFields,
        valueFormat,
        valueColumn,
        timestampUnit,
        kafkaColumns,
        changes,
        unavailable == UnavailableValue.FAIL ? UnavailableValue.NULL : unavailable);
  }

  /** The columns that nothing in the value fills. */
  Set<String> filledColumns() {
    Set<String> columns = new HashSet<>(kafkaColumns.values());
    columns.add(changes.flag());
    columns.add(changes.version());
    return columns;
  }

  /** Refuses a table that lacks a column named here. */
  void requireColumns(TableSchema schema) {
    if (!valueColumn.isEmpty()) {
      require(schema, valueColumn, "value.column");
    }
    kafkaColumns.forEach((field, column) -> require(schema, column, keyOf(field)));
  }

  private static void require(TableSchema schema, String name, String key) {
    if (schema.columns().stream().noneMatch(column -> column.name().equals(name))) {
      throw new MissingColumnException(schema.id(), name, key);
    }
  }

  /** The option that names the column of a field. */
  public static String keyOf(KafkaField field) {
    return "kafka.columns." + field.name().toLowerCase(Locale.ROOT);
  }
}
