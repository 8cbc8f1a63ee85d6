// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.wire.block.Block;
import io.blockhouse.wire.block.ColumnWriter;
import java.util.Arrays;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.sink.SinkRecord;

/** How what a record is besides its value becomes columns of a block. */
final class KafkaPlan {
  /** A schema whose values are Longs, as {@link SinkRecord#timestamp} gives them. */
  private static final Schema EPOCH_MILLIS =
      SchemaBuilder.int64().name("io.debezium.time.Timestamp").build();

  private final Block block;
  private final KafkaField[] fields;

  /** Places of their columns in the block. */
  private final int[] indexes;

  private final String[] names;
  private final ColumnWriter[] columns;
  private final ValueAppender[] appenders;
  private final SchemaCache<ValueAppender> keys;
  private final String table;

  /** {@code names} may have columns that are not in this block. */
  KafkaPlan(Block block, Map<KafkaField, String> kafka, ValueAppenders factory, String table) {
    this.block = block;
    this.table = table;
    this.indexes = new int[kafka.size()];
    int count = 0;
    KafkaField[] present = new KafkaField[kafka.size()];
    this.names = new String[kafka.size()];
    this.columns = new ColumnWriter[kafka.size()];
    this.appenders = new ValueAppender[kafka.size()];
    ColumnWriter key = null;
    for (int i = 0; i < block.columnCount(); i++) {
      for (Map.Entry<KafkaField, String> entry : kafka.entrySet()) {
        if (entry.getValue().equals(block.definitions().get(i).name())) {
          present[count] = entry.getKey();
          indexes[count] = i;
          names[count] = entry.getValue();
          columns[count] = block.column(i);
          appenders[count++] = factory.of(block.column(i), schemaOf(entry.getKey()));
          key = entry.getKey() == KafkaField.KEY ? block.column(i) : key;
        }
      }
    }
    this.fields = Arrays.copyOf(present, count);
    ColumnWriter keyColumn = key;
    this.keys = new SchemaCache<>(schema -> factory.of(keyColumn, schema));
  }

  private static Schema schemaOf(KafkaField field) {
    return switch (field) {
      case TOPIC -> Schema.STRING_SCHEMA;
      case PARTITION, OFFSET -> Schema.INT64_SCHEMA;
      case TIMESTAMP -> EPOCH_MILLIS;
      case KEY, HEADERS -> null;
    };
  }

  void append(SinkRecord kafka) {
    for (int i = 0; i < fields.length; i++) {
      block.enter(indexes[i]);
      if (!KafkaFields.isPresent(fields[i], kafka)) {
        columns[i].appendDefault();
        continue;
      }
      try {
        append(kafka, fields[i], appenders[i]);
      } catch (Rejection e) {
        throw e.from(KafkaFields.describe(fields[i], kafka)).toException(names[i], table);
      }
    }
  }

  private void append(SinkRecord kafka, KafkaField field, ValueAppender appender) {
    switch (field) {
      case TOPIC -> appender.append(kafka.originalTopic());
      case PARTITION -> appender.appendLong(kafka.originalKafkaPartition());
      case OFFSET -> appender.appendLong(kafka.originalKafkaOffset());
      case TIMESTAMP -> appender.append(kafka.timestamp());
      case KEY -> {
        Schema schema = kafka.keySchema();
        (schema == null ? appender : keys.get(schema)).append(kafka.key());
      }
      default -> appender.append(KafkaFields.headers(kafka));
    }
  }
}
