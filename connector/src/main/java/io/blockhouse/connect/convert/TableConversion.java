// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.connect.error.ConversionException;
import io.blockhouse.connect.table.MissingColumnException;
import io.blockhouse.connect.table.TableSchema;
import io.blockhouse.wire.block.Block;
import io.blockhouse.wire.block.ColumnDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Everything about converting records into one version of a table's schema. A column without
 * DEFAULT is part of every row: when a record lacks it, it gets what the server itself would fill.
 * A column with DEFAULT (or an EPHEMERAL one) is listed only for rows that carry it, because the
 * server evaluates the expression only for columns an INSERT does not list. Not thread-safe.
 */
public final class TableConversion {
  private final TableSchema schema;
  private final ConversionOptions options;
  private final RecordShapes shapes;
  private final OptionalColumns optional;
  private final boolean onlyOptional;
  private final UnknownFields unknownFields;
  private final ValueAppenders factory;
  private final JsonInput json;

  /**
   * The listener hears of fields that no column takes, unless the options make them errors.
   *
   * @throws MissingColumnException the options name a column that is not there
   */
  public TableConversion(
      TableSchema schema, ConversionOptions options, UnknownFieldListener listener) {
    options.requireColumns(schema);
    this.schema = schema;
    this.options = options;
    this.shapes = new RecordShapes(schema, options);
    this.optional = new OptionalColumns(schema, options.kafkaColumns());
    this.onlyOptional = schema.columns().stream().allMatch(TableSchema.Column::isOptional);
    this.unknownFields = new UnknownFields(schema, options.failOnUnknownFields(), listener);
    this.factory = new ValueAppenders(options, new JsonText());
    this.json = new JsonInput(schema.id().toString());
  }

  /**
   * The group of a record; always the same, empty one for tables without optional columns. Equal
   * groups are mostly, not always, the same object.
   *
   * @throws ConversionException there is no way from the value to a row, or no column is left for
   *     the INSERT to list
   */
  public ColumnGroup groupOf(SinkRecord record) {
    Object value = record.value();
    RecordShape shape = shapes.of(value);
    if (optional.isEmpty()) {
      return optional.none();
    }
    ColumnGroup group =
        switch (shape) {
          case STRUCT -> optional.groupOf((Struct) value, record);
          case MAP -> optional.groupOf((Map<?, ?>) value, record);
          case WHOLE -> optional.groupOf(shapes.columnFor(value), record);
          case JSON -> {
            json.load(value);
            yield optional.groupOf(json, record);
          }
        };
    if (onlyOptional && group.isEmpty()) {
      throw new ConversionException(
          "The record has no value for any column of "
              + unknownFields.table()
              + ". Every column there has a DEFAULT, and an INSERT must list one at least: send"
              + " one field that is not null.");
    }
    return group;
  }

  /** The columns an INSERT for that group lists, in table order. */
  public List<ColumnDefinition> columnsOf(ColumnGroup group) {
    List<ColumnDefinition> columns = new ArrayList<>(schema.columns().size());
    int ordinal = 0;
    for (TableSchema.Column column : schema.columns()) {
      if (!column.isOptional() || group.contains(ordinal++)) {
        columns.add(new ColumnDefinition(column.name(), column.type()));
      }
    }
    return List.copyOf(columns);
  }

  /**
   * An appender of rows of that group into a block made from {@link #columnsOf}. Lives as long as
   * the block, resets included.
   */
  public RowAppender rowAppender(ColumnGroup group, Block block) {
    if (!block.definitions().equals(columnsOf(group))) {
      throw new IllegalArgumentException(
          "the block's columns are not those of the group in " + unknownFields.table());
    }
    return new RecordAppender(
        new RecordColumns(block, options.kafkaColumns().values()),
        new KafkaPlan(block, options.kafkaColumns(), factory, unknownFields.table()),
        factory,
        unknownFields,
        shapes,
        json);
  }
}
