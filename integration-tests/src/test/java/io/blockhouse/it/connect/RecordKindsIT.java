// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.connect;

import static org.assertj.core.api.Assertions.assertThat;

import io.blockhouse.it.SharedServers;
import io.blockhouse.it.SharedServersCheck;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Values that no converter has made objects of, and what a record is besides its value. */
@ExtendWith(SharedServersCheck.class)
class RecordKindsIT {
  private static final String BYTES = "org.apache.kafka.connect.converters.ByteArrayConverter";

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void jsonTextArrivesExactlyWithTopicPartitionOffsetTimestampKeyAndHeaders() {
    try (SinkFixture sink = new SinkFixture("jsontext")) {
      sink.query(
          "CREATE TABLE "
              + sink.table("t")
              + " (u UInt64, s String, n Nullable(Int32), tags Array(String), def Int32 DEFAULT 42,"
              + " _topic String, _partition Int32, _offset Int64,"
              + " _timestamp DateTime64(3, 'UTC'), _key String, _headers String)"
              + " ENGINE = MergeTree ORDER BY _offset");
      SharedServers.topics().create(sink.topic("t"), 1);
      sink.with("value.converter", BYTES)
          .with("value.format", "json")
          .with("errors.tolerance", "all")
          .with("errors.deadletterqueue.topic.name", sink.topic("dead"))
          .with("errors.deadletterqueue.topic.replication.factor", "1");
      for (String field : List.of("topic", "partition", "offset", "timestamp", "key", "headers")) {
        sink.with("kafka.columns." + field, "_" + field);
      }
      sink.start();
      String topic = sink.topic("t");
      long at = 1_717_243_200_123L;
      SharedServers.topics()
          .send(
              List.of(
                  new ProducerRecord<>(
                      topic,
                      0,
                      at,
                      utf8("k-1"),
                      utf8(
                          "{\"u\": 18446744073709551615, \"s\": {\"d\": 0.12345678901234567890},"
                              + " \"tags\": [\"é\", \"\"], \"_offset\": 7}"),
                      List.of(new RecordHeader("trace", utf8("abc")))),
                  new ProducerRecord<>(topic, 0, at, null, utf8("{\"u\": 1, \"u\": 2}")),
                  new ProducerRecord<>(topic, 0, at, null, utf8("{\"u\": 1")),
                  new ProducerRecord<>(topic, 0, at, null, utf8("{\"u\": 3, \"def\": 7}"))));
      sink.awaitCount("t", 2);
      sink.awaitCommitted("t", 4);
      assertThat(sink.query("SELECT * FROM " + sink.table("t") + " ORDER BY _offset").lines())
          .containsExactly(
              "18446744073709551615\t{\"d\":0.12345678901234567890}\t\\N\t['é','']\t42\t"
                  + topic
                  + "\t0\t0\t2024-06-01 12:00:00.123\tk-1\t{\"trace\":\"abc\"}",
              "3\t\t\\N\t[]\t7\t" + topic + "\t0\t3\t2024-06-01 12:00:00.123\t\t{}");
      assertThat(sink.metrics())
          .containsEntry("RowsAcked", 2L)
          .containsEntry("RecordsDeadLettered", 2L);
    }
  }

  @Test
  void rawBytesArriveUntouchedInTheOnlyStringColumn() {
    try (SinkFixture sink = new SinkFixture("raw")) {
      sink.query(
          "CREATE TABLE "
              + sink.table("t")
              + " (data String, at DateTime DEFAULT now()) ENGINE = MergeTree ORDER BY data");
      SharedServers.topics().create(sink.topic("t"), 1);
      sink.with("value.converter", BYTES).with("value.format", "raw").start();
      String topic = sink.topic("t");
      SharedServers.topics()
          .send(
              List.of(
                  new ProducerRecord<>(topic, new byte[] {(byte) 0xFF, 0, 10}),
                  new ProducerRecord<>(topic, utf8("{\"not\":\"parsed\"}")),
                  new ProducerRecord<>(topic, new byte[0])));
      sink.awaitCount("t", 3);
      assertThat(
              sink.query("SELECT at > 0, hex(data) FROM " + sink.table("t") + " ORDER BY data")
                  .lines())
          .containsExactly("1\t", "1\t7B226E6F74223A22706172736564227D", "1\tFF000A");
    }
  }
}
