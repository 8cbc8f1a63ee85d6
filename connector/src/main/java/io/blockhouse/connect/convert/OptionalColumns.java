// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.connect.table.TableSchema;
import io.blockhouse.wire.type.TypeFamily;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Tells which of a table's optional columns a record carries. A Nullable one is carried when the
 * field is there, null or not; any other only with a value, because null takes the DEFAULT as
 * absence does.
 */
final class OptionalColumns {
  /** Groups remembered so that equal records get the same object; further ones are made anew. */
  private static final int MAX_INTERNED = 256;

  /** Columns that record values fill: their names, null rules and ordinals. */
  private final String[] names;

  private final boolean[] nullable;
  private final int[] ordinals;

  /** Columns that Kafka's own fields fill, and their ordinals. */
  private final KafkaField[] kafkaFields;

  private final int[] kafkaOrdinals;

  private final ColumnGroup empty;
  private final List<ColumnGroup> interned = new ArrayList<>();
  private final SchemaCache<StructFieldsOfGroup> plans = new SchemaCache<>(this::plan);
  private final JsonFieldScan jsonScan;
  private final JsonFieldScan.Found jsonMember = this::jsonMember;

  /** Positions of the columns in lines of text, -1 for none; null until the first of them. */
  private int[] linePositions;

  /** The set being found, reused. */
  private final long[] words;

  private ColumnGroup last;

  OptionalColumns(TableSchema schema, Map<KafkaField, String> kafkaColumns) {
    List<TableSchema.Column> optional =
        schema.columns().stream().filter(TableSchema.Column::isOptional).toList();
    List<TableSchema.Column> ofValue =
        optional.stream().filter(column -> !kafkaColumns.containsValue(column.name())).toList();
    this.names = ofValue.stream().map(TableSchema.Column::name).toArray(String[]::new);
    this.ordinals = ofValue.stream().mapToInt(optional::indexOf).toArray();
    this.nullable = new boolean[names.length];
    for (int i = 0; i < names.length; i++) {
      nullable[i] = ofValue.get(i).type().family() == TypeFamily.NULLABLE;
    }
    List<String> all = optional.stream().map(TableSchema.Column::name).toList();
    this.kafkaFields =
        kafkaColumns.keySet().stream()
            .filter(field -> all.contains(kafkaColumns.get(field)))
            .toArray(KafkaField[]::new);
    this.kafkaOrdinals =
        Arrays.stream(kafkaFields)
            .mapToInt(field -> all.indexOf(kafkaColumns.get(field)))
            .toArray();
    this.words = new long[ColumnGroup.wordsFor(optional.size())];
    this.empty = new ColumnGroup(words);
    this.last = empty;
    this.jsonScan = new JsonFieldScan(names);
    interned.add(empty);
  }

  boolean isEmpty() {
    return words.length == 0;
  }

  ColumnGroup none() {
    return empty;
  }

  ColumnGroup groupOf(Map<?, ?> map, SinkRecord kafka) {
    start(kafka);
    for (int i = 0; i < names.length; i++) {
      if (map.get(names[i]) != null || nullable[i] && map.containsKey(names[i])) {
        ColumnGroup.add(words, ordinals[i]);
      }
    }
    return group();
  }

  ColumnGroup groupOf(Struct struct, SinkRecord kafka) {
    start(kafka);
    StructFieldsOfGroup plan = plans.get(struct.schema());
    for (int i = 0; i < words.length; i++) {
      words[i] |= plan.always[i];
    }
    for (int i = 0; i < plan.fields.length; i++) {
      if (StructFields.value(struct, plan.fields[i]) != null) {
        ColumnGroup.add(words, plan.ordinals[i]);
      }
    }
    return group();
  }

  ColumnGroup groupOf(JsonInput json, SinkRecord kafka) {
    start(kafka);
    if (names.length > 0) {
      jsonScan.scan(json, jsonMember);
    }
    return group();
  }

  private void jsonMember(int name, boolean isNull) {
    if (!isNull || nullable[name]) {
      ColumnGroup.add(words, ordinals[name]);
    }
  }

  ColumnGroup groupOf(DelimitedLine line, SinkRecord kafka) {
    start(kafka);
    if (linePositions == null) {
      linePositions = Arrays.stream(names).mapToInt(line.columns()::indexOf).toArray();
    }
    for (int i = 0; i < names.length; i++) {
      int position = linePositions[i];
      if (position >= 0 && !line.isEmpty(position) && (nullable[i] || !line.isNull(position))) {
        ColumnGroup.add(words, ordinals[i]);
      }
    }
    return group();
  }

  /** The whole value, not null, belongs in one column, optional or not. */
  ColumnGroup groupOf(String wholeColumn, SinkRecord kafka) {
    start(kafka);
    for (int i = 0; i < names.length; i++) {
      if (names[i].equals(wholeColumn)) {
        ColumnGroup.add(words, ordinals[i]);
      }
    }
    return group();
  }

  private void start(SinkRecord kafka) {
    Arrays.fill(words, 0);
    for (int i = 0; i < kafkaFields.length; i++) {
      if (KafkaFields.isPresent(kafkaFields[i], kafka)) {
        ColumnGroup.add(words, kafkaOrdinals[i]);
      }
    }
  }

  private ColumnGroup group() {
    if (last.sameAs(words)) {
      return last;
    }
    for (ColumnGroup group : interned) {
      if (group.sameAs(words)) {
        last = group;
        return group;
      }
    }
    last = new ColumnGroup(words);
    if (interned.size() < MAX_INTERNED) {
      interned.add(last);
    }
    return last;
  }

  private StructFieldsOfGroup plan(Schema schema) {
    long[] always = new long[words.length];
    List<Field> fields = new ArrayList<>();
    List<Integer> ofFields = new ArrayList<>();
    for (int i = 0; i < names.length; i++) {
      Field field = schema.field(names[i]);
      if (field != null && nullable[i]) {
        ColumnGroup.add(always, ordinals[i]);
      } else if (field != null) {
        fields.add(field);
        ofFields.add(ordinals[i]);
      }
    }
    return new StructFieldsOfGroup(
        always,
        fields.toArray(Field[]::new),
        ofFields.stream().mapToInt(Integer::intValue).toArray());
  }

  /** For one schema: the columns always carried, and the fields whose value decides. */
  private static final class StructFieldsOfGroup {
    final long[] always;
    final Field[] fields;
    final int[] ordinals;

    StructFieldsOfGroup(long[] always, Field[] fields, int[] ordinals) {
      this.always = always;
      this.fields = fields;
      this.ordinals = ordinals;
    }
  }
}
