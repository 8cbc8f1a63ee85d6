// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.blockhouse.it.SharedServers;
import io.blockhouse.it.clickhouse.NeedsOldestServer;
import io.blockhouse.it.clickhouse.OldClickHouse;
import io.blockhouse.wire.Compression;
import io.blockhouse.wire.ConnectionOptions;
import io.blockhouse.wire.Deadline;
import io.blockhouse.wire.InsertRequest;
import io.blockhouse.wire.InsertStream;
import io.blockhouse.wire.NativeConnection;
import io.blockhouse.wire.TableColumn;
import io.blockhouse.wire.block.Block;
import io.blockhouse.wire.block.FixedColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every type that ClickHouse 18.16 and this client both know, in several blocks, with and without
 * compression. 18.16 casts and checks nothing, so that the text it prints is that of the bytes.
 */
@NeedsOldestServer
class OldestServerTypesIT {
  /** Enough for several frames of 64 KiB in a block of any of the types. */
  private static final int COPIES = 20_000;

  private static final String TABLE = "default.oldest_types";

  /** A type, and values of it as the server prints them. To add a type, add a line. */
  static Stream<Arguments> types() {
    return Stream.of(
        type("Int8", "-128", "-1", "0", "127"),
        type("Int16", "-32768", "-1", "0", "32767"),
        type("Int32", "-2147483648", "-1", "0", "2147483647"),
        type("Int64", "-9223372036854775808", "-1", "0", "9223372036854775807"),
        type("UInt8", "0", "127", "128", "255"),
        type("UInt16", "0", "32768", "65535"),
        type("UInt32", "0", "2147483648", "4294967295"),
        type("UInt64", "0", "9223372036854775808", "18446744073709551615"),
        type("Float32", "0", "-0", "0.1", "-1.5", "3.4028235e38", "1e-45", "nan", "inf", "-inf"),
        type("Float64", "0", "-0", "0.1", "1.7976931348623157e308", "5e-324", "nan", "inf", "-inf"),
        type("String", "", "a", "Zürich 漢字 😀", "x".repeat(300)),
        type("FixedString(4)", "abcd", "ab\\0\\0", "\\0\\0\\0\\0", "é12"),
        type("Date", "0000-00-00", "1970-01-02", "2024-02-29", "2105-12-31"),
        type("DateTime", "0000-00-00 00:00:00", "2024-07-01 12:00:00", "2105-12-31 23:59:59"),
        type("DateTime('Asia/Tokyo')", "1970-01-01 09:00:01", "2024-07-01 12:00:00"),
        type("DateTime('America/New_York')", "2024-03-10 03:00:00", "2024-11-03 00:59:59"),
        type(
            "UUID",
            "00112233-4455-6677-8899-aabbccddeeff",
            "00000000-0000-0000-0000-000000000000",
            "ffffffff-ffff-ffff-ffff-ffffffffffff"),
        type("Decimal(9, 4)", "-99999.9999", "0.0001", "99999.9999"),
        type("Decimal(18, 0)", "-999999999999999999", "1", "999999999999999999"),
        type("Decimal(38, 10)", "-9999999999999999999999999999.9999999999", "0.0000000001"),
        type("Enum8('a' = -128, 'ü b' = 0, 'c' = 127)", "a", "ü b", "c"),
        type("Enum16('x' = -32768, 'y' = 32767)", "y", "x"),
        type("Tuple(Int8, String)", "(-128,'')", "(127,'Zürich, (漢字)')"),
        type("Tuple(Array(Nullable(UInt8)), Date)", "([NULL,1],'2024-02-29')", "([],'1970-01-02')"),
        type("LowCardinality(String)", "", "a", "Zürich"),
        type("LowCardinality(Nullable(String))", "\\N", "", "a"),
        type("LowCardinality(FixedString(2))", "ab", "\\0\\0"),
        type("LowCardinality(UInt32)", "7", "0", "4294967295"),
        type("LowCardinality(Date)", "2024-02-29", "1970-01-02"),
        type("Array(LowCardinality(String))", "[]", "['a','','a']", "['b']"),
        type("Array(LowCardinality(Nullable(String)))", "[NULL,'a']", "[]", "['']"),
        type("LowCardinality(String)", numbers(300)), // keys of two bytes
        type("LowCardinality(Nullable(String))", numbers(70_000)), // and of four
        type("Nullable(Decimal(9, 2))", "\\N", "-0.01"),
        type("Nullable(Enum8('a' = 1))", "\\N", "a"),
        type("Array(Enum8('a' = 1, 'b' = 2))", "['b','a']", "[]"),
        type("Array(Decimal(18, 2))", "[0.01,-9.99]", "[]"),
        type("Nullable(Int8)", "\\N", "-128", "\\N", "127"),
        type("Nullable(UInt64)", "18446744073709551615", "\\N"),
        type("Nullable(Float64)", "\\N", "0.1"),
        type("Nullable(String)", "", "\\N", "NOT NULL"),
        type("Nullable(FixedString(2))", "\\N", "ab"),
        type("Nullable(Date)", "2024-02-29", "\\N"),
        type("Nullable(DateTime('Asia/Tokyo'))", "\\N", "2024-07-01 12:00:00"),
        type("Nullable(UUID)", "00112233-4455-6677-8899-aabbccddeeff", "\\N"),
        type("Array(Int64)", "[]", "[-9223372036854775808,1,9223372036854775807]", "[]"),
        type("Array(String)", "['a','','Zürich, 漢字']", "[]", "['']"),
        type("Array(Date)", "['2024-02-29','1970-01-02']", "[]"),
        type("Array(UUID)", "['00112233-4455-6677-8899-aabbccddeeff']", "[]"),
        type("Array(Nullable(Int32))", "[NULL]", "[1,NULL,-1]", "[]"),
        type("Array(Nullable(String))", "['a',NULL,'']", "[]"),
        type("Array(Array(UInt16))", "[[],[65535]]", "[]", "[[1,2],[3]]"),
        type("Array(Array(Nullable(FixedString(1))))", "[[],['a',NULL]]", "[[NULL]]"));
  }

  private static Arguments type(String name, String... printed) {
    return arguments(name, List.of(printed));
  }

  private static String[] numbers(int count) {
    return IntStream.range(0, count).mapToObj(Integer::toString).toArray(String[]::new);
  }

  /** 18.16 has a Nested as one array a member. */
  @Test
  void aNestedIsWrittenAsItsArrays() {
    OldClickHouse server = SharedServers.oldestClickHouse();
    server.query("DROP TABLE IF EXISTS " + TABLE);
    server.query(
        "CREATE TABLE "
            + TABLE
            + " (id UInt32, n Nested(a UInt8, b Nullable(String))) ENGINE = MergeTree ORDER BY id");
    Deadline deadline = Deadline.afterMs(30_000);
    try (NativeConnection connection =
        NativeConnection.connect(options(server, Compression.LZ4), deadline)) {
      InsertStream insert = connection.insert(intoAllColumns(connection, deadline), deadline);
      Block block = new Block(insert.header());
      String[][] rows = {{"1", "[1,255]", "['x',NULL]"}, {"2", "[]", "[]"}};
      for (String[] row : rows) {
        for (int i = 0; i < row.length; i++) {
          PrintedValue.append(block.column(i), row[i]);
        }
        block.endRow();
      }
      send(insert, block, deadline);
      insert.end(deadline);
      assertThat(insert.await(deadline)).isTrue();
    }
    assertThat(server.query("SELECT id, n.a, n.b FROM " + TABLE + " ORDER BY id").lines())
        .containsExactly("1\t[1,255]\t['x',NULL]", "2\t[]\t[]");
    server.query("DROP TABLE " + TABLE);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("types")
  void valuesComeBackAsTheyWereSent(String type, List<String> printed) {
    OldClickHouse server = SharedServers.oldestClickHouse();
    for (Compression compression : Compression.values()) {
      server.query("DROP TABLE IF EXISTS " + TABLE);
      server.query(
          "CREATE TABLE " + TABLE + " (id UInt32, v " + type + ") ENGINE = MergeTree ORDER BY id");
      List<String> expected = insert(server, compression, printed);
      List<String> stored =
          server.query("SELECT v, id FROM " + TABLE + " ORDER BY id").lines().toList();
      if (!stored.equals(expected)) { // the comparison that explains takes quadratic time
        assertThat(stored).as("%s with %s", type, compression).isEqualTo(expected);
      }
    }
    server.query("DROP TABLE " + TABLE);
  }

  /** The first value, then the others, then many of all: three blocks of one INSERT. */
  private static List<String> insert(
      OldClickHouse server, Compression compression, List<String> printed) {
    Deadline deadline = Deadline.afterMs(30_000);
    Rows rows = new Rows();
    try (NativeConnection connection =
        NativeConnection.connect(options(server, compression), deadline)) {
      InsertStream insert = connection.insert(intoAllColumns(connection, deadline), deadline);
      Block block = new Block(insert.header());
      rows.append(block, printed.subList(0, 1));
      send(insert, block, deadline);
      rows.append(block, printed.subList(1, printed.size()));
      send(insert, block, deadline);
      while (block.rows() < COPIES) {
        rows.append(block, printed);
      }
      send(insert, block, deadline);
      insert.end(deadline);
      assertThat(insert.await(deadline)).isTrue();
      connection.ping(deadline);
    }
    return rows.expected;
  }

  private static ConnectionOptions options(OldClickHouse server, Compression compression) {
    return ConnectionOptions.builder()
        .host(server.host())
        .port(server.nativePort())
        .user(server.user())
        .password(server.password())
        .compression(compression)
        .build();
  }

  private static InsertRequest intoAllColumns(NativeConnection connection, Deadline deadline) {
    List<String> columns =
        connection.describe("default", "oldest_types", deadline).stream()
            .map(TableColumn::name)
            .toList();
    return new InsertRequest("default", "oldest_types", columns, List.of(), "");
  }

  private static void send(InsertStream insert, Block block, Deadline deadline) {
    block.seal();
    insert.write(block, deadline);
    block.reset();
  }

  /** Numbered rows, and what the server should print of them. */
  private static final class Rows {
    private final List<String> expected = new ArrayList<>();

    void append(Block block, List<String> printed) {
      for (String text : printed) {
        ((FixedColumn) block.column(0)).appendInt(expected.size());
        PrintedValue.append(block.column(1), text);
        block.endRow();
        expected.add(text + "\t" + expected.size());
      }
    }
  }
}
