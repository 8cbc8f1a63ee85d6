// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.blockhouse.connect.error.ConversionException;
import io.blockhouse.wire.block.Block;
import io.blockhouse.wire.error.UnsupportedTypeException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

class ChangeColumnsTest {
  private static final ChangeColumns CHANGES = new ChangeColumns("is_deleted", "_version");
  private static final ConversionOptions OPTIONS =
      new ConversionOptions(
          false,
          false,
          ValueFormat.AUTO,
          "",
          TimestampUnit.COLUMN,
          Map.of(),
          CHANGES,
          UnavailableValue.FAIL);
  private static final String PLACEHOLDER = "__debezium_unavailable_value";
  private static final String[] COLUMNS = {
    "id UInt32", "s String", "_version UInt64", "is_deleted UInt8"
  };

  private final TestTable table = TestTable.with(OPTIONS, COLUMNS);

  private static Map<String, Object> map(Object... namesAndValues) {
    Map<String, Object> map = new HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      map.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return map;
  }

  private static RowSource row(Object value, long version) {
    return new RowSource().row(record(), value, record -> version);
  }

  private static RowSource delete(Object value, long version) {
    return new RowSource().delete(record(), value, record -> version);
  }

  private static SinkRecord record() {
    return new SinkRecord("t", 0, null, null, null, null, 0);
  }

  private static List<String> write(TestTable table, RowSource row) {
    ColumnGroup group = table.conversion.groupOf(row);
    Block block = new Block(table.conversion.columnsOf(group));
    table.conversion.rowAppender(group, block).append(row);
    block.endRow();
    block.seal();
    return BlockReader.rows(block).get(0);
  }

  private static Struct struct(Integer id, String s) {
    Schema schema =
        SchemaBuilder.struct()
            .field("id", Schema.INT32_SCHEMA)
            .field("s", Schema.OPTIONAL_STRING_SCHEMA)
            .field("_version", Schema.INT64_SCHEMA)
            .build();
    return new Struct(schema).put("id", id).put("s", s).put("_version", 99L);
  }

  @Test
  void fillsFlagAndVersionOfStructsAndMapsAlike() {
    List<String> expected = write(table, row(struct(1, "a"), 12));
    assertThat(expected).containsExactly("1", "a", "12", "0");
    assertThat(write(table, row(map("id", 1, "s", "a"), 12))).isEqualTo(expected);
    assertThat(write(table, delete(map("id", 1, "s", "a"), 13)))
        .containsExactly("1", "a", "13", "1");
  }

  @Test
  void versionsAreUnsigned() {
    assertThat(write(table, row(map("id", 1, "s", "a"), -1L)).get(2))
        .isIn("18446744073709551615", "-1");
  }

  @Test
  void aDeletedRowMayLackEverythingButItsKey() {
    assertThat(write(table, delete(map("id", 1), 13))).containsExactly("1", "", "13", "1");
    assertThat(write(table, delete(map("id", 1, "s", null), 13)))
        .containsExactly("1", "", "13", "1");
    assertThat(write(table, delete(struct(1, null), 13))).containsExactly("1", "", "13", "1");
  }

  @Test
  void nullsOfOtherRowsAreJudgedAsEver() {
    assertThatThrownBy(() -> write(table, row(map("id", 1, "s", null), 13)))
        .hasMessageContaining("it is null");
    assertThatThrownBy(() -> write(table, row(struct(1, null), 13)))
        .hasMessageContaining("it is null");
  }

  @Test
  void rowsAndDeletesShareABlock() {
    ColumnGroup group = table.conversion.groupOf(row(map("id", 1), 1));
    Block block = new Block(table.conversion.columnsOf(group));
    RowAppender appender = table.conversion.rowAppender(group, block);
    for (RowSource row :
        List.of(
            row(map("id", 1, "s", "a"), 1),
            delete(struct(1, null), 2),
            row(struct(1, "b"), 3),
            delete(map("id", 1), 4))) {
      appender.append(row);
      block.endRow();
    }
    block.seal();
    assertThat(BlockReader.rows(block))
        .containsExactly(
            List.of("1", "a", "1", "0"),
            List.of("1", "", "2", "1"),
            List.of("1", "b", "3", "0"),
            List.of("1", "", "4", "1"));
  }

  @Test
  void columnsWithADefaultAreFilledAllTheSame() {
    TestTable defaulted =
        TestTable.with(
            OPTIONS,
            "id UInt32",
            "s String DEFAULT",
            "_version UInt64 DEFAULT",
            "is_deleted UInt8 DEFAULT");
    assertThat(write(defaulted, row(map("id", 1, "s", "a"), 5)))
        .containsExactly("1", "a", "5", "0");
    assertThat(write(defaulted, delete(map("id", 1), 6))).containsExactly("1", "6", "1");
  }

  @Test
  void fieldsOfTheseNamesAreLeftOut() {
    assertThat(write(table, row(map("id", 1, "s", "a", "_version", "x", "is_deleted", 7), 5)))
        .containsExactly("1", "a", "5", "0");
    assertThat(table.unknown).isEmpty();
  }

  @Test
  void aTableWithoutTheColumnsTakesRowsButNoDeletes() {
    TestTable plain = TestTable.with(OPTIONS, "id UInt32", "s String");
    RowSource unversioned =
        new RowSource()
            .row(
                record(),
                map("id", 1, "s", "a"),
                record -> {
                  throw new ConversionException("no version");
                });
    assertThat(write(plain, unversioned)).containsExactly("1", "a");
    assertThatThrownBy(() -> write(plain, delete(map("id", 1), 1)))
        .isInstanceOf(ConversionException.class)
        .hasMessageContaining("db.t has no column `is_deleted` (delete.flag.column)");
  }

  @Test
  void aRowWithoutVersionIsRefusedWhereTheTableWantsOne() {
    RowSource row =
        new RowSource()
            .row(
                record(),
                map("id", 1, "s", "a"),
                record -> {
                  throw new ConversionException("no version");
                });
    assertThatThrownBy(() -> write(table, row)).hasMessage("no version");
  }

  @Test
  void refusesColumnsOfOtherTypesNamingThem() {
    assertThatThrownBy(() -> TestTable.with(OPTIONS, "id UInt32", "is_deleted Bool"))
        .isInstanceOf(UnsupportedTypeException.class)
        .hasMessageContaining("`is_deleted` has type Bool")
        .hasMessageContaining("UInt8");
    assertThatThrownBy(() -> TestTable.with(OPTIONS, "id UInt32", "_version Int64"))
        .hasMessageContaining("`_version` has type Int64")
        .hasMessageContaining("UInt64");
  }

  @Test
  void withoutDeletesTheColumnsAreOrdinary() {
    TestTable ordinary = TestTable.of(COLUMNS);
    assertThat(ordinary.row(map("id", 1, "s", "a", "_version", 3, "is_deleted", 1)))
        .containsExactly("1", "a", "3", "1");
  }

  /** To store it would destroy the value that the table has. */
  @Test
  void refusesThePlaceholderOfAValueThatDebeziumDidNotGet() {
    byte[] bytes = PLACEHOLDER.getBytes(StandardCharsets.US_ASCII);
    List<Long> speltOut = new ArrayList<>();
    for (byte b : bytes) {
      speltOut.add((long) b);
    }
    for (Object value :
        List.of(
            PLACEHOLDER,
            Base64.getEncoder().encodeToString(bytes),
            bytes,
            ByteBuffer.wrap(bytes),
            List.of(PLACEHOLDER),
            List.of(bytes),
            speltOut,
            Map.of(PLACEHOLDER, PLACEHOLDER))) {
      assertThatThrownBy(() -> write(table, row(map("id", 1, "s", value), 5)))
          .isInstanceOf(ConversionException.class)
          .hasMessageContaining("Column `s`")
          .hasMessageContaining("REPLICA IDENTITY FULL");
    }
    assertThatThrownBy(() -> write(table, row(struct(1, PLACEHOLDER), 5)))
        .hasMessageContaining("cdc.unavailable.value=store");
    speltOut.set(3, 0L);
    assertThat(write(table, row(map("id", 1, "s", speltOut), 5)).get(1))
        .startsWith("[95,95,100,0,");
  }

  @Test
  void thePlaceholderHarmsNoDeleteAndNoColumnThatDoesNotTakeIt() {
    assertThat(write(table, delete(struct(1, PLACEHOLDER), 6))).containsExactly("1", "", "6", "1");
    assertThat(write(table, row(map("id", 1, "s", "a", "more", PLACEHOLDER), 7)))
        .containsExactly("1", "a", "7", "0");
  }

  @Test
  void elsewhereThePlaceholderIsText() {
    assertThat(TestTable.of("s String").row(Map.of("s", PLACEHOLDER))).containsExactly(PLACEHOLDER);
  }
}
