// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.shape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.blockhouse.connect.convert.RowSource;
import io.blockhouse.connect.error.ConversionException;
import java.util.Map;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

class PlainShapeTest {
  private static SinkRecord record(Object key, Object value) {
    return new SinkRecord("t", 0, null, key, null, value, 41);
  }

  @Test
  void theValueIsTheRowAndTheOffsetInKafkaItsVersion() {
    PlainShape shape = new PlainShape(Tombstones.DELETE, "");
    SinkRecord record =
        new SinkRecord(
            "t",
            0,
            null,
            null,
            null,
            1,
            41,
            0L,
            TimestampType.CREATE_TIME,
            null,
            "before.transforms",
            3,
            40);
    RowSource row = shape.read(record);
    assertThat(row.value()).isEqualTo(1);
    assertThat(row.isDelete()).isFalse();
    assertThat(row.version()).isEqualTo(40);
    assertThat(row.record()).isSameAs(record);
  }

  @Test
  void aTombstoneIsIgnoredRefusedOrADelete() {
    SinkRecord tombstone = record(Map.of("id", 1), null);
    assertThat(new PlainShape(Tombstones.IGNORE, "").read(tombstone)).isNull();
    assertThatThrownBy(() -> new PlainShape(Tombstones.FAIL, "").read(tombstone))
        .isInstanceOf(ConversionException.class)
        .hasMessageContaining("tombstones=ignore");
    RowSource row = new PlainShape(Tombstones.DELETE, "").read(tombstone);
    assertThat(row.isDelete()).isTrue();
    assertThat(row.value()).isEqualTo(Map.of("id", 1));
    assertThat(row.version()).isEqualTo(41);
  }

  @Test
  void aKeyThatIsAStructIsTheDeletedRow() {
    Schema schema = SchemaBuilder.struct().field("id", Schema.INT32_SCHEMA).build();
    Struct key = new Struct(schema).put("id", 1);
    assertThat(new PlainShape(Tombstones.DELETE, "x").read(record(key, null)).value())
        .isSameAs(key);
  }

  @Test
  void aPlainKeyGoesToTheConfiguredColumnOrIsRefused() {
    assertThat(new PlainShape(Tombstones.DELETE, "id").read(record("SECRET", null)).value())
        .isEqualTo(Map.of("id", "SECRET"));
    assertThatThrownBy(() -> new PlainShape(Tombstones.DELETE, "").read(record("SECRET", null)))
        .isInstanceOf(ConversionException.class)
        .hasMessageContaining("delete.key.column")
        .hasMessageNotContaining("SECRET");
  }

  @Test
  void aTombstoneWithoutKeySaysNothingOfWhatIsGone() {
    assertThatThrownBy(() -> new PlainShape(Tombstones.DELETE, "id").read(record(null, null)))
        .isInstanceOf(ConversionException.class)
        .hasMessageContaining("has no key");
  }
}
