// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.shape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.blockhouse.connect.convert.RowSource;
import io.blockhouse.connect.error.ConversionException;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class DebeziumShapeTest {
  private static final Schema ROW =
      SchemaBuilder.struct().optional().field("id", Schema.INT32_SCHEMA).build();
  private static final Schema SOURCE =
      SchemaBuilder.struct().field("lsn", Schema.OPTIONAL_INT64_SCHEMA).build();
  private static final Schema ENVELOPE =
      SchemaBuilder.struct()
          .field("op", Schema.STRING_SCHEMA)
          .field("before", ROW)
          .field("after", ROW)
          .field("source", SOURCE)
          .build();

  private final DebeziumShape shape = DebeziumShape.versionedBySource(Tombstones.IGNORE, "");

  private static SinkRecord record(Object key, Object value) {
    Schema schema = value instanceof Struct struct ? struct.schema() : null;
    return new SinkRecord("t", 0, null, key, schema, value, 41);
  }

  private static Map<String, Object> map(Object... namesAndValues) {
    Map<String, Object> map = new HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      map.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return map;
  }

  private static Struct row(int id) {
    return new Struct(ROW).put("id", id);
  }

  private static Struct envelope(String op, Struct before, Struct after) {
    return new Struct(ENVELOPE)
        .put("op", op)
        .put("before", before)
        .put("after", after)
        .put("source", new Struct(SOURCE).put("lsn", 12L));
  }

  private long version(Object... source) {
    return shape
        .read(record(null, map("op", "c", "after", map("id", 1), "source", map(source))))
        .version();
  }

  @ParameterizedTest
  @ValueSource(strings = {"c", "r", "u"})
  void takesTheRowAfterTheChange(String op) {
    RowSource ofStruct = shape.read(record(null, envelope(op, row(1), row(2))));
    assertThat(ofStruct.value()).isEqualTo(row(2));
    assertThat(ofStruct.isDelete()).isFalse();
    assertThat(ofStruct.version()).isEqualTo(12);

    RowSource ofMap =
        shape.read(record(null, map("op", op, "after", map("id", 2), "source", map("lsn", 12L))));
    assertThat(ofMap.value()).isEqualTo(map("id", 2));
    assertThat(ofMap.version()).isEqualTo(12);
  }

  @Test
  void takesADeletedRowFromBefore() {
    RowSource row = shape.read(record(map("id", 9), envelope("d", row(1), null)));
    assertThat(row.value()).isEqualTo(row(1));
    assertThat(row.isDelete()).isTrue();
    assertThat(row.version()).isEqualTo(12);
    assertThat(shape.read(record(null, envelope("c", null, row(1)))).isDelete()).isFalse();
  }

  @Test
  void takesADeletedRowFromTheKeyWhereThereIsNoBefore() {
    assertThat(shape.read(record(map("id", 9), envelope("d", null, null))).value())
        .isEqualTo(map("id", 9));
    assertThatThrownBy(() -> shape.read(record(null, envelope("d", null, null))))
        .isInstanceOf(ConversionException.class)
        .hasMessageContaining("has no key");
  }

  @Test
  void skipsLogicalMessagesAndTombstonesAndRefusesTruncates() {
    assertThat(shape.read(record(null, map("op", "m")))).isNull();
    assertThat(shape.read(record("k", null))).isNull();
    assertThatThrownBy(() -> shape.read(record(null, map("op", "t"))))
        .isInstanceOf(ConversionException.class)
        .hasMessageContaining("skipped.operations=t");
  }

  @ParameterizedTest
  @EnumSource(Tombstones.class)
  void aTombstoneIsNoRowUnlessItIsRefused(Tombstones tombstones) {
    DebeziumShape configured = DebeziumShape.versionedBySource(tombstones, "id");
    if (tombstones == Tombstones.FAIL) {
      assertThatThrownBy(() -> configured.read(record("k", null)))
          .hasMessageContaining("tombstones=fail");
    } else {
      assertThat(configured.read(record("k", null))).isNull();
    }
  }

  @Test
  void refusesWhatIsNoEnvelope() {
    for (Object value :
        List.of(
            map("id", 1),
            map("op", "SECRET", "after", map("id", 1)),
            map("op", 1),
            "text",
            row(1),
            map("schema", map(), "payload", map("op", "c")))) {
      assertThatThrownBy(() -> shape.read(record(null, value)))
          .isInstanceOf(ConversionException.class)
          .hasMessageContaining("no field `op`")
          .hasMessageNotContaining("SECRET");
    }
    assertThatThrownBy(() -> shape.read(record(null, map("op", "u", "after", null))))
        .hasMessageContaining("without `after`");
  }

  @Test
  void versionsCanBeOffsets() {
    DebeziumShape byOffset = DebeziumShape.versionedByOffset(Tombstones.IGNORE, "");
    assertThat(byOffset.read(record(null, envelope("c", null, row(1)))).version()).isEqualTo(41);
  }

  @Test
  void takesPositionsOfEverySourceIn64Bits() {
    assertThat(version("lsn", 12L)).isEqualTo(12);
    assertThat(version("lsn", 12, "ts_ms", 1L)).isEqualTo(12);
    assertThat(version("change_lsn", "00000027:00000758:0003")).isEqualTo(0x000027_000758_0003L);
    assertThat(version("change_lsn", "00000027:00000758:0003", "commit_lsn", "00000027:00000759:1"))
        .isEqualTo(0x000027_000759_0001L);
    assertThat(version("change_lsn", "ff:ffffff:ffff", "commit_lsn", null))
        .isEqualTo(0xff_ffffff_ffffL);
    assertThat(version("commit_lsn", "ffffff:ffffff:ffff")).isEqualTo(-1L);
    assertThat(version("scn", "18446744073709551615")).isEqualTo(-1L);
    assertThat(version("scn", BigDecimal.valueOf(7))).isEqualTo(7);
    assertThat(version("scn", "7", "commit_scn", "9")).isEqualTo(9);
    assertThat(version("file", "mysql-bin.000003", "pos", 154L)).isEqualTo(3L << 32 | 154);
    assertThat(version("file", "bin.4294967295", "pos", 4_294_967_295L)).isEqualTo(-1L);
    assertThat(version("pos", 154L)).isEqualTo(154);
    assertThat(version("gtid", "3e11fa47-71ca-11e1-9e33-c80aa9429562:23")).isEqualTo(23);
    assertThat(version("gtid", "0-1-270")).isEqualTo(270);
    assertThat(version("ts_ms", 1_717_243_200_000L)).isEqualTo(1_717_243_200_000L);
  }

  @ParameterizedTest
  @CsvSource({
    "change_lsn, 00000027:00000758:0003, 00000027:00000758:0004",
    "change_lsn, 00000027:00000758:ffff, 00000027:00000759:0000",
    "change_lsn, 00000027:00ffffff:ffff, 00000028:00000000:0000",
    "change_lsn, 007fffff:00ffffff:ffff, 00800000:00000000:0000",
    "scn, 9223372036854775807, 9223372036854775808"
  })
  void laterPositionsAreGreaterVersions(String field, String earlier, String later) {
    assertThat(Long.compareUnsigned(version(field, earlier), version(field, later))).isNegative();
  }

  @Test
  void binaryLogPositionsSortByFileFirst() {
    assertThat(version("file", "b.000002", "pos", 4L))
        .isGreaterThan(version("file", "b.000001", "pos", 4_000_000_000L));
  }

  @Test
  void refusesAPositionThatIsNullAndTakesNoOtherInItsPlace() {
    for (String field : List.of("lsn", "change_lsn", "scn", "pos", "gtid", "ts_ms")) {
      assertThatThrownBy(() -> version(field, null))
          .isInstanceOf(ConversionException.class)
          .hasMessageContaining("`source." + field + "`")
          .hasMessageContaining("cdc.version=offset");
    }
    assertThatThrownBy(() -> version("lsn", null, "ts_ms", 5L)).hasMessageContaining("source.lsn");
    assertThatThrownBy(() -> version("file", null, "pos", 5L)).hasMessageContaining("source.file");
  }

  @Test
  void refusesAnEventWithoutAnyPosition() {
    assertThatThrownBy(this::version)
        .isInstanceOf(ConversionException.class)
        .hasMessageContaining("none of lsn");
    RowSource row = shape.read(record(null, map("op", "c", "after", map("id", 1))));
    assertThatThrownBy(row::version).hasMessageContaining("lacks the position");
  }

  @Test
  void refusesAPositionThatWouldNotKeepItsOrderWithoutTellingIt() {
    for (Object[] source :
        new Object[][] {
          {"lsn", -1L},
          {"lsn", "0x12"},
          {"lsn", 1.5},
          {"lsn", "18446744073709551616"},
          {"change_lsn", "00000027:00000758"},
          {"change_lsn", "01000000:00000000:0000"},
          {"change_lsn", "00000000:01000000:0000"},
          {"change_lsn", "00000000:00000000:10000"},
          {"change_lsn", "::"},
          {"change_lsn", 5L},
          {"scn", ""},
          {"file", "", "pos", 0L},
          {"file", "mysql-bin.index", "pos", 0L},
          {"file", "b.4294967296", "pos", 0L},
          {"file", "b.1", "pos", 4_294_967_296L},
          {"gtid", "abc"}
        }) {
      assertThatThrownBy(() -> version(source))
          .as(List.of(source).toString())
          .isInstanceOf(ConversionException.class)
          .hasMessageContaining("cannot be made a version")
          .hasMessageNotContaining("0000");
    }
  }
}
