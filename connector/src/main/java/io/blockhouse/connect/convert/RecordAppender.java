// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/** Rows of one group into one block, from every kind of record. */
final class RecordAppender implements RowAppender {
  private final RecordColumns columns;
  private final KafkaPlan kafkaPlan;
  private final ValueAppenders factory;
  private final UnknownFields unknownFields;
  private final RowForms forms;
  private final JsonInput json;
  private final DelimitedLine line;
  private final SchemaCache<StructRows> structPlans = new SchemaCache<>(this::compile);

  /** Null until the first record of the kind. */
  private MapPlan mapPlan;

  private JsonPlan jsonPlan;
  private LinePlan linePlan;
  private WholePlan textPlan;
  private WholePlan scalarPlan;

  RecordAppender(
      RecordColumns columns,
      KafkaPlan kafkaPlan,
      ValueAppenders factory,
      UnknownFields unknownFields,
      RowForms forms,
      JsonInput json,
      DelimitedLine line) {
    this.columns = columns;
    this.kafkaPlan = kafkaPlan;
    this.factory = factory;
    this.unknownFields = unknownFields;
    this.forms = forms;
    this.json = json;
    this.line = line;
  }

  @Override
  public void append(RowSource row) {
    Object value = row.value();
    switch (forms.of(value)) {
      case STRUCT -> {
        Struct struct = (Struct) value;
        structPlans.get(struct.schema()).append(struct, unknownFields.table());
      }
      case MAP -> append((Map<?, ?>) value);
      case JSON -> appendJson(value);
      case LINE -> appendLine(value);
      default -> wholePlan(value).append(value, row.record().valueSchema());
    }
    kafkaPlan.append(row.record());
  }

  private void append(Map<?, ?> map) {
    if (mapPlan == null) {
      mapPlan = new MapPlan(columns, factory, unknownFields);
    }
    mapPlan.append(map);
  }

  private void appendJson(Object text) {
    if (jsonPlan == null) {
      jsonPlan = new JsonPlan(columns, factory, unknownFields);
    }
    json.load(text);
    jsonPlan.append(json);
  }

  private void appendLine(Object text) {
    if (linePlan == null) {
      linePlan = new LinePlan(line, columns, factory, unknownFields);
    }
    line.load(text);
    linePlan.append();
  }

  /** One plan for text and one for the rest: they may belong in different columns. */
  private WholePlan wholePlan(Object value) {
    if (RowForms.isText(value)) {
      if (textPlan == null) {
        textPlan = newWholePlan(value);
      }
      return textPlan;
    }
    if (scalarPlan == null) {
      scalarPlan = newWholePlan(value);
    }
    return scalarPlan;
  }

  private WholePlan newWholePlan(Object value) {
    return new WholePlan(columns, forms.columnFor(value), factory, unknownFields.table());
  }

  /** Throws, and so caches nothing, for a schema whose fields are refused. */
  private StructRows compile(Schema schema) {
    List<String> names = schema.fields().stream().map(Field::name).toList();
    unknownFields.check(names);
    return columns.nested.isEmpty()
        ? new StructPlan(schema, columns, factory)
        : new NestedStructPlan(schema, columns, factory, unknownFields);
  }
}
