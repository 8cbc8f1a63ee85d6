// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.connect.error.ConversionException;
import io.blockhouse.connect.table.MissingColumnException;
import io.blockhouse.connect.table.TableSchema;
import io.blockhouse.wire.TableColumn.DefaultKind;
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
  private final RowForms forms;
  private final OptionalColumns optional;
  private final boolean onlyOptional;
  private final UnknownFields unknownFields;
  private final boolean takesDeletes;
  private final ValueAppenders factory;
  private final ValueAppenders deleteFactory;
  private final JsonInput json;

  /** Null where no value is a line. */
  private final DelimitedLine line;

  /**
   * The listener hears of fields that no column takes, unless the options make them errors.
   *
   * @throws MissingColumnException the options name a column that is not there
   */
  public TableConversion(
      TableSchema table, ConversionOptions options, UnknownFieldListener listener) {
    options.requireColumns(table);
    this.schema = options.changes().filledIn(table);
    this.takesDeletes =
        schema.columns().stream().anyMatch(column -> options.changes().isFlag(column.name()));
    this.options = options;
    this.forms = new RowForms(schema, options);
    this.optional = new OptionalColumns(schema, options.kafkaColumns());
    this.onlyOptional = schema.columns().stream().allMatch(TableSchema.Column::isOptional);
    this.unknownFields = new UnknownFields(schema, options.failOnUnknownFields(), listener);
    JsonText text = new JsonText();
    this.factory = new ValueAppenders(options, text, listener);
    this.deleteFactory = new ValueAppenders(options.forDeletes(), text, listener);
    this.json = new JsonInput(schema.id().toString());
    this.line =
        options.valueFormat().isDelimited()
            ? new DelimitedLine(schema.id().toString(), options.valueFormat(), columnsOfLines())
            : null;
  }

  /**
   * The group of a row; always the same, empty one for tables without optional columns. Equal
   * groups are mostly, not always, the same object.
   *
   * @throws ConversionException there is no way from the value to a row, the table has no column to
   *     mark a delete in, or no column is left for the INSERT to list
   */
  public ColumnGroup groupOf(RowSource row) {
    if (row.isDelete() && !takesDeletes) {
      throw noDeletes();
    }
    Object value = row.value();
    SinkRecord record = row.record();
    RowForm form = forms.of(value);
    if (optional.isEmpty()) {
      return optional.none();
    }
    ColumnGroup group =
        switch (form) {
          case STRUCT -> optional.groupOf((Struct) value, record);
          case MAP -> optional.groupOf((Map<?, ?>) value, record);
          case WHOLE -> optional.groupOf(forms.columnFor(value), record);
          case JSON -> {
            json.load(value);
            yield optional.groupOf(json, record);
          }
          case LINE -> {
            line.load(value);
            yield optional.groupOf(line, record);
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

  private ConversionException noDeletes() {
    return new ConversionException(
        "The record is a delete, and "
            + unknownFields.table()
            + " has no column `"
            + options.changes().flag()
            + "` (delete.flag.column) to mark it in. Add the column as UInt8 to a"
            + " ReplacingMergeTree(version, flag) table, or drop deletes with a transform.");
  }

  /** Names of the columns by which rows are grouped, in table order. */
  public List<String> optionalColumns() {
    return schema.columns().stream()
        .filter(TableSchema.Column::isOptional)
        .map(TableSchema.Column::name)
        .toList();
  }

  /** Those of them that rows of the group carry. */
  public List<String> optionalColumnsOf(ColumnGroup group) {
    List<String> optionalColumns = optionalColumns();
    List<String> carried = new ArrayList<>();
    for (int ordinal = 0; ordinal < optionalColumns.size(); ordinal++) {
      if (group.contains(ordinal)) {
        carried.add(optionalColumns.get(ordinal));
      }
    }
    return carried;
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
    RecordAppender rows = recordAppender(block, factory);
    if (options.changes().equals(ChangeColumns.NONE)) {
      return rows;
    }
    RecordAppender deletes = recordAppender(block, deleteFactory);
    return new ChangeAppender(block, options.changes(), rows, deletes);
  }

  private RecordAppender recordAppender(Block block, ValueAppenders appenders) {
    return new RecordAppender(
        new RecordColumns(block, options.filledColumns()),
        new KafkaPlan(block, options.kafkaColumns(), appenders, unknownFields.table()),
        appenders,
        unknownFields,
        forms,
        json,
        line);
  }

  /** As for an INSERT without a list of columns. */
  private List<TableSchema.Column> columnsOfLines() {
    return schema.columns().stream()
        .filter(column -> column.defaultKind() != DefaultKind.EPHEMERAL)
        .filter(column -> !options.filledColumns().contains(column.name()))
        .toList();
  }
}
