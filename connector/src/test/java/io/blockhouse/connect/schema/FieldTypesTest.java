// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.blockhouse.connect.convert.RecordField;
import io.blockhouse.wire.type.ClickHouseType;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Date;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;
import org.junit.jupiter.api.Test;

class FieldTypesTest {
  private static String ofSchema(Schema schema) {
    String type = FieldTypes.of(new RecordField("f", schema, null));
    ClickHouseType.parse(FieldTypes.nullable(type)); // throws for what no server takes
    return type;
  }

  private static String ofValue(Object value) {
    String type = FieldTypes.of(new RecordField("f", null, value));
    ClickHouseType.parse(FieldTypes.nullable(type));
    return type;
  }

  private static Schema named(SchemaBuilder builder, String name) {
    return builder.name(name).build();
  }

  @Test
  void plainSchemasKeepTheirWidth() {
    assertThat(ofSchema(Schema.INT8_SCHEMA)).isEqualTo("Int8");
    assertThat(ofSchema(Schema.OPTIONAL_INT16_SCHEMA)).isEqualTo("Int16");
    assertThat(ofSchema(Schema.INT32_SCHEMA)).isEqualTo("Int32");
    assertThat(ofSchema(Schema.INT64_SCHEMA)).isEqualTo("Int64");
    assertThat(ofSchema(Schema.FLOAT32_SCHEMA)).isEqualTo("Float32");
    assertThat(ofSchema(Schema.FLOAT64_SCHEMA)).isEqualTo("Float64");
    assertThat(ofSchema(Schema.BOOLEAN_SCHEMA)).isEqualTo("Bool");
    assertThat(ofSchema(Schema.STRING_SCHEMA)).isEqualTo("String");
    assertThat(ofSchema(Schema.BYTES_SCHEMA)).isEqualTo("String");
    assertThat(ofSchema(SchemaBuilder.struct().field("a", Schema.INT8_SCHEMA).build()))
        .isEqualTo("String");
  }

  @Test
  void logicalTypesDecideBeforePlainOnes() {
    assertThat(ofSchema(Date.SCHEMA)).isEqualTo("Date32");
    assertThat(ofSchema(Timestamp.SCHEMA)).isEqualTo("DateTime64(3, 'UTC')");
    assertThat(ofSchema(Time.SCHEMA)).isEqualTo("String");
    assertThat(ofSchema(named(SchemaBuilder.int32(), "io.debezium.time.Date"))).isEqualTo("Date32");
    assertThat(ofSchema(named(SchemaBuilder.int64(), "io.debezium.time.MicroTimestamp")))
        .isEqualTo("DateTime64(6, 'UTC')");
    assertThat(ofSchema(named(SchemaBuilder.int64(), "io.debezium.time.NanoTimestamp")))
        .isEqualTo("DateTime64(9, 'UTC')");
    assertThat(ofSchema(named(SchemaBuilder.string(), "io.debezium.data.Uuid"))).isEqualTo("UUID");
    assertThat(ofSchema(named(SchemaBuilder.int64(), "com.example.Id"))).isEqualTo("Int64");
  }

  @Test
  void decimalsHaveTheirScaleAndPrecisionWhereTheyAreTold() {
    assertThat(ofSchema(Decimal.schema(2))).isEqualTo("Decimal(38, 2)");
    assertThat(ofSchema(Decimal.schema(50))).isEqualTo("Decimal(76, 50)");
    assertThat(ofSchema(Decimal.schema(-1))).isEqualTo("String");
    assertThat(ofSchema(Decimal.builder(4).parameter("connect.decimal.precision", "12").build()))
        .isEqualTo("Decimal(12, 4)");
    assertThat(ofSchema(Decimal.builder(4).parameter("connect.decimal.precision", "99").build()))
        .isEqualTo("Decimal(38, 4)");
  }

  @Test
  void compositesAreNotNullableButTheirElementsMayBe() {
    assertThat(ofSchema(SchemaBuilder.array(Schema.OPTIONAL_INT32_SCHEMA).build()))
        .isEqualTo("Array(Nullable(Int32))");
    assertThat(ofSchema(SchemaBuilder.array(SchemaBuilder.array(Schema.STRING_SCHEMA)).build()))
        .isEqualTo("Array(Array(String))");
    assertThat(
            ofSchema(
                SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.OPTIONAL_FLOAT64_SCHEMA).build()))
        .isEqualTo("Map(String, Nullable(Float64))");
    assertThat(FieldTypes.nullable("Array(Int32)")).isEqualTo("Array(Int32)");
    assertThat(FieldTypes.nullable("Int32")).isEqualTo("Nullable(Int32)");
  }

  @Test
  void valuesWithoutSchemaShowTheirTypes() {
    assertThat(ofValue(1)).isEqualTo("Int64");
    assertThat(ofValue(1L)).isEqualTo("Int64");
    assertThat(ofValue(1.5)).isEqualTo("Float64");
    assertThat(ofValue(true)).isEqualTo("Bool");
    assertThat(ofValue("x")).isEqualTo("String");
    assertThat(ofValue(BigInteger.TWO.pow(70))).isEqualTo("String");
    assertThat(ofValue(Map.of("a", 1))).isEqualTo("String");
    assertThat(ofValue(Arrays.asList(null, 1L))).isEqualTo("Array(Nullable(Int64))");
    assertThat(ofValue(List.of(1L, 1.5))).isEqualTo("Array(Nullable(Float64))");
    assertThat(ofValue(List.of(1L, "x"))).isEqualTo("Array(Nullable(String))");
    assertThat(ofValue(List.of(List.of(), List.of(true))))
        .isEqualTo("Array(Array(Nullable(Bool)))");
    assertThat(ofValue(List.of(Map.of()))).isEqualTo("Array(Nullable(String))");
  }

  @Test
  void nothingButNullShowsNoType() {
    assertThat(new RecordField("f", null, null).showsType()).isFalse();
    assertThat(new RecordField("f", null, List.of()).showsType()).isFalse();
    assertThat(new RecordField("f", null, List.of(Arrays.asList((Object) null))).showsType())
        .isFalse();
    assertThat(new RecordField("f", null, Map.of()).showsType()).isTrue();
    assertThat(new RecordField("f", Schema.OPTIONAL_STRING_SCHEMA, null).showsType()).isTrue();
  }
}
