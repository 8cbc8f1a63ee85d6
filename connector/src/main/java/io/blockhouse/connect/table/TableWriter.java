// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.table;

import io.blockhouse.connect.convert.ColumnGroup;
import io.blockhouse.connect.convert.ConversionOptions;
import io.blockhouse.connect.convert.RowSource;
import io.blockhouse.connect.convert.TableConversion;
import io.blockhouse.connect.convert.UnknownFieldListener;
import io.blockhouse.connect.schema.SchemaChanges;
import io.blockhouse.connect.schema.SchemaOptions;
import io.blockhouse.wire.Deadline;
import io.blockhouse.wire.TableColumn;
import io.blockhouse.wire.TableColumn.DefaultKind;
import io.blockhouse.wire.block.Block;
import io.blockhouse.wire.block.ColumnDefinition;
import io.blockhouse.wire.type.ClickHouseType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One table: its description, read when first needed and again after {@link #forgetSchema}, and the
 * writers of its column groups.
 */
public final class TableWriter {
  private final TableId id;
  private final InsertTarget target;
  private final InsertSettings settings;
  private final ConversionOptions options;
  private final UnknownFieldListener unknownFields;

  /** Asks for no columns. */
  private final UnknownFieldListener plainListener;

  private final SchemaChanges changes;
  private final SchemaWatch watch = new SchemaWatch(System::nanoTime);
  private TableSchema schema;
  private TableConversion conversion;

  /** Whether a record had a field that no column takes, since the table was described. */
  private boolean leftFieldsOut;

  /** Of a table that is left as it is; nothing is read from the server yet. */
  public TableWriter(
      TableId id,
      InsertTarget target,
      InsertSettings settings,
      ConversionOptions options,
      UnknownFieldListener unknownFields) {
    this(id, target, settings, options, unknownFields, SchemaOptions.NONE);
  }

  /** Of a table that may be created or get columns; nothing is read from the server yet. */
  public TableWriter(
      TableId id,
      InsertTarget target,
      InsertSettings settings,
      ConversionOptions options,
      UnknownFieldListener unknownFields,
      SchemaOptions schemaOptions) {
    this.id = id;
    this.target = target;
    this.settings = settings;
    this.options = options;
    this.changes = new SchemaChanges(id, target, schemaOptions, options);
    this.plainListener = unknownFields;
    this.unknownFields = new NewFieldListener();
  }

  /** The table. */
  public TableId id() {
    return id;
  }

  /**
   * How records become rows of the table as it is now known; it is created from the record if it is
   * missing and may be.
   *
   * @throws MissingTableException when there is no such table
   * @throws io.blockhouse.connect.error.ConversionException when it cannot be made from the record
   */
  public TableConversion conversion(RowSource row, Deadline deadline) {
    if (conversion == null) {
      List<TableColumn> described = target.describe(id, deadline);
      if (described.isEmpty() && changes.createsTable()) {
        described = changes.create(row, deadline);
      }
      conversion = conversionInto(described);
    }
    return conversion;
  }

  private TableConversion conversionInto(List<TableColumn> described) {
    if (described.isEmpty()) {
      throw new MissingTableException(id);
    }
    leftFieldsOut = false;
    watch.reset();
    schema = schemaOf(described);
    return new TableConversion(schema, options, unknownFields);
  }

  /**
   * Adds columns for the record's fields that have none, after {@link
   * io.blockhouse.connect.convert.NewFieldsException}, and forgets the schema. Writers made before
   * must be dropped.
   */
  public void addColumns(RowSource row, Deadline deadline) {
    changes.addColumns(row, deadline);
    forgetSchema();
  }

  /**
   * Looks whether the table is still as it was described, if it has not just been done in vain: to
   * be called when a record does not fit, because the table may have been altered for it.
   *
   * @throws TableChangedException it is not
   */
  public void requireUnchanged(Deadline deadline) {
    if (conversion == null || !watch.isDue()) {
      return;
    }
    if (!schemaOf(target.describe(id, deadline)).equals(schema)) {
      throw new TableChangedException(id, "it has other columns than it had");
    }
    watch.lookedInVain();
  }

  /**
   * The same if fields of records were left out: a column that was added since may take them.
   *
   * @throws TableChangedException it has other columns now
   */
  public void lookForColumns(Deadline deadline) {
    if (leftFieldsOut) {
      requireUnchanged(deadline);
    }
  }

  private TableSchema schemaOf(List<TableColumn> described) {
    List<TableSchema.Column> columns = new ArrayList<>(described.size());
    for (TableColumn column : described) {
      DefaultKind kind = column.defaultKind();
      if (kind != DefaultKind.MATERIALIZED && kind != DefaultKind.ALIAS) {
        ClickHouseType type = ClickHouseType.parse(column.name(), column.typeName());
        columns.add(new TableSchema.Column(column.name(), type, kind));
      }
    }
    return new TableSchema(id, columns);
  }

  /** Reads the description anew before the next conversion. Writers made before must be dropped. */
  public void forgetSchema() {
    conversion = null;
  }

  /**
   * Asks the server whether the table is there, so that a try is not begun in vain. A table that is
   * created when it is missing waits for the next record.
   *
   * @throws MissingTableException when there is no such table
   */
  public void probe(Deadline deadline) {
    List<TableColumn> described = target.describe(id, deadline);
    if (described.isEmpty() && changes.createsTable()) {
      return;
    }
    if (conversion == null) {
      conversion = conversionInto(described);
    } else if (described.isEmpty()) {
      throw new MissingTableException(id);
    }
  }

  /** Whether a token sent again stores nothing again in the table. */
  public boolean deduplicates(Deadline deadline) {
    return target.deduplicates(id, deadline);
  }

  /**
   * The same conversion, except that rows are grouped by the columns in {@code optional} and no
   * others, as they were when the table had those; columns that have become optional since are left
   * out. Empty when one of those columns is gone.
   */
  public Optional<TableConversion> conversionGroupedBy(
      List<String> optional, RowSource row, Deadline deadline) {
    TableConversion current = conversion(row, deadline);
    if (current.optionalColumns().equals(optional)) {
      return Optional.of(current);
    }
    List<TableSchema.Column> columns = new ArrayList<>();
    int found = 0;
    for (TableSchema.Column column : schema.columns()) {
      if (optional.contains(column.name())) {
        found++;
        columns.add(
            new TableSchema.Column(
                column.name(),
                column.type(),
                column.isOptional() ? column.defaultKind() : DefaultKind.DEFAULT));
      } else if (!column.isOptional()) {
        columns.add(column);
      }
    }
    return found < optional.size()
        ? Optional.empty()
        : Optional.of(new TableConversion(new TableSchema(id, columns), options, plainListener));
  }

  /** A writer with an empty block for rows of {@code group}. */
  public GroupWriter newGroupWriter(ColumnGroup group) {
    return newGroupWriter(conversion, group);
  }

  /** The same for a group of that conversion. */
  public GroupWriter newGroupWriter(TableConversion conversion, ColumnGroup group) {
    List<ColumnDefinition> columns = conversion.columnsOf(group);
    Block block = Block.narrow(columns);
    return new GroupWriter(id, block, conversion.rowAppender(group, block), target, settings);
  }

  /** Asks for columns first and hands on what gets none. */
  private final class NewFieldListener implements UnknownFieldListener {
    @Override
    public void unknownField(String field) {
      leftFieldsOut = true;
      plainListener.unknownField(field);
    }

    @Override
    public boolean wantsColumn(String field) {
      return changes.addsColumnFor(field);
    }
  }
}
