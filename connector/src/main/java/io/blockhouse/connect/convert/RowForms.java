// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.connect.error.ConversionException;
import io.blockhouse.connect.table.TableSchema;
import io.blockhouse.wire.type.ClickHouseType;
import io.blockhouse.wire.type.TypeFamily;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Struct;

/** Decides in which way a value becomes a row of one table, and says what to do when in none. */
final class RowForms {
  private final String table;
  private final ValueFormat format;

  /** Whether the configuration names the column for whole values. */
  private final boolean columnIsNamed;

  /** Columns for whole values of text or bytes and of other kinds; null when it is not clear. */
  private final String textColumn;

  private final String scalarColumn;

  RowForms(TableSchema schema, ConversionOptions options) {
    this.table = schema.id().toString();
    this.format = options.valueFormat();
    this.columnIsNamed = !options.valueColumn().isEmpty();
    if (columnIsNamed) {
      this.textColumn = options.valueColumn();
      this.scalarColumn = options.valueColumn();
    } else {
      List<TableSchema.Column> columns =
          schema.columns().stream()
              .filter(column -> !options.filledColumns().contains(column.name()))
              .filter(column -> !column.isOptional())
              .toList();
      String only = onlyOne(columns);
      this.scalarColumn = only;
      this.textColumn =
          only != null
              ? only
              : onlyOne(columns.stream().filter(column -> isText(column.type())).toList());
    }
  }

  private static String onlyOne(List<TableSchema.Column> columns) {
    return columns.size() == 1 ? columns.get(0).name() : null;
  }

  private static boolean isText(ClickHouseType type) {
    return type.family() == TypeFamily.STRING
        || type.family() == TypeFamily.NULLABLE && isText(type.element());
  }

  /**
   * The way of a record value.
   *
   * @throws ConversionException there is none
   */
  RowForm of(Object value) {
    if (value instanceof Struct) {
      return RowForm.STRUCT;
    } else if (value instanceof Map) {
      return RowForm.MAP;
    } else if (value == null) {
      throw new ConversionException(
          "The record has no value (a tombstone), so it is no row of "
              + table
              + ". Set tombstones=ignore, or filter it with a transform.");
    }
    return isText(value) ? ofText(value) : ofScalar(value);
  }

  private RowForm ofText(Object value) {
    if (format == ValueFormat.JSON) {
      return RowForm.JSON;
    }
    if (format.isDelimited()) {
      return RowForm.LINE;
    }
    if (format == ValueFormat.AUTO && !columnIsNamed) {
      throw new ConversionException(
          "A record value of source type "
              + SourceKind.describe(value, null)
              + " has no fields, so it is not clear what to store in "
              + table
              + ". Set value.format=json if it is JSON text, csv or tsv if it is a line of such,"
              + " value.format=raw to store it as it is in one column, or a value.converter that makes objects of it.");
    }
    return whole(textColumn, value, "the only String column without a DEFAULT");
  }

  private RowForm ofScalar(Object value) {
    boolean guessed = !columnIsNamed && value instanceof List;
    return whole(guessed ? null : scalarColumn, value, "the only column without a DEFAULT");
  }

  private RowForm whole(String column, Object value, String rule) {
    if (column == null) {
      throw new ConversionException(
          "A record value of source type "
              + SourceKind.describe(value, null)
              + " has no fields, and it is not clear which column of "
              + table
              + " takes it as a whole. Name the column with value.column (where there is none that"
              + " is "
              + rule
              + "), or set value.converter to one that makes objects, such as"
              + " org.apache.kafka.connect.json.JsonConverter (with"
              + " value.converter.schemas.enable=false for plain JSON).");
    }
    return RowForm.WHOLE;
  }

  /** The column for a whole value whose form is WHOLE. */
  String columnFor(Object value) {
    return isText(value) ? textColumn : scalarColumn;
  }

  /** Whether value.format is about the value. */
  static boolean isText(Object value) {
    return value instanceof String || value instanceof byte[] || value instanceof ByteBuffer;
  }
}
