// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.connect;

import static org.assertj.core.api.Assertions.assertThat;

import io.blockhouse.it.SharedServers;
import io.blockhouse.it.SharedServersCheck;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Types of every family in one row: what the server reads back is what the record said. */
@ExtendWith(SharedServersCheck.class)
class ConversionIT {
  /** Columns with their types, in the table's order. */
  private static final Map<String, String> TYPES = new LinkedHashMap<>();

  /** The members of the record, in JSON. */
  private static final List<String> MEMBERS = new ArrayList<>();

  /** What toString of the column must say. */
  private static final Map<String, String> EXPECTED = new LinkedHashMap<>();

  private static void column(String name, String type, String json, String expected) {
    TYPES.put(name, type);
    MEMBERS.add("\"" + name + "\":" + json.replace('\'', '"'));
    EXPECTED.put("toString(`" + name + "`)", expected);
  }

  private static void expect(String expression, String expected) {
    EXPECTED.put(expression, expected);
  }

  static {
    column("id", "UInt8", "1", "1");
    column(
        "i128",
        "Int128",
        "'-170141183460469231731687303715884105728'",
        "-170141183460469231731687303715884105728");
    column("u256", "UInt256", "'18446744073709551616'", "18446744073709551616");
    column("dec", "Decimal(38, 18)", "0.1", "0.1");
    column(
        "dec256",
        "Decimal(76, 2)",
        "'-12345678901234567890123456789.01'",
        "-12345678901234567890123456789.01");
    column("bf", "BFloat16", "3.14", "3.125");
    column("d32", "Date32", "'1900-01-01'", "1900-01-01");
    column("tm", "Time", "'-100:59:59.9'", "-100:59:59");
    column("tm6", "Time64(6)", "'12:34:56.1234567'", "12:34:56.123456");
    column("iv", "IntervalDay", "7", "7");
    column("v4", "IPv4", "'203.0.113.9'", "203.0.113.9");
    column("v6", "IPv6", "'198.51.100.4'", "::ffff:198.51.100.4");
    TYPES.put("e8", "Enum8('a,b' = 1, 'it''s' = -3)");
    MEMBERS.add("\"e8\":\"it's\"");
    expect("toString(e8)", "it's");
    column("e16", "Enum16('x' = 1000, 'y' = -1000)", "-1000", "y");
    column("lc", "LowCardinality(Nullable(String))", "'x'", "x");
    column("saf", "SimpleAggregateFunction(max, Int64)", "'7'", "7");
    column("tup", "Tuple(a Int32, b Nullable(String))", "{'b':null,'a':9}", "(9,NULL)");
    column(
        "mp",
        "Map(LowCardinality(String), Array(Tuple(x Int8)))",
        "{'k':[{'x':1},{'x':2}]}",
        "{'k':[(1),(2)]}");
    TYPES.put("n", "Nested(k String, v Int32)");
    MEMBERS.add("\"n\":[{\"k\":\"a\",\"v\":1},{\"v\":2,\"k\":\"b\"}]");
    expect("toString(n.k)", "['a','b']");
    expect("toString(n.v)", "[1,2]");
    column(
        "js",
        "JSON",
        "{'user':{'age':36},'tags':['x'],'ok':true,'f':1.5}",
        "{\"f\":1.5,\"ok\":true,\"tags\":[\"x\"],\"user\":{\"age\":36}}");
    TYPES.put("jt", "JSON");
    MEMBERS.add("\"jt\":\"{\\\"k\\\": [1, 2]}\"");
    expect("toString(jt)", "{\"k\":[1,2]}");
    column("va", "Variant(Array(Int64), Int64, String)", "[1,2]", "[1,2]");
    expect("variantType(va)", "Array(Int64)");
    column("vs", "Variant(Array(Int64), Int64, String)", "'5'", "5");
    expect("variantType(vs)", "String");
    column("dy", "Dynamic", "true", "true");
    expect("dynamicType(dy)", "Bool");
    column("dj", "Dynamic", "{'a':1}", "{\"a\":1}");
    expect("dynamicType(dj)", "JSON");
    column("da", "Dynamic", "[1,'x',null,2.5]", "[1,'x',NULL,2.5]");
    expect("dynamicType(da)", "Array(Dynamic)");
    column(
        "dl", "Array(Dynamic)", "[1,[1,null],[{'a':1}],null]", "[1,[1,NULL],['{\"a\":1}'],NULL]");
    expect(
        "toString(arrayMap(x -> dynamicType(x), dl))",
        "['Int64','Array(Nullable(Int64))','Array(JSON)','None']");
    column("pt", "Point", "{'type':'Point','coordinates':[1.5,2]}", "(1.5,2)");
    column("pg", "Polygon", "[[[0,0],[1,0],[1,1]]]", "[[(0,0),(1,0),(1,1)]]");
    column(
        "ge",
        "Geometry",
        "{'type':'MultiLineString','coordinates':[[[1,2],[3,4]]]}",
        "[[(1,2),(3,4)]]");
    expect("variantType(ge)", "MultiLineString");
    column("qb", "QBit(Float32, 3)", "[1,2.5,-3]", "[1,2.5,-3]");
  }

  private static String ddl(String table) {
    List<String> columns = new ArrayList<>();
    TYPES.forEach((name, type) -> columns.add("`" + name + "` " + type));
    return "CREATE TABLE "
        + table
        + " ("
        + String.join(", ", columns)
        + ") ENGINE = MergeTree ORDER BY id";
  }

  private static ProducerRecord<byte[], byte[]> record(String topic, String value) {
    return new ProducerRecord<>(topic, 0, null, null, value.getBytes(StandardCharsets.UTF_8));
  }

  private static void assertRow(SinkFixture sink, String where) {
    for (Map.Entry<String, String> expected : EXPECTED.entrySet()) {
      assertThat(
              sink.query(
                  "SELECT "
                      + expected.getKey()
                      + " FROM "
                      + sink.table("t")
                      + where
                      + " FORMAT TSVRaw"))
          .as(expected.getKey())
          .isEqualTo(expected.getValue());
    }
  }

  @Test
  void objectsWithoutSchemaAndJsonTextArriveInEveryTypeFamily() {
    for (String format : List.of("object", "text")) {
      try (SinkFixture sink = new SinkFixture("conversion_" + format)) {
        sink.query(ddl(sink.table("t")));
        SharedServers.topics().create(sink.topic("t"), 1);
        if (format.equals("text")) {
          sink.with("value.converter", "org.apache.kafka.connect.converters.ByteArrayConverter")
              .with("value.format", "json");
        }
        sink.with("errors.tolerance", "all")
            .with("errors.deadletterqueue.topic.name", sink.topic("dead"))
            .with("errors.deadletterqueue.topic.replication.factor", "1");
        sink.start();
        String value = "{" + String.join(",", MEMBERS) + "}";
        SharedServers.topics()
            .send(
                List.of(
                    record(sink.topic("t"), value),
                    record(sink.topic("t"), value.replace("\"dec\":0.1", "\"dec\":\"x\"")),
                    record(sink.topic("t"), "{\"id\":3}")));
        sink.awaitCount("t", 2);
        assertRow(sink, " WHERE id = 1");
        assertThat(
                sink.query(
                    "SELECT e8, e16, d32, tup, mp, n.k, js, va, dy, ge, qb FROM "
                        + sink.table("t")
                        + " WHERE id = 3"))
            .as("what the server itself fills in for fields that are not there")
            .isEqualTo("it\\'s\ty\t1900-01-01\t(0,NULL)\t{}\t[]\t{}\t\\N\t\\N\t\\N\t[0,0,0]");
        assertThat(sink.metrics())
            .containsEntry("RowsAcked", 2L)
            .containsEntry("RecordsDeadLettered", 1L);
      }
    }
  }

  @Test
  void structsArriveByTheTypesOfTheirSchema() {
    try (SinkFixture sink = new SinkFixture("conversion_schema")) {
      sink.query(
          "CREATE TABLE "
              + sink.table("t")
              + " (id Int8, price Decimal(12, 4), born Date32, took Time64(6), at DateTime64(6, 'UTC'),"
              + " u Variant(String, Int32), t Tuple(b String, a Int64, c Nullable(Int8)),"
              + " n Nested(k String, v UInt16), m Map(String, Dynamic), j JSON, d Dynamic)"
              + " ENGINE = MergeTree ORDER BY id");
      SharedServers.topics().create(sink.topic("t"), 1);
      sink.with("value.converter.schemas.enable", "true").start();
      String item =
          "{\"type\":\"struct\",\"fields\":[{\"field\":\"v\",\"type\":\"int32\"},"
              + "{\"field\":\"k\",\"type\":\"string\"}]}";
      String schema =
          "{\"type\":\"struct\",\"fields\":["
              + "{\"field\":\"id\",\"type\":\"int32\"},"
              + "{\"field\":\"price\",\"type\":\"bytes\",\"name\":\"org.apache.kafka.connect.data.Decimal\",\"parameters\":{\"scale\":\"2\"}},"
              + "{\"field\":\"born\",\"type\":\"int32\",\"name\":\"org.apache.kafka.connect.data.Date\"},"
              + "{\"field\":\"took\",\"type\":\"int64\",\"name\":\"io.debezium.time.MicroTime\"},"
              + "{\"field\":\"at\",\"type\":\"int64\",\"name\":\"io.debezium.time.MicroTimestamp\"},"
              + "{\"field\":\"u\",\"type\":\"struct\",\"name\":\"io.confluent.connect.avro.Union\",\"optional\":true,\"fields\":["
              + "{\"field\":\"string\",\"type\":\"string\",\"optional\":true},{\"field\":\"int\",\"type\":\"int32\",\"optional\":true}]},"
              + "{\"field\":\"t\",\"type\":\"struct\",\"fields\":[{\"field\":\"a\",\"type\":\"int32\"},{\"field\":\"b\",\"type\":\"string\"}]},"
              + "{\"field\":\"n\",\"type\":\"array\",\"items\":"
              + item
              + "},"
              + "{\"field\":\"m\",\"type\":\"map\",\"keys\":{\"type\":\"string\"},\"values\":{\"type\":\"int64\"}},"
              + "{\"field\":\"j\",\"type\":\"struct\",\"fields\":[{\"field\":\"x\",\"type\":\"double\"}]},"
              + "{\"field\":\"d\",\"type\":\"int64\",\"name\":\"org.apache.kafka.connect.data.Timestamp\"}]}";
      String payload =
          "{\"id\":1,\"price\":\"BNI=\",\"born\":-1,\"took\":45296123456,\"at\":1700000000123456,"
              + "\"u\":{\"string\":null,\"int\":5},\"t\":{\"a\":9,\"b\":\"B\"},"
              + "\"n\":[{\"v\":1,\"k\":\"a\"},{\"v\":65535,\"k\":\"b\"}],\"m\":{\"z\":1},"
              + "\"j\":{\"x\":0.5},\"d\":1700000000123}";
      SharedServers.topics()
          .send(
              List.of(
                  record(
                      sink.topic("t"), "{\"schema\":" + schema + ",\"payload\":" + payload + "}")));
      sink.awaitCount("t", 1);
      assertThat(
              sink.query(
                  "SELECT price, born, took, at, variantType(u), u, t, n.k, n.v, m,"
                      + " dynamicType(m['z']), j, dynamicType(d), d FROM "
                      + sink.table("t")
                      + " FORMAT TSVRaw"))
          .isEqualTo(
              "12.34\t1969-12-31\t12:34:56.123456\t2023-11-14 22:13:20.123456\tInt32\t5\t('B',9,NULL)"
                  + "\t['a','b']\t[1,65535]\t{'z':1}\tInt64\t{\"x\":0.5}\tDateTime64(3, 'UTC')"
                  + "\t2023-11-14 22:13:20.123");
    }
  }
}
