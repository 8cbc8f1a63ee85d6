// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.table;

import io.blockhouse.connect.convert.ColumnGroup;
import io.blockhouse.connect.convert.ConversionOptions;
import io.blockhouse.connect.convert.TableConversion;
import io.blockhouse.connect.convert.UnknownFieldListener;
import io.blockhouse.wire.Deadline;
import io.blockhouse.wire.TableColumn;
import io.blockhouse.wire.TableColumn.DefaultKind;
import io.blockhouse.wire.block.Block;
import io.blockhouse.wire.block.ColumnDefinition;
import io.blockhouse.wire.type.ClickHouseType;
import java.util.ArrayList;
import java.util.List;

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
  private TableConversion conversion;

  /** Nothing is read from the server yet. */
  public TableWriter(
      TableId id,
      InsertTarget target,
      InsertSettings settings,
      ConversionOptions options,
      UnknownFieldListener unknownFields) {
    this.id = id;
    this.target = target;
    this.settings = settings;
    this.options = options;
    this.unknownFields = unknownFields;
  }

  /** The table. */
  public TableId id() {
    return id;
  }

  /**
   * How records become rows of the table as it is now known.
   *
   * @throws MissingTableException when there is no such table
   */
  public TableConversion conversion(Deadline deadline) {
    if (conversion == null) {
      conversion = new TableConversion(readSchema(deadline), options, unknownFields);
    }
    return conversion;
  }

  private TableSchema readSchema(Deadline deadline) {
    List<TableColumn> described = target.describe(id, deadline);
    if (described.isEmpty()) {
      throw new MissingTableException(id);
    }
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
   * Asks the server whether the table is there, so that a try is not begun in vain.
   *
   * @throws MissingTableException when there is no such table
   */
  public void probe(Deadline deadline) {
    if (conversion == null) {
      conversion(deadline);
    } else if (target.describe(id, deadline).isEmpty()) {
      throw new MissingTableException(id);
    }
  }

  /** Whether a token sent again stores nothing again in the table. */
  public boolean deduplicates(Deadline deadline) {
    return target.deduplicates(id, deadline);
  }

  /** A writer with an empty block for rows of {@code group}. */
  public GroupWriter newGroupWriter(ColumnGroup group) {
    List<ColumnDefinition> columns = conversion.columnsOf(group);
    Block block = new Block(columns);
    return new GroupWriter(
        id, columns, block, conversion.rowAppender(group, block), target, settings);
  }
}
