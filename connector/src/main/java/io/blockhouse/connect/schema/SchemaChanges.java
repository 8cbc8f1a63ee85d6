// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.schema;

import io.blockhouse.connect.convert.ConversionOptions;
import io.blockhouse.connect.convert.KafkaField;
import io.blockhouse.connect.convert.RecordContent;
import io.blockhouse.connect.convert.RecordField;
import io.blockhouse.connect.convert.RowSource;
import io.blockhouse.connect.error.ConversionException;
import io.blockhouse.connect.table.InsertTarget;
import io.blockhouse.connect.table.TableId;
import io.blockhouse.wire.Deadline;
import io.blockhouse.wire.TableColumn;
import io.blockhouse.wire.TableColumn.DefaultKind;
import io.blockhouse.wire.error.ServerException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.connect.data.Schema;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates one table and adds columns to it, from the fields of records, as far as the options let
 * it. Others may do the same at the same time: every statement says IF NOT EXISTS, and what counts
 * is what the table has afterwards.
 */
public final class SchemaChanges {
  private static final Logger LOG = LoggerFactory.getLogger(SchemaChanges.class);

  /** Records whose field names are data would add columns without end; tables get slow before. */
  private static final int MAX_COLUMNS = 10_000;

  /** Fields remembered as those that get no column. */
  private static final int MAX_HOPELESS = 10_000;

  /** Between two looks whether another server of the cluster shows the change. */
  private static final long LOOK_AGAIN_MS = 100;

  private final TableId table;
  private final InsertTarget target;
  private final SchemaOptions options;
  private final ConversionOptions conversion;
  private final TableDdl ddl;

  /** Fields that no column can be added for; kept though the table's description is forgotten. */
  private final Set<String> hopeless = new HashSet<>();

  /** Changes of one table. */
  public SchemaChanges(
      TableId table, InsertTarget target, SchemaOptions options, ConversionOptions conversion) {
    this.table = table;
    this.target = target;
    this.options = options;
    this.conversion = conversion;
    this.ddl = new TableDdl(table, options);
  }

  /** Whether a missing table is created with the next record. */
  public boolean createsTable() {
    return options.createTables();
  }

  /** Whether a field without a column shall get one. */
  public boolean addsColumnFor(String field) {
    return options.addColumns() && !hopeless.contains(field) && hopeless.size() < MAX_HOPELESS;
  }

  /**
   * Creates the table from the record's fields and returns its description.
   *
   * @throws ConversionException the record has no fields to make a table of
   * @throws SchemaChangeException the server refuses
   */
  public List<TableColumn> create(RowSource row, Deadline deadline) {
    List<NewColumn> columns = new ArrayList<>();
    for (RecordField field : fields(row)) {
      if (!conversion.kafkaColumns().containsValue(field.name())
          && !field.name().equals(conversion.changes().flag())
          && !field.name().equals(conversion.changes().version())
          && !field.name().isEmpty()
          && field.showsType()) {
        columns.add(new NewColumn(field.name(), typeInNewTable(field)));
      }
    }
    if (columns.isEmpty()) {
      throw new ConversionException(
          "Table "
              + table
              + " does not exist, and the record has no field with a value that it could be created"
              + " from (table.create=auto). Create the table, or send a record with fields first.");
    }
    conversion
        .kafkaColumns()
        .forEach((field, column) -> columns.add(new NewColumn(column, typeOf(field))));
    if (!conversion.changes().flag().isEmpty()) {
      columns.add(new NewColumn(conversion.changes().flag(), "UInt8"));
    }
    if (!conversion.changes().version().isEmpty()) {
      columns.add(new NewColumn(conversion.changes().version(), "UInt64"));
    }
    run(SchemaStatement.CREATE_TABLE, ddl.create(columns), deadline);
    // Another task may have created it from another record, so any columns will do.
    return describeUntil(SchemaStatement.CREATE_TABLE, Set.of(), deadline);
  }

  private String typeInNewTable(RecordField field) {
    String type = FieldTypes.of(field);
    boolean optional = field.schema() == null || field.schema().isOptional();
    return optional && !ddl.isKey(field.name()) ? FieldTypes.nullable(type) : type;
  }

  private static String typeOf(KafkaField field) {
    return switch (field) {
      case TOPIC, HEADERS -> "String";
      case PARTITION -> "Int32";
      case OFFSET -> "Int64";
      case TIMESTAMP -> "DateTime64(3, 'UTC')";
      case KEY -> "Nullable(String)";
    };
  }

  /**
   * Adds columns for the record's fields that have none. Afterwards each of them has a column, or
   * {@link #addsColumnFor} is false for it.
   *
   * @throws SchemaChangeException the server refuses
   */
  public void addColumns(RowSource row, Deadline deadline) {
    Map<String, DefaultKind> existing = new HashMap<>();
    for (TableColumn column : target.describe(table, deadline)) {
      existing.put(column.name(), column.defaultKind());
    }
    if (existing.isEmpty()) {
      return; // the table is gone, which is found out next
    }
    List<NewColumn> columns = new ArrayList<>();
    for (RecordField field : fields(row)) {
      if (!field.showsType() || !addsColumnFor(field.name())) {
        continue;
      }
      DefaultKind kind = existing.get(field.name());
      if (kind == null
          && !field.name().isEmpty()
          && existing.size() + columns.size() < MAX_COLUMNS) {
        columns.add(new NewColumn(field.name(), FieldTypes.nullable(FieldTypes.of(field))));
      } else if (kind == null || kind == DefaultKind.MATERIALIZED || kind == DefaultKind.ALIAS) {
        hopeless.add(field.name());
      }
    }
    if (!columns.isEmpty()) {
      run(SchemaStatement.ADD_COLUMN, ddl.addColumns(columns), deadline);
      Set<String> names = new HashSet<>();
      columns.forEach(column -> names.add(column.name()));
      describeUntil(SchemaStatement.ADD_COLUMN, names, deadline);
    }
  }

  private List<RecordField> fields(RowSource row) {
    // Only a value taken as it came has the record's schema; a change event's row has its own.
    Schema schema = row.value() == row.record().value() ? row.record().valueSchema() : null;
    return RecordContent.fields(row.value(), schema, conversion, table.toString());
  }

  private void run(SchemaStatement statement, String sql, Deadline deadline) {
    LOG.info("Changing table {}: {}", table, sql);
    try {
      target.execute(sql, deadline);
    } catch (ServerException e) {
      throw new SchemaChangeException(table, statement, e);
    }
  }

  /** Another host of a cluster may learn of the change later. */
  private List<TableColumn> describeUntil(
      SchemaStatement statement, Set<String> names, Deadline deadline) {
    while (true) {
      List<TableColumn> described = target.describe(table, deadline);
      Set<String> missing = new HashSet<>(names);
      described.forEach(column -> missing.remove(column.name()));
      if (!described.isEmpty() && missing.isEmpty()) {
        return described;
      }
      if (deadline.remainingMs() <= LOOK_AGAIN_MS || !pause()) {
        throw new SchemaChangeException(table, statement);
      }
    }
  }

  private static boolean pause() {
    try {
      Thread.sleep(LOOK_AGAIN_MS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
