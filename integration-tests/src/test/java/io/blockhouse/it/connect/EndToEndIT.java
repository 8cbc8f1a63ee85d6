// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.connect;

import static org.assertj.core.api.Assertions.assertThat;

import io.blockhouse.it.SharedServers;
import io.blockhouse.it.SharedServersCheck;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Topic to table through a real worker and the packaged plugin; values are compared exactly. */
@ExtendWith(SharedServersCheck.class)
class EndToEndIT {
  private static final String COLUMNS =
      "id UInt64, i8 Int8, u16 UInt16, i64 Int64, f32 Float32, f64 Float64, ok Bool, s String,"
          + " fs FixedString(4), d Date, dt DateTime('Europe/Berlin'), dt3 DateTime64(3, 'UTC'),"
          + " dt9 DateTime64(9), u UUID, n Nullable(Int32), tags Array(String),"
          + " deep Array(Array(Nullable(Float64)))";

  private static final String SELECT =
      "SELECT id, i8, u16, toString(i64), f32, f64, ok, s, fs, toString(d), toString(dt, 'UTC'),"
          + " toString(dt3), toString(dt9, 'UTC'), toString(u), n, tags, deep FROM %s ORDER BY id"
          + " FORMAT JSONCompactEachRow SETTINGS output_format_json_quote_64bit_integers = 0";

  @Test
  void schemalessJsonArrivesExactlyAsSent() {
    try (SinkFixture sink = new SinkFixture("schemaless")) {
      sink.query(createTable(sink));
      SharedServers.topics().create(sink.topic("t"), 1);
      sink.start();
      SharedServers.topics()
          .send(
              sink.topic("t"),
              List.of(
                  """
                  {"id": 1, "i8": -128, "u16": 65535, "i64": -9223372036854775808, "f32": 0.5,
                   "f64": 0.1, "ok": true, "s": "Zürich 漢字 😀 \\" \\u0000", "fs": "ab",
                   "d": "2024-02-29", "dt": "2024-07-01T12:00:00+02:00",
                   "dt3": "1969-12-31 23:59:59.999", "dt9": "2024-01-02T03:04:05.123456789Z",
                   "u": "00112233-4455-6677-8899-aabbccddeeff", "n": null, "tags": ["a", ""],
                   "deep": [[1.5, null], []]}
                  """,
                  """
                  {"id": 2, "i8": 127, "u16": 0, "i64": 9223372036854775807, "f32": -1.0,
                   "f64": 1e300, "ok": false, "s": "", "fs": "abcd", "d": 19782,
                   "dt": 1719835200, "dt3": 1719835200123, "dt9": "1960-01-01 00:00:00",
                   "u": "ffffffff-ffff-ffff-ffff-ffffffffffff", "n": -5, "tags": [], "deep": []}
                  """,
                  "{\"id\": 3, \"unknown\": {\"is\": \"left out\"}}"));
      sink.awaitCount("t", 3);

      assertThat(sink.query(SELECT.formatted(sink.table("t"))).lines())
          .containsExactly(
              "[1, -128, 65535, \"-9223372036854775808\", 0.5, 0.1, true, \"Zürich 漢字 😀 \\\""
                  + " \\u0000\", \"ab\\u0000\\u0000\", \"2024-02-29\", \"2024-07-01"
                  + " 10:00:00\", \"1969-12-31 23:59:59.999\", \"2024-01-02"
                  + " 03:04:05.123456789\", \"00112233-4455-6677-8899-aabbccddeeff\", null,"
                  + " [\"a\",\"\"], [[1.5,null],[]]]",
              "[2, 127, 0, \"9223372036854775807\", -1, 1e300, false, \"\", \"abcd\","
                  + " \"2024-02-29\", \"2024-07-01 12:00:00\", \"2024-07-01 12:00:00.123\","
                  + " \"1960-01-01 00:00:00.000000000\", \"ffffffff-ffff-ffff-ffff-ffffffffffff\","
                  + " -5, [], []]",
              "[3, 0, 0, \"0\", 0, 0, false, \"\", \"\\u0000\\u0000\\u0000\\u0000\","
                  + " \"1970-01-01\", \"1970-01-01 00:00:00\", \"1970-01-01 00:00:00.000\","
                  + " \"1970-01-01 00:00:00.000000000\","
                  + " \"00000000-0000-0000-0000-000000000000\", null, [], []]");
      sink.awaitCommitted("t", 3);
      assertThat(sink.metrics())
          .containsEntry("RecordsReceived", 3L)
          .containsEntry("RowsAcked", 3L)
          .containsEntry("RowsOpen", 0L);
    }
  }

  @Test
  void jsonWithSchemaArrivesExactlyAsSent() {
    try (SinkFixture sink = new SinkFixture("withschema")) {
      sink.query(
          "CREATE TABLE "
              + sink.table("t")
              + " (id UInt32, small Int8, price Float64, at DateTime64(3, 'UTC'), day Date,"
              + " note Nullable(String), raw String, list Array(Int64)) ENGINE = MergeTree ORDER"
              + " BY id");
      SharedServers.topics().create(sink.topic("t"), 1);
      sink.with("value.converter.schemas.enable", "true").start();
      String schema =
          """
          {"type": "struct", "fields": [
            {"field": "id", "type": "int32", "optional": false},
            {"field": "small", "type": "int32", "optional": false},
            {"field": "price", "type": "double", "optional": false},
            {"field": "at", "type": "int64", "optional": false,
             "name": "org.apache.kafka.connect.data.Timestamp"},
            {"field": "day", "type": "int32", "optional": false,
             "name": "org.apache.kafka.connect.data.Date"},
            {"field": "note", "type": "string", "optional": true},
            {"field": "raw", "type": "bytes", "optional": false},
            {"field": "list", "type": "array", "optional": false,
             "items": {"type": "int64", "optional": false}}]}
          """;
      SharedServers.topics()
          .send(
              sink.topic("t"),
              List.of(
                  envelope(
                      schema,
                      """
                      {"id": 1, "small": -7, "price": 9.99, "at": 1719835200123, "day": 19782,
                       "note": null, "raw": "/wCA", "list": [1, -9223372036854775808]}
                      """),
                  envelope(
                      schema,
                      """
                      {"id": 2, "small": 127, "price": 0.0, "at": -1, "day": 0,
                       "note": "x", "raw": "", "list": []}
                      """)));
      sink.awaitCount("t", 2);
      assertThat(
              sink.query(
                      "SELECT id, small, price, toString(at), toString(day), note, hex(raw),"
                          + " toString(list) FROM "
                          + sink.table("t")
                          + " ORDER BY id FORMAT JSONCompactEachRow")
                  .lines())
          .containsExactly(
              "[1, -7, 9.99, \"2024-07-01 12:00:00.123\", \"2024-02-29\", null, \"FF0080\","
                  + " \"[1,-9223372036854775808]\"]",
              "[2, 127, 0, \"1969-12-31 23:59:59.999\", \"1970-01-01\", \"x\", \"\", \"[]\"]");
    }
  }

  @Test
  void columnsThatARecordLacksTakeTheirDefaults() {
    try (SinkFixture sink = new SinkFixture("defaults")) {
      sink.query(
          "CREATE TABLE "
              + sink.table("t")
              + " (id UInt32, tag String DEFAULT concat('gen-', toString(id)), n Int32 DEFAULT 42,"
              + " twice UInt64 MATERIALIZED id * 2) ENGINE = MergeTree ORDER BY id");
      SharedServers.topics().create(sink.topic("t"), 1);
      sink.start();
      SharedServers.topics()
          .send(
              sink.topic("t"),
              List.of(
                  "{\"id\": 1}",
                  "{\"id\": 2, \"tag\": \"own\"}",
                  "{\"id\": 3, \"n\": 7}",
                  "{\"id\": 4, \"tag\": \"own4\", \"n\": 8}",
                  "{\"id\": 5, \"tag\": null, \"n\": null}"));
      sink.awaitCount("t", 5);
      assertThat(
              sink.query("SELECT id, tag, n, twice FROM " + sink.table("t") + " ORDER BY id")
                  .lines())
          .containsExactly(
              "1\tgen-1\t42\t2",
              "2\town\t42\t4",
              "3\tgen-3\t7\t6",
              "4\town4\t8\t8",
              "5\tgen-5\t42\t10");
    }
  }

  @Test
  void theWorkerFindsThePluginAndItsVersion() {
    assertThat(SharedServers.worker().rest().plugins(false).findValuesAsText("class"))
        .contains("io.blockhouse.connect.ClickHouseSinkConnector");
  }

  private static String createTable(SinkFixture sink) {
    return "CREATE TABLE " + sink.table("t") + " (" + COLUMNS + ") ENGINE = MergeTree ORDER BY id";
  }

  private static String envelope(String schema, String payload) {
    return "{\"schema\": " + schema + ", \"payload\": " + payload + "}";
  }
}
