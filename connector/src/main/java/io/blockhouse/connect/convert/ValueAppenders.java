// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.wire.block.ArrayColumn;
import io.blockhouse.wire.block.ColumnWriter;
import io.blockhouse.wire.block.DynamicColumn;
import io.blockhouse.wire.block.LowCardinalityColumn;
import io.blockhouse.wire.block.MapColumn;
import io.blockhouse.wire.block.NullableColumn;
import io.blockhouse.wire.block.QBitColumn;
import io.blockhouse.wire.block.TupleColumn;
import io.blockhouse.wire.block.VariantColumn;
import io.blockhouse.wire.type.ClickHouseType;
import io.blockhouse.wire.type.TypeFamily;
import java.util.List;
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
    return AvailableAppender.of(
        column.type(), schema, options.unavailable(), of(column, schema, column.name()));
  }

  /** The path is the values' place in the table. */
  ValueAppender of(ColumnWriter column, Schema schema, String path) {
    if (is(schema, SourceKind.UNION) && !schema.fields().isEmpty()) {
      return new UnionAppender(
          column instanceof VariantColumn variant
              ? branches(variant, schema.fields(), path)
              : ofFields(column, schema.fields(), path));
    }
    if (GeoJson.nameOf(column.type().family()) != null) {
      return geo(column, schema, path);
    }
    return ofShape(column, schema, path);
  }

  private ValueAppender ofShape(ColumnWriter column, Schema schema, String path) {
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
      return tuple(new TupleParts(tuple), schema, path);
    }
    if (column instanceof MapColumn map) {
      return map(map, schema, path);
    }
    if (column instanceof QBitColumn vectors) {
      Schema elements = elementSchema(schema);
      return new QBitAppender(
          vectors, of(vectors.elements(), elements, path), elements, options.nullAsDefault());
    }
    if (column instanceof VariantColumn variant) {
      ValueAppender[] members = new ValueAppender[variant.memberCount()];
      for (int i = 0; i < members.length; i++) {
        members[i] = of(variant.member(i), schema, path);
      }
      return variant.type().family() == TypeFamily.GEOMETRY
          ? new GeometryAppender(variant, members)
          : new VariantAppender(variant, members, schema);
    }
    if (column instanceof DynamicColumn dynamic) {
      return new DynamicAppender(dynamic, schema, member -> of(member, schema, path));
    }
    return SourceAppenders.of(schema, conversion(column));
  }

  /** A branch with the name of a member goes there, others to the member that fits. */
  private ValueAppender[] branches(VariantColumn column, List<Field> fields, String path) {
    ValueAppender[] branches = ofFields(column, fields, path);
    for (int i = 0; i < branches.length; i++) {
      for (int member = 0; member < column.memberCount(); member++) {
        if (column.type().members().get(member).name().equals(fields.get(i).name())) {
          ValueAppender values = of(column.member(member), fields.get(i).schema(), path);
          branches[i] = new VariantAppender.Member(column, member, values);
        }
      }
    }
    return branches;
  }

  private ValueAppender geo(ColumnWriter column, Schema schema, String path) {
    Field coordinates = is(schema, SourceKind.STRUCT) ? schema.field(GeoJson.COORDINATES) : null;
    return new GeoAppender(
        column.type(),
        ofShape(column, is(schema, SourceKind.LIST) ? schema : null, path),
        ofShape(column, coordinates == null ? null : coordinates.schema(), path));
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

  /** For lists of objects that are spread over the columns of a flattened Nested. */
  ValueAppender of(NestedColumns columns, Schema schema) {
    ClickHouseType type = columns.type();
    Schema elements = elementSchema(schema);
    ValueAppender objects =
        tuple(new TupleParts(type.element(), columns.elements()), elements, columns.name + "[]");
    return new ArrayAppender(type, columns.columns, objects, elements);
  }

  private ValueAppender tuple(TupleParts parts, Schema schema, String path) {
    if (is(schema, SourceKind.UNION) && !schema.fields().isEmpty()) {
      return new UnionAppender(
          schema.fields().stream()
              .map(field -> tuple(parts, field.schema(), path))
              .toArray(ValueAppender[]::new));
    }
    boolean partsAlike = is(schema, SourceKind.LIST) || is(schema, SourceKind.MAP);
    Schema partSchema = partsAlike ? schema.valueSchema() : null;
    ValueAppender[] elements = new ValueAppender[parts.count()];
    for (int i = 0; i < elements.length; i++) {
      elements[i] = of(parts.column(i), partSchema, path + parts.step(i));
    }
    UnknownMembers unknown =
        new UnknownMembers(path, parts.type(), options.failOnUnknownFields(), unknownFields);
    TupleAppender any =
        new TupleAppender(
            parts,
            elements,
            partSchema,
            options.nullAsDefault(),
            unknown,
            schema == null ? struct -> tuple(parts, struct, path) : null);
    if (!is(schema, SourceKind.STRUCT)) {
      return any;
    }
    List<String> names = parts.names();
    for (int i = 0; i < names.size(); i++) {
      Field field = schema.field(names.get(i));
      if (field != null) {
        elements[i] = of(parts.column(i), field.schema(), path + parts.step(i));
      }
    }
    return new StructTupleAppender(
        parts, schema, elements, unknown, options.failOnUnknownFields(), any);
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
        schema == null ? struct -> of(column, struct, path) : null);
  }

  /** An appender into the same column for each of the fields. */
  private ValueAppender[] ofFields(ColumnWriter column, List<Field> fields, String path) {
    return fields.stream()
        .map(field -> of(column, field.schema(), path))
        .toArray(ValueAppender[]::new);
  }
}
