// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.it.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.blockhouse.it.SharedServers;
import io.blockhouse.it.clickhouse.ClickHouseServer;
import io.blockhouse.wire.ConnectionOptions;
import io.blockhouse.wire.Deadline;
import io.blockhouse.wire.InsertRequest;
import io.blockhouse.wire.InsertStream;
import io.blockhouse.wire.NativeConnection;
import io.blockhouse.wire.Setting;
import io.blockhouse.wire.block.Block;
import io.blockhouse.wire.block.FixedColumn;
import io.blockhouse.wire.error.UnsupportedTypeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every type on a real server: the same random values go in twice, as blocks and as SQL, and must
 * come out the same.
 */
class TypesIT {
  private static final String DATABASE = "types_it";
  private static final int ROWS = 40;

  /** Random tables: until either is reached. */
  private static final int RANDOM_TABLES = 30;

  private static final long RANDOM_MS = 15_000;
  private static final int RANDOM_COLUMNS = 3;
  private static final int RANDOM_DEPTH = 3;

  /** What 26.7 asks for before it makes such columns; harmless for the others. */
  private static final String SETTINGS =
      " SETTINGS allow_suspicious_low_cardinality_types = 1, allow_suspicious_variant_types = 1,"
          + " enable_nullable_tuple_type = 1, flatten_nested = 0";

  private static final ClickHouseServer SERVER = SharedServers.clickHouse();

  private final long seed = System.nanoTime();

  @BeforeAll
  static void createDatabase() {
    SERVER.query("CREATE DATABASE " + DATABASE);
  }

  @AfterAll
  static void dropDatabase() {
    SERVER.query("DROP DATABASE IF EXISTS " + DATABASE + " SYNC");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Int8",
        "Int16",
        "Int32",
        "Int64",
        "Int128",
        "Int256",
        "UInt8",
        "UInt16",
        "UInt32",
        "UInt64",
        "UInt128",
        "UInt256",
        "Float32",
        "Float64",
        "BFloat16",
        "Bool",
        "Decimal(9, 2)",
        "Decimal(18, 4)",
        "Decimal(38, 10)",
        "Decimal(76, 20)",
        "String",
        "FixedString(5)",
        "Date",
        "Date32",
        "DateTime",
        "DateTime('America/New_York')",
        "DateTime64(0)",
        "DateTime64(3, 'Europe/Amsterdam')",
        "DateTime64(9, 'UTC')",
        "Time",
        "Time64(0)",
        "Time64(9)",
        "UUID",
        "IPv4",
        "IPv6",
        "Enum8('it\\'s' = -1, 'tab\\t' = 2, '(,)' = 3)",
        "Enum16('x' = -32768, 'y' = 300)",
        "IntervalNanosecond",
        "IntervalSecond",
        "IntervalYear",
        "Nullable(String)",
        "Nullable(Int256)",
        "Nullable(Enum8('a' = 1, 'b' = 2))",
        "Nullable(Decimal(18, 4))",
        "Nullable(Tuple(UInt8, String))",
        "Array(String)",
        "Array(Array(Nullable(UUID)))",
        "Tuple(UInt8, String)",
        "Tuple(a Nullable(Int32), `b c` Array(String), `d\\`e` Tuple(f UInt8))",
        "Tuple()",
        "Array(Tuple())",
        "Array(Tuple(k String, v Nullable(Float64)))",
        "Map(String, UInt8)",
        "Map(UUID, Map(String, Array(Date)))",
        "Nested(a UInt8, b Nested(c String, d LowCardinality(String)))",
        "LowCardinality(String)",
        "LowCardinality(Nullable(String))",
        "LowCardinality(FixedString(3))",
        "LowCardinality(UInt8)",
        "LowCardinality(Bool)",
        "LowCardinality(Int256)",
        "LowCardinality(Nullable(Float64))",
        "LowCardinality(Date32)",
        "LowCardinality(DateTime('UTC'))",
        "LowCardinality(UUID)",
        "LowCardinality(IPv6)",
        "LowCardinality(Nullable(IPv4))",
        "Array(LowCardinality(Nullable(String)))",
        "Map(LowCardinality(String), LowCardinality(Nullable(UInt32)))",
        "Tuple(LowCardinality(String), Array(Tuple(UInt8, LowCardinality(String))))",
        "Variant(String, UInt64)",
        "Variant(Array(LowCardinality(String)), LowCardinality(Date), Tuple(a UInt8))",
        "Array(Variant(String, UInt64))",
        "Map(String, Variant(Array(String), UInt8))",
        "Tuple(a Variant(Int32, String), b UInt8)",
        "Dynamic",
        "Dynamic(max_types=2)",
        "Array(Dynamic)",
        "Tuple(a Dynamic, b LowCardinality(String))",
        "Map(String, Dynamic)",
        "JSON",
        "JSON(id UInt32, `a.f` Float64, max_dynamic_paths=2, SKIP name)",
        "Nullable(JSON)",
        "Array(JSON)",
        "Tuple(id UInt8, j JSON)",
        "Map(String, JSON)",
        "Point",
        "Ring",
        "LineString",
        "MultiLineString",
        "Polygon",
        "MultiPolygon",
        "Geometry",
        "Array(Point)",
        "SimpleAggregateFunction(sum, UInt64)",
        "SimpleAggregateFunction(max, Nullable(Int32))",
        "SimpleAggregateFunction(anyLast, LowCardinality(Nullable(String)))",
        "SimpleAggregateFunction(groupArrayArray, Array(String))",
        "QBit(Float32, 5)",
        "QBit(Float64, 3)",
        "QBit(BFloat16, 16)"
      })
  void landsAsTheSameValuesInSqlDo(String type) {
    compare(List.of(type), new Random(seed), "seed " + seed + " for " + type);
  }

  @Test
  void landsEqualForRandomTypes() {
    System.out.println("TypesIT seed " + seed);
    Random random = new Random(seed);
    RandomTypes types = new RandomTypes(random);
    Deadline deadline = Deadline.afterMs(RANDOM_MS);
    int tables = 0;
    while (tables < RANDOM_TABLES && !deadline.expired()) {
      List<String> columns = new ArrayList<>();
      for (int i = 0; i < RANDOM_COLUMNS; i++) {
        columns.add(types.next(random.nextInt(RANDOM_DEPTH + 1)));
      }
      compare(columns, random, "seed " + seed + ", table " + tables + " of " + columns);
      tables++;
    }
    System.out.println("TypesIT compared " + tables + " random tables");
    assertThat(tables).isPositive();
  }

  @Test
  void refusesStatesOfAggregateFunctionsWithAdvice() {
    SERVER.query(
        "CREATE OR REPLACE TABLE types_it.states (v AggregateFunction(sum, UInt64))"
            + " ENGINE = Memory");
    try (NativeConnection connection = connect()) {
      InsertRequest request = request("states", List.of("v"));
      assertThatThrownBy(() -> connection.insert(request, Deadline.afterMs(10_000)))
          .isInstanceOf(UnsupportedTypeException.class)
          .hasMessageContaining("`v`")
          .hasMessageContaining("SimpleAggregateFunction");
    }
  }

  private void compare(List<String> types, Random random, String description) {
    List<String> names = new ArrayList<>();
    StringBuilder definitions = new StringBuilder("n UInt32");
    for (int i = 0; i < types.size(); i++) {
      names.add("v" + i);
      definitions.append(", v").append(i).append(' ').append(types.get(i));
    }
    for (String table : List.of("native", "text")) {
      SERVER.query(
          "CREATE OR REPLACE TABLE types_it."
              + table
              + " ("
              + definitions
              + ") ENGINE = MergeTree ORDER BY n"
              + SETTINGS);
    }
    names.add(0, "n");
    String sql = insert(names, new RandomValues(random), description);
    SERVER.query(sql);
    StringBuilder columns = new StringBuilder("n");
    for (int i = 0; i < types.size(); i++) {
      columns.append(", v").append(i).append(kind("v" + i, types.get(i)));
    }
    String select = "SELECT " + columns + " FROM types_it.%s ORDER BY n FORMAT JSONCompactEachRow";
    assertThat(SERVER.query(String.format(select, "native")))
        .as(description)
        .isEqualTo(SERVER.query(String.format(select, "text")));
    assertThat(SERVER.query("SELECT count() FROM types_it.native")).isEqualTo("" + ROWS);
  }

  /** Which type a value has is not seen in how it prints. */
  private static String kind(String column, String type) {
    if (type.startsWith("Dynamic")) {
      return ", dynamicType(" + column + ")";
    } else if (type.startsWith("Variant") || type.equals("Geometry")) {
      return ", variantType(" + column + ")";
    } else if (type.startsWith("JSON")) {
      return ", JSONAllPathsWithTypes(" + column + ")";
    }
    return "";
  }

  /**
   * Inserts blocks; returns the INSERT with the same values. Not one with VALUES: it evaluates to
   * bare constants, which do not remember which member of a Variant they are.
   */
  private static String insert(List<String> names, RandomValues values, String description) {
    StringBuilder sql = new StringBuilder("INSERT INTO types_it.text" + SETTINGS);
    Deadline deadline = Deadline.afterMs(30_000);
    try (NativeConnection connection = connect()) {
      InsertStream stream = connection.insert(request("native", names), deadline);
      Block block = new Block(stream.header());
      for (int row = 0; row < ROWS; row++) {
        List<String> expressions = new ArrayList<>();
        if (row % 7 == 0) {
          for (int i = 1; i < block.columnCount(); i++) {
            values.append(block.column(i));
          }
          block.rollbackRow();
        }
        for (int i = 0; i < block.columnCount(); i++) {
          if (i == 0) {
            ((FixedColumn) block.column(0)).appendInt(row);
            expressions.add("toUInt32(" + row + ")");
          } else if (row < 2) {
            block.column(i).appendDefault();
            expressions.add(RandomValues.defaultOf(stream.header().get(i).type()));
          } else {
            expressions.add(values.append(block.column(i)));
          }
        }
        block.endRow();
        sql.append(row == 0 ? " SELECT " : " UNION ALL SELECT ");
        sql.append(String.join(", ", expressions));
        if (row == ROWS / 2) {
          send(stream, block, deadline);
        }
      }
      send(stream, block, deadline);
      stream.end(deadline);
      assertThat(stream.await(deadline)).as(description).isTrue();
    }
    return sql.toString();
  }

  private static void send(InsertStream stream, Block block, Deadline deadline) {
    block.seal();
    stream.write(block, deadline);
    block.reset();
  }

  private static InsertRequest request(String table, List<String> columns) {
    return new InsertRequest(
        DATABASE, table, columns, List.of(Setting.required("async_insert", "0")), "");
  }

  private static NativeConnection connect() {
    ConnectionOptions options =
        ConnectionOptions.builder()
            .host(SERVER.host())
            .port(SERVER.nativePort())
            .user(SERVER.user())
            .password(SERVER.password())
            .build();
    return NativeConnection.connect(options, Deadline.afterMs(10_000));
  }
}
