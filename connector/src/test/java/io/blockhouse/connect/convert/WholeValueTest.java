// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.blockhouse.connect.table.MissingColumnException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

/** Values without fields: text and bytes as they are, and Connect's primitive roots. */
class WholeValueTest {
  private static TestTable table(ValueFormat format, String column, String... columns) {
    return TestTable.with(
        TestTable.options(format, column, TimestampUnit.COLUMN, Map.of()), columns);
  }

  private static SinkRecord record(Schema schema, Object value) {
    return new SinkRecord("topic", 0, null, null, schema, value, 0);
  }

  @Test
  void putsRawTextAndBytesUntouchedIntoTheOnlyStringColumn() {
    TestTable table = table(ValueFormat.RAW, "", "id Int32", "data String", "at DateTime DEFAULT");
    assertThat(table.row("{\"not\":\"parsed\"}")).containsExactly("0", "{\"not\":\"parsed\"}");
    assertThat(table.row("")).containsExactly("0", "");
    assertThat(table.row(new byte[] {(byte) 0xFF, 0})).containsExactly("0", "\u00FF\u0000");
    assertThat(table.row(ByteBuffer.wrap(new byte[] {'a', 'b'}))).containsExactly("0", "ab");
    assertThat(table(ValueFormat.RAW, "", "d Nullable(String)").row("x")).containsExactly("x");
  }

  @Test
  void putsRawValuesIntoTheNamedColumnAlsoWhereItHasADefault() {
    TestTable table = table(ValueFormat.RAW, "b", "a String", "b String DEFAULT", "c Int8");
    assertThat(table.row("x")).containsExactly("", "x", "0");
    assertThat(table(ValueFormat.RAW, "n", "n Int32").row("123")).containsExactly("123");
    assertThat(table(ValueFormat.RAW, "n", "n Int32").refusal("12c"))
        .contains("Column `n`", "source type STRING")
        .doesNotContain("12c");
  }

  @Test
  void refusesRawValuesWhenTheColumnIsNotClear() {
    assertThat(table(ValueFormat.RAW, "", "a String", "b String").refusal("sentinel"))
        .contains("value.column", "db.t")
        .doesNotContain("sentinel");
    assertThat(table(ValueFormat.RAW, "", "a Int8", "b Int8").refusal("1"))
        .contains("value.column");
  }

  @Test
  void namesTheChoicesForTextAndBytesWhenNothingIsSaid() {
    TestTable table = table(ValueFormat.AUTO, "", "data String");
    for (Object value : List.of("sentinel", "sentinel".getBytes())) {
      assertThat(table.refusal(value))
          .contains("value.format=json", "value.format=raw", "value.converter")
          .doesNotContain("sentinel");
    }
    assertThat(table(ValueFormat.AUTO, "data", "data String").row("x")).containsExactly("x");
  }

  @Test
  void takesPrimitiveRootsIntoTheOnlyOrTheNamedColumn() {
    assertThat(table(ValueFormat.AUTO, "", "v Int64").row(record(Schema.INT32_SCHEMA, 5)))
        .containsExactly("5");
    TestTable named = table(ValueFormat.AUTO, "v", "a Int8", "v String");
    assertThat(named.row(record(Schema.FLOAT64_SCHEMA, 2.5))).containsExactly("0", "2.5");
    assertThat(named.row(record(Schema.BOOLEAN_SCHEMA, true))).containsExactly("0", "true");
    assertThat(named.row(record(Timestamp.SCHEMA, new Date(1))))
        .containsExactly("0", "1970-01-01T00:00:00.001Z");
    assertThat(named.row(record(Decimal.schema(2), new BigDecimal("1.50"))))
        .containsExactly("0", "1.50");
    assertThat(named.row(List.of(1, "x"))).containsExactly("0", "[1,\"x\"]");
    assertThat(table(ValueFormat.AUTO, "", "a Int8", "b Int8").refusal(8_172_381L))
        .contains("source type INT64", "value.column")
        .doesNotContain("8172381");
    assertThat(table(ValueFormat.AUTO, "", "v Array(Int8)").refusal(List.of(1)))
        .contains("value.column");
  }

  @Test
  void takesObjectsFieldByFieldWhateverTheFormat() {
    assertThat(table(ValueFormat.RAW, "v", "v String").row(Map.of("v", 1))).containsExactly("1");
  }

  @Test
  void refusesATableWithoutTheNamedColumn() {
    assertThatThrownBy(() -> table(ValueFormat.RAW, "V", "v String"))
        .isInstanceOf(MissingColumnException.class)
        .hasMessageContaining("db.t has no column `V`")
        .hasMessageContaining("value.column");
  }
}
