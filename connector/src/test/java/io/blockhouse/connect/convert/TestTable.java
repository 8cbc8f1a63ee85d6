// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.blockhouse.connect.error.ConversionException;
import io.blockhouse.connect.table.TableId;
import io.blockhouse.connect.table.TableSchema;
import io.blockhouse.wire.TableColumn.DefaultKind;
import io.blockhouse.wire.block.Block;
import io.blockhouse.wire.type.ClickHouseType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;

/** The table db.t, and what records become in it. */
final class TestTable {
  final TableConversion conversion;
  final List<String> unknown = new ArrayList<>();

  private TestTable(ConversionOptions options, String[] columns) {
    List<TableSchema.Column> parsed = new ArrayList<>();
    for (String column : columns) {
      parsed.add(column(column));
    }
    this.conversion =
        new TableConversion(new TableSchema(new TableId("db", "t"), parsed), options, unknown::add);
  }

  /** Columns as "name Type", with DEFAULT or EPHEMERAL behind it. */
  static TestTable of(String... columns) {
    return new TestTable(new ConversionOptions(false, false), columns);
  }

  static TestTable with(ConversionOptions options, String... columns) {
    return new TestTable(options, columns);
  }

  /** A table whose records are JSON text. */
  static TestTable json(String... columns) {
    return new TestTable(options(ValueFormat.JSON, "", TimestampUnit.COLUMN, Map.of()), columns);
  }

  static ConversionOptions options(
      ValueFormat format, String column, TimestampUnit unit, Map<KafkaField, String> kafka) {
    return new ConversionOptions(false, false, format, column, unit, kafka);
  }

  private static TableSchema.Column column(String text) {
    String[] parts = text.split(" ", 2);
    String type = parts[1];
    DefaultKind kind = DefaultKind.NONE;
    for (DefaultKind candidate : List.of(DefaultKind.DEFAULT, DefaultKind.EPHEMERAL)) {
      if (type.endsWith(" " + candidate)) {
        kind = candidate;
        type = type.substring(0, type.length() - candidate.name().length() - 1);
      }
    }
    return new TableSchema.Column(parts[0], ClickHouseType.parse(type), kind);
  }

  static RowSource record(Object value) {
    Schema schema = value instanceof Struct struct ? struct.schema() : null;
    return RowSource.of(new SinkRecord("topic", 0, null, null, schema, value, 0));
  }

  /** A Struct of the one field v. */
  static Struct struct(Schema fieldSchema, Object value) {
    Schema schema = SchemaBuilder.struct().field("v", fieldSchema).build();
    return new Struct(schema).put("v", value);
  }

  Block emptyBlock(Object value) {
    return new Block(conversion.columnsOf(conversion.groupOf(record(value))));
  }

  /** The row a record value becomes, in a block of its own. */
  List<String> row(Object value) {
    return row(record(value));
  }

  List<String> row(SinkRecord record) {
    return row(RowSource.of(record));
  }

  List<String> row(RowSource row) {
    ColumnGroup group = conversion.groupOf(row);
    Block block = new Block(conversion.columnsOf(group));
    conversion.rowAppender(group, block).append(row);
    block.endRow();
    block.seal();
    return BlockReader.rows(block).get(0);
  }

  /** The message with which a record value is refused. */
  String refusal(Object value) {
    ConversionException refused = catchThrowableOfType(ConversionException.class, () -> row(value));
    if (refused == null) {
      throw new AssertionError("not refused but written as " + row(value));
    }
    return refused.getMessage();
  }
}
