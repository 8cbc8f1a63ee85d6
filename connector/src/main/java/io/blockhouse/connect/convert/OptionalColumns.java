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

/**
 * Tells which of a table's optional columns a record carries. A Nullable one is carried when the
 * field is there, null or not; any other only with a value, because null takes the DEFAULT as
 * absence does.
 */
final class OptionalColumns {
  /** Groups remembered so that equal records get the same object; further ones are made anew. */
  private static final int MAX_INTERNED = 256;

  private final String[] names;
  private final boolean[] nullable;
  private final ColumnGroup empty;
  private final List<ColumnGroup> interned = new ArrayList<>();
  private final SchemaCache<StructFieldsOfGroup> plans = new SchemaCache<>(this::plan);

  /** The set being found, reused. */
  private final long[] words;

  private ColumnGroup last;

  OptionalColumns(List<TableSchema.Column> optional) {
    this.names = optional.stream().map(TableSchema.Column::name).toArray(String[]::new);
    this.nullable = new boolean[names.length];
    for (int i = 0; i < names.length; i++) {
      nullable[i] = optional.get(i).type().family() == TypeFamily.NULLABLE;
    }
    this.words = new long[ColumnGroup.wordsFor(names.length)];
    this.empty = new ColumnGroup(words);
    this.last = empty;
    interned.add(empty);
  }

  boolean isEmpty() {
    return names.length == 0;
  }

  ColumnGroup none() {
    return empty;
  }

  ColumnGroup groupOf(Map<?, ?> map) {
    Arrays.fill(words, 0);
    for (int i = 0; i < names.length; i++) {
      if (map.get(names[i]) != null || nullable[i] && map.containsKey(names[i])) {
        ColumnGroup.add(words, i);
      }
    }
    return group();
  }

  ColumnGroup groupOf(Struct struct) {
    StructFieldsOfGroup plan = plans.get(struct.schema());
    System.arraycopy(plan.always, 0, words, 0, words.length);
    for (int i = 0; i < plan.fields.length; i++) {
      if (StructFields.value(struct, plan.fields[i]) != null) {
        ColumnGroup.add(words, plan.ordinals[i]);
      }
    }
    return group();
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
    List<Integer> ordinals = new ArrayList<>();
    for (int i = 0; i < names.length; i++) {
      Field field = schema.field(names[i]);
      if (field != null && nullable[i]) {
        ColumnGroup.add(always, i);
      } else if (field != null) {
        fields.add(field);
        ordinals.add(i);
      }
    }
    return new StructFieldsOfGroup(
        always,
        fields.toArray(Field[]::new),
        ordinals.stream().mapToInt(Integer::intValue).toArray());
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
