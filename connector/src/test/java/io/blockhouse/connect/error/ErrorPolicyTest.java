// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.error;

import static org.assertj.core.api.Assertions.assertThat;

import io.blockhouse.connect.table.TableId;
import io.blockhouse.wire.error.ConnectionException;
import io.blockhouse.wire.error.ServerException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ErrorPolicyTest {
  private static final TableId TABLE = new TableId("shop", "orders");
  private static final SinkRecord RECORD = new SinkRecord("orders", 3, null, null, null, null, 17);

  @ParameterizedTest
  @ValueSource(strings = {"it is null. Make it Nullable.", "it is null. Make it Nullable"})
  void endsEverySentenceOnce(String text) {
    ConversionException refused = new ConversionException(text);
    assertThat(ErrorPolicy.recordFailure(RECORD, refused))
        .hasMessageStartingWith(
            "Record at orders-3-17 cannot be written: it is null. Make it Nullable. Mend or skip");
    assertThat(ErrorPolicy.describe(refused)).isEqualTo("it is null. Make it Nullable");
    assertThat(ErrorPolicy.tableFailure(TABLE, new ConnectionException(text, null)))
        .hasMessageEndingWith(
            ": it is null. Make it Nullable. Nothing is lost. Restart the task when that is done");
  }

  @Test
  void putsAdviceBehindWhatTheServerSaid() {
    assertThat(ErrorPolicy.describe(new ServerException(60, "values")))
        .isEqualTo(
            "ClickHouse error 60 (UNKNOWN_TABLE): create the table, or route the topic to another"
                + " one");
  }
}
