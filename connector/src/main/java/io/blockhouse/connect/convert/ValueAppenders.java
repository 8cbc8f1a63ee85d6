// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.wire.block.ArrayColumn;
import io.blockhouse.wire.block.ColumnWriter;
import io.blockhouse.wire.block.LowCardinalityColumn;
import io.blockhouse.wire.block.NullableColumn;
import org.apache.kafka.connect.data.Schema;

/** Builds the appender for a column and a source schema: shapes outside, one conversion inside. */
final class ValueAppenders {
  private final ConversionOptions options;
  private final JsonText json;

  ValueAppenders(ConversionOptions options, JsonText json) {
    this.options = options;
    this.json = json;
  }

  /** The schema is null for values that have none: their class decides, value by value. */
  ValueAppender of(ColumnWriter column, Schema schema) {
    if (schema != null && SourceKind.of(schema) == SourceKind.UNION) {
      return union(column, schema);
    }
    if (column instanceof LowCardinalityColumn low) {
      return new LowCardinalityAppender(low, of(low.values(), schema));
    }
    if (column instanceof NullableColumn nullable) {
      return new NullableAppender(nullable, of(nullable.values(), schema));
    }
    if (column instanceof ArrayColumn array) {
      boolean typed = schema != null && SourceKind.of(schema) == SourceKind.LIST;
      Schema elementSchema = typed ? schema.valueSchema() : null;
      return new ArrayAppender(array, of(array.elements(), elementSchema), elementSchema);
    }
    TypeConversion conversion = TypeConversions.of(column, options.nullAsDefault(), json);
    if (conversion instanceof TemporalConversion temporal
        && options.timestampUnit() != TimestampUnit.COLUMN) {
      conversion =
          new EpochConversion(column, temporal, options.timestampUnit(), options.nullAsDefault());
    }
    return SourceAppenders.of(schema, conversion);
  }

  private ValueAppender union(ColumnWriter column, Schema schema) {
    if (schema.fields().isEmpty()) {
      return of(column, null);
    }
    return new UnionAppender(
        schema.fields().stream()
            .map(branch -> of(column, branch.schema()))
            .toArray(ValueAppender[]::new));
  }
}
