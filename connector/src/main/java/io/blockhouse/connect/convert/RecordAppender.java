// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.wire.block.Block;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;

/** Rows of one group into one block, from either kind of record. */
final class RecordAppender implements RowAppender {
  private final Block block;
  private final ValueAppenders factory;
  private final UnknownFields unknownFields;
  private final SchemaCache<StructPlan> plans = new SchemaCache<>(this::compile);

  /** Null until the first record without schema. */
  private MapPlan mapPlan;

  RecordAppender(Block block, ValueAppenders factory, UnknownFields unknownFields) {
    this.block = block;
    this.factory = factory;
    this.unknownFields = unknownFields;
  }

  @Override
  public void append(SinkRecord record) {
    Object value = record.value();
    if (value instanceof Struct struct) {
      plans.get(struct.schema()).append(struct, unknownFields.table());
    } else if (value instanceof Map<?, ?> map) {
      append(map);
    } else {
      throw RecordShapes.unusable(value, unknownFields.table());
    }
  }

  private void append(Map<?, ?> map) {
    if (mapPlan == null) {
      mapPlan = new MapPlan(block, factory);
    }
    int matched = mapPlan.append(map, unknownFields.table());
    // Equal counts with one match at least mean that every key is a column: nothing to look for.
    if (matched != map.size() || matched == 0) {
      unknownFields.check(map.keySet());
    }
  }

  /** Throws, and so caches nothing, for a schema whose fields are refused. */
  private StructPlan compile(Schema schema) {
    List<String> names = schema.fields().stream().map(Field::name).toList();
    unknownFields.check(names);
    return new StructPlan(schema, block, factory);
  }
}
