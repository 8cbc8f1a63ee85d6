// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.wire.block.ArrayColumn;
import io.blockhouse.wire.block.ColumnWriter;
import io.blockhouse.wire.block.LowCardinalityColumn;
import io.blockhouse.wire.block.MapColumn;
import io.blockhouse.wire.block.NullableColumn;
import io.blockhouse.wire.block.QBitColumn;
import io.blockhouse.wire.block.TupleColumn;
import java.util.List;
import java.util.function.Function;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;

/** Builds the appender for a column and a source schema: shapes outside, one conversion inside. */
final class ValueAppenders {
  private final ConversionOptions options;
  private final JsonText json;
  private final UnknownFieldListener unknownFields;

  /** The listener hears of members of objects that no element of a tuple takes. */
  ValueAppenders(ConversionOptions options, JsonText json, UnknownFieldListener unknownFields) {
    this.options = options;
    this.json = json;
    this.unknownFields = unknownFields;
  }

  /** The schema is null for values that have none: their class decides, value by value. */
  ValueAppender of(ColumnWriter column, Schema schema) {
    return of(column, schema, column.name());
  }

  /** The path is the values' place in the table. */
  ValueAppender of(ColumnWriter column, Schema schema, String path) {
    if (schema != null && SourceKind.of(schema) == SourceKind.UNION && !schema.fields().isEmpty()) {
      return new UnionAppender(ofFields(column, schema.fields(), path));
    }
    if (column instanceof LowCardinalityColumn low) {
      return new LowCardinalityAppender(low, of(low.values(), schema, path));
    }
    if (column instanceof NullableColumn nullable) {
      return new NullableAppender(nullable, of(nullable.values(), schema, path));
    }
    if (column instanceof ArrayColumn array) {
      Schema elements = elementSchema(schema);
      return new ArrayAppender(array, of(array.elements(), elements, path + "[]"), elements);
    }
    if (column instanceof TupleColumn tuple) {
      return tuple(tuple, schema, path);
    }
    if (column instanceof MapColumn map) {
      return map(map, schema, path);
    }
    if (column instanceof QBitColumn vectors) {
      Schema elements = elementSchema(schema);
      return new QBitAppender(
          vectors, of(vectors.elements(), elements, path), elements, options.nullAsDefault());
    }
    return SourceAppenders.of(schema, conversion(column));
  }

  private TypeConversion conversion(ColumnWriter column) {
    TypeConversion conversion = TypeConversions.of(column, options.nullAsDefault(), json);
    if (conversion instanceof TemporalConversion temporal
        && options.timestampUnit() != TimestampUnit.COLUMN) {
      return new EpochConversion(
          column, temporal, options.timestampUnit(), options.nullAsDefault());
    }
    return conversion;
  }

  /** Null unless it is of lists. */
  private static Schema elementSchema(Schema schema) {
    return is(schema, SourceKind.LIST) ? schema.valueSchema() : null;
  }

  private static boolean is(Schema schema, SourceKind kind) {
    return schema != null && SourceKind.of(schema) == kind;
  }

  private ValueAppender tuple(TupleColumn column, Schema schema, String path) {
    boolean partsAlike = is(schema, SourceKind.LIST) || is(schema, SourceKind.MAP);
    Schema partSchema = partsAlike ? schema.valueSchema() : null;
    List<String> names = column.type().elementNames();
    ValueAppender[] elements = new ValueAppender[column.elementCount()];
    for (int i = 0; i < elements.length; i++) {
      String step = names.isEmpty() ? "[" + i + "]" : "." + names.get(i);
      elements[i] = of(column.element(i), partSchema, path + step);
    }
    UnknownMembers unknown =
        new UnknownMembers(path, column.type(), options.failOnUnknownFields(), unknownFields);
    TupleAppender any =
        new TupleAppender(
            column,
            elements,
            partSchema,
            options.nullAsDefault(),
            unknown,
            unannounced(column, schema, path));
    if (!is(schema, SourceKind.STRUCT)) {
      return any;
    }
    ValueAppender[] typed = new ValueAppender[names.size()];
    for (int i = 0; i < typed.length; i++) {
      Field field = schema.field(names.get(i));
      typed[i] =
          field == null
              ? elements[i]
              : of(column.element(i), field.schema(), path + "." + names.get(i));
    }
    return new StructTupleAppender(
        column, schema, typed, unknown, options.failOnUnknownFields(), any);
  }

  private ValueAppender map(MapColumn column, Schema schema, String path) {
    if (is(schema, SourceKind.STRUCT)) {
      return new MapAppender.OfStruct(
          column,
          of(column.keys(), Schema.STRING_SCHEMA, path),
          schema.fields(),
          ofFields(column.values(), schema.fields(), path + "[*]"));
    }
    boolean typed = is(schema, SourceKind.MAP);
    return new MapAppender(
        column,
        of(column.keys(), typed ? schema.keySchema() : null, path),
        of(column.values(), typed ? schema.valueSchema() : null, path + "[*]"),
        typed ? schema : null,
        options.nullAsDefault(),
        unannounced(column, schema, path));
  }

  private Function<Schema, ValueAppender> unannounced(
      ColumnWriter column, Schema schema, String path) {
    return schema == null ? struct -> of(column, struct, path) : null;
  }

  /** An appender into the same column for each of the fields. */
  private ValueAppender[] ofFields(ColumnWriter column, List<Field> fields, String path) {
    return fields.stream()
        .map(field -> of(column, field.schema(), path))
        .toArray(ValueAppender[]::new);
  }
}
