// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import java.util.List;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/** Tuple from Structs of one schema: which field is which element is found once. */
final class StructTupleAppender extends ValueAppender {
  private final TupleParts parts;
  private final ValueAppender[] elements;

  /** By element; null where the schema has no field of its name. */
  private final Field[] fields;

  /** Names of fields that no element has. */
  private final List<String> others;

  private final UnknownMembers unknown;
  private final boolean reportAlways;
  private boolean reported;

  private final TupleAppender nulls;

  /** The last one is for null and for tuples without names. */
  StructTupleAppender(
      TupleParts parts,
      Schema schema,
      ValueAppender[] elements,
      UnknownMembers unknown,
      boolean failOnUnknown,
      TupleAppender nulls) {
    this.parts = parts;
    this.elements = elements;
    this.unknown = unknown;
    this.reportAlways = failOnUnknown;
    this.nulls = nulls;
    List<String> names = parts.names();
    this.fields = names.stream().map(schema::field).toArray(Field[]::new);
    this.others =
        schema.fields().stream().map(Field::name).filter(name -> !names.contains(name)).toList();
  }

  @Override
  void append(Object value) {
    nulls.requireNames();
    Struct struct = (Struct) value;
    if (!others.isEmpty() && (reportAlways || !reported)) {
      reported = true; // as for records: once per plan, unless it is an error
      others.forEach(unknown::report);
    }
    int index = 0;
    Object part = null;
    try {
      for (; index < elements.length; index++) {
        Field field = fields[index];
        part = field == null ? null : StructFields.value(struct, field);
        CompositeAppender.appendPart(elements[index], part);
      }
    } catch (Rejection e) {
      Schema partSchema = fields[index] == null ? null : fields[index].schema();
      throw e.from(SourceKind.describe(part, partSchema)).inField(parts.names().get(index));
    }
    parts.end();
  }

  @Override
  void appendNull() {
    nulls.appendNull();
  }
}
