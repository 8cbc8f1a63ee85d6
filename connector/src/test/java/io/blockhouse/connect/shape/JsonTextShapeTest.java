// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.shape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.blockhouse.connect.convert.RowSource;
import io.blockhouse.connect.error.ConversionException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTextShapeTest {
  private static final String UPDATE =
      "{\"op\": \"u\", \"before\": {\"id\": 1}, \"source\": {\"lsn\": 12, \"x\": [1]},"
          + " \"after\": {\"ä😀\": \"}\", \"n\": 12345678901234567890.5} , \"more\": [{}]}";

  private final JsonTextShape shape =
      new JsonTextShape(DebeziumShape.versionedBySource(Tombstones.IGNORE, ""));

  private static SinkRecord record(Object value) {
    return new SinkRecord("t", 3, null, "k", null, value, 41);
  }

  @Test
  void rowStaysTheTextItIs() {
    RowSource ofString = shape.read(record(UPDATE));
    assertThat(ofString.value()).isEqualTo("{\"ä😀\": \"}\", \"n\": 12345678901234567890.5}");
    assertThat(ofString.version()).isEqualTo(12);
    assertThat(ofString.isDelete()).isFalse();
    assertThat(ofString.record().originalKafkaOffset()).isEqualTo(41);

    RowSource ofBytes = shape.read(record(UPDATE.getBytes(StandardCharsets.UTF_8)));
    assertThat(new String((byte[]) ofBytes.value(), StandardCharsets.UTF_8))
        .isEqualTo("{\"ä😀\": \"}\", \"n\": 12345678901234567890.5}");
    assertThat(ofBytes.version()).isEqualTo(12);
  }

  @Test
  void deleteHasTheRowBefore() {
    RowSource row =
        shape.read(
            record("{\"op\":\"d\",\"before\":{\"id\":7},\"after\":null,\"source\":{\"lsn\":1}}"));
    assertThat(row.isDelete()).isTrue();
    assertThat(row.value()).isEqualTo("{\"id\":7}");
  }

  @Test
  void tombstonesAndMapsAreReadAsEver() {
    assertThat(shape.read(record(null))).isNull();
    Map<String, Object> after = Map.of("id", 1L);
    assertThat(
            shape
                .read(record(Map.of("op", "c", "after", after, "source", Map.of("lsn", 5L))))
                .value())
        .isEqualTo(after);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[1]",
        "SECRET",
        "{\"op\":\"c\",\"after\":{\"id\":1",
        "{\"op\":\"c\",\"op\":\"d\",\"after\":{\"id\":1}}",
        "{\"op\":\"c\",\"after\":{\"id\":1},\"source\":{\"lsn\":1}} {}"
      })
  void whatIsNoEnvelopeIsARecordErrorWithoutItsText(String text) {
    assertThatThrownBy(() -> shape.read(record(text)))
        .isInstanceOf(ConversionException.class)
        .hasMessageContaining("JSON text")
        .hasMessageNotContaining("SECRET");
  }
}
