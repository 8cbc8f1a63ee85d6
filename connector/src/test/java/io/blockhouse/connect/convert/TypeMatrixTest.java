// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import static io.blockhouse.connect.convert.ConversionMatrixTest.ERROR;
import static org.assertj.core.api.Assertions.assertThat;

import io.blockhouse.connect.convert.ConversionMatrixTest.Source;
import io.blockhouse.wire.type.ClickHouseType;
import io.blockhouse.wire.type.TypeFamily;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The rest of the matrix: every source kind into the type families that few of them become. Here
 * only what is converted is written down; every other cell must be refused.
 */
class TypeMatrixTest {
  private static final Map<String, Map<String, String>> CELLS = new LinkedHashMap<>();

  /** Pairs of a source kind's name and the value that it becomes. */
  private static void type(String name, String... cells) {
    Map<String, String> bySource = new HashMap<>();
    for (int i = 0; i < cells.length; i += 2) {
      bySource.put(cells[i], cells[i + 1]);
    }
    assertThat(ConversionMatrixTest.sources().map(Source::name)).containsAll(bySource.keySet());
    CELLS.put(name, bySource);
  }

  /** The cells of sources that are all the number 77123. */
  private static String[] numbers(String value, String... more) {
    List<String> all =
        Stream.concat(
                Stream.of(
                        "INT32",
                        "INT64",
                        "FLOAT32",
                        "FLOAT64 (integral)",
                        "STRING (integer)",
                        "DECIMAL (integral)",
                        "big integer",
                        "Debezium VariableScaleDecimal",
                        "UNION")
                    .flatMap(source -> Stream.of(source, value)),
                Stream.of(more))
            .toList();
    return all.toArray(String[]::new);
  }

  /** What logical times are as plain numbers. */
  private static final String[] TICKS = {
    "INT8", "1",
    "BOOLEAN", "1",
    "logical DATE", "19723",
    "Debezium Date", "19723",
    "logical TIME", "14340123",
    "Debezium Time", "14340123",
    "Debezium MicroTime", "14340123456",
    "Debezium NanoTime", "14340123456789",
    "logical TIMESTAMP", "1700000000123",
    "java.util.Date", "1700000000123",
    "Debezium Timestamp", "1700000000123",
    "Debezium MicroTimestamp", "1700000000123456",
    "Debezium NanoTimestamp", "1700000000123456789"
  };

  private static String[] and(String[] cells, String... more) {
    return Stream.concat(Stream.of(cells), Stream.of(more)).toArray(String[]::new);
  }

  static {
    for (String type : List.of("Int128", "Int256")) {
      type(type, and(numbers("77123", TICKS), "INT16", "-1234"));
    }
    for (String type : List.of("UInt128", "UInt256")) {
      type(type, numbers("77123", TICKS));
    }
    type("SimpleAggregateFunction(max, Int64)", and(numbers("77123", TICKS), "INT16", "-1234"));
    type("LowCardinality(Int64)", and(numbers("77123", TICKS), "INT16", "-1234"));
    type(
        "Decimal(12, 3)",
        numbers(
            "77123.000",
            "INT8",
            "1.000",
            "INT16",
            "-1234.000",
            "FLOAT64",
            "2.500",
            "BOOLEAN",
            "1.000",
            "DECIMAL (fraction)",
            "0.250"));
    type(
        "BFloat16",
        "INT8",
        "1.0",
        "FLOAT32",
        "76800.0",
        "FLOAT64",
        "2.5",
        "FLOAT64 (integral)",
        "76800.0",
        "STRING (integer)",
        "76800.0",
        "BOOLEAN",
        "1.0",
        "DECIMAL (integral)",
        "76800.0",
        "Debezium VariableScaleDecimal",
        "76800.0",
        "DECIMAL (fraction)",
        "0.25");
    type(
        "Date32",
        and(
            numbers("2181-02-26"),
            "STRING (integer)",
            ERROR,
            "INT8",
            "1970-01-02",
            "INT16",
            "1966-08-16",
            "STRING (date)",
            "2024-04-02",
            "STRING (date-time)",
            "2024-04-02",
            "Debezium ZonedTimestamp",
            "2023-11-14",
            "logical DATE",
            "2024-01-01",
            "Debezium Date",
            "2024-01-01",
            "logical TIMESTAMP",
            "2023-11-14",
            "java.util.Date",
            "2023-11-14",
            "Debezium Timestamp",
            "2023-11-14",
            "Debezium MicroTimestamp",
            "2023-11-14",
            "Debezium NanoTimestamp",
            "2023-11-14"));
    type(
        "Time",
        and(
            numbers("77123"),
            "STRING (integer)",
            ERROR,
            "INT8",
            "1",
            "INT16",
            "-1234",
            "STRING (time)",
            "14340",
            "logical TIME",
            "14340",
            "Debezium Time",
            "14340",
            "Debezium MicroTime",
            "14340",
            "Debezium NanoTime",
            "14340"));
    type(
        "Time64(6)",
        and(
            numbers("0.077123"),
            "STRING (integer)",
            ERROR,
            "INT8",
            "0.000001",
            "INT16",
            "-0.001234",
            "STRING (time)",
            "14340.123456",
            "logical TIME",
            "14340.123000",
            "Debezium Time",
            "14340.123000",
            "Debezium MicroTime",
            "14340.123456",
            "Debezium NanoTime",
            "14340.123456"));
    type("IntervalSecond", numbers("77123", "INT8", "1", "INT16", "-1234"));
    type("IPv4", "STRING (IPv4)", "203.0.113.9", "BYTES (4)", "192.168.0.1");
    type(
        "IPv6",
        "STRING (IPv4)",
        "0000:0000:0000:0000:0000:ffff:cb00:7109",
        "STRING (IPv6)",
        "2001:0db8:0000:0000:0000:0000:0000:0007",
        "BYTES (4)",
        "0000:0000:0000:0000:0000:ffff:c0a8:0001",
        "BYTES (array)",
        "3031:3233:3435:3637:3839:6162:6364:6566",
        "BYTES (buffer)",
        "3031:3233:3435:3637:3839:6162:6364:6566");
    type("Enum8('one' = 1, '2024-04-02' = 2)", "INT8", "one", "STRING (date)", "2024-04-02");
    type("Enum16('minus' = -1234, '' = 2)", "INT16", "minus");
  }

  static {
    type("Tuple(x Int64)", "STRUCT", "(71234)");
    type("Tuple(Int16, Int16)", "LIST", "(7, -8)");
    type("Map(String, Int64)", "MAP", "{k=71234}", "STRUCT", "{x=71234}");
    type("Nested(x Int64)");
    type("QBit(Float32, 2)", "LIST", "[7.0, -8.0]");
    type("Point", "LIST", "(7.0, -8.0)");
    for (String type :
        List.of("Ring", "LineString", "MultiLineString", "Polygon", "MultiPolygon")) {
      type(type);
    }
    type("Geometry", "LIST", "Point:(7.0, -8.0)");
    type("JSON", "MAP", "{\"k\":71234}", "STRUCT", "{\"x\":71234}");
    type(
        "Variant(Bool, UInt32, Float64, Array(Int16), Tuple(x Int64), Map(String, Int64),"
            + " DateTime64(6), UUID)",
        "INT8",
        "UInt32:1",
        "INT16",
        "Float64:-1234.0",
        "INT32",
        "UInt32:77123",
        "INT64",
        "UInt32:77123",
        "FLOAT32",
        "Float64:77123.0",
        "FLOAT64",
        "Float64:2.5",
        "FLOAT64 (integral)",
        "Float64:77123.0",
        "BOOLEAN",
        "Bool:true",
        "STRING (integer)",
        "UInt32:77123",
        "STRING (date)",
        "DateTime64(6):2024-04-02T00:00:00Z",
        "STRING (date-time)",
        "DateTime64(6):2024-04-02T03:59:00.072229Z",
        "STRING (UUID)",
        "UUID:30313233-3435-3637-3839-616263646566",
        "BYTES (array)",
        "UUID:30313233-3435-3637-3839-616263646566",
        "BYTES (buffer)",
        "UUID:30313233-3435-3637-3839-616263646566",
        "DECIMAL (integral)",
        "UInt32:77123",
        "DECIMAL (fraction)",
        "Float64:0.25",
        "big integer",
        "UInt32:77123",
        "logical DATE",
        "DateTime64(6):2024-01-01T00:00:00Z",
        "logical TIME",
        "UInt32:14340123",
        "Debezium Time",
        "UInt32:14340123",
        "Debezium VariableScaleDecimal",
        "UInt32:77123",
        "UNION",
        "UInt32:77123",
        "logical TIMESTAMP",
        "DateTime64(6):2023-11-14T22:13:20.123Z",
        "java.util.Date",
        "DateTime64(6):2023-11-14T22:13:20.123Z",
        "Debezium Date",
        "DateTime64(6):2024-01-01T00:00:00Z",
        "Debezium Timestamp",
        "DateTime64(6):2023-11-14T22:13:20.123Z",
        "Debezium MicroTimestamp",
        "DateTime64(6):2023-11-14T22:13:20.123456Z",
        "Debezium NanoTimestamp",
        "DateTime64(6):2023-11-14T22:13:20.123456Z",
        "Debezium ZonedTimestamp",
        "DateTime64(6):2023-11-14T22:13:20.500Z",
        "LIST",
        "Array(Int16):[7, -8]",
        "MAP",
        "Map(String, Int64):{k=71234}",
        "STRUCT",
        "Tuple(x Int64):(71234)");
    type(
        "Dynamic",
        "INT8",
        "Int64:1",
        "INT16",
        "Int64:-1234",
        "INT32",
        "Int64:77123",
        "INT64",
        "Int64:77123",
        "FLOAT32",
        "Float64:77123.0",
        "FLOAT64",
        "Float64:2.5",
        "FLOAT64 (integral)",
        "Float64:77123.0",
        "BOOLEAN",
        "Bool:true",
        "STRING (integer)",
        "String:77123",
        "STRING (date)",
        "String:2024-04-02",
        "STRING (date-time)",
        "String:2024-04-02 03:59:00.0722295",
        "STRING (UUID)",
        "String:30313233-3435-3637-3839-616263646566",
        "STRING (time)",
        "String:03:59:00.123456789",
        "STRING (IPv4)",
        "String:203.0.113.9",
        "STRING (IPv6)",
        "String:2001:db8::7",
        "BYTES (4)",
        "String:\u00c0\u00a8\0\1",
        "BYTES (array)",
        "String:0123456789abcdef",
        "BYTES (buffer)",
        "String:0123456789abcdef",
        "DECIMAL (integral)",
        "Decimal(38, 2):77123.00",
        "DECIMAL (fraction)",
        "Decimal(38, 2):0.25",
        "big integer",
        "Int64:77123",
        "logical DATE",
        "Date32:2024-01-01",
        "logical TIME",
        "Time64(3):14340.123",
        "Debezium Time",
        "Time64(3):14340.123",
        "Debezium MicroTime",
        "Time64(6):14340.123456",
        "Debezium NanoTime",
        "Time64(9):14340.123456789",
        "Debezium VariableScaleDecimal",
        "Decimal(38, 2):77123.00",
        "UNION",
        "Int64:77123",
        "logical TIMESTAMP",
        "DateTime64(3, 'UTC'):2023-11-14T22:13:20.123Z",
        "java.util.Date",
        "DateTime64(3, 'UTC'):2023-11-14T22:13:20.123Z",
        "Debezium Date",
        "Date32:2024-01-01",
        "Debezium Timestamp",
        "DateTime64(3, 'UTC'):2023-11-14T22:13:20.123Z",
        "Debezium MicroTimestamp",
        "DateTime64(6, 'UTC'):2023-11-14T22:13:20.123456Z",
        "Debezium NanoTimestamp",
        "DateTime64(9, 'UTC'):2023-11-14T22:13:20.123456789Z",
        "Debezium ZonedTimestamp",
        "String:2023-11-14T22:13:20.5Z",
        "LIST",
        "Array(Nullable(Int64)):[7, -8]",
        "MAP",
        "JSON:{\"k\":71234}",
        "STRUCT",
        "JSON:{\"x\":71234}");
  }

  static Stream<Source> sources() {
    return ConversionMatrixTest.sources();
  }

  @ParameterizedTest
  @MethodSource("sources")
  void convertsOrRefusesExactly(Source source) {
    CELLS.forEach(
        (type, cells) -> {
          String expected = cells.getOrDefault(source.name(), ERROR);
          ConversionMatrixTest.check(source, type, false, expected);
          ConversionMatrixTest.check(source, "Array(" + type + ")", true, expected);
          if (mayBeNullable(type)) {
            ConversionMatrixTest.check(source, "Nullable(" + type + ")", false, expected);
          }
        });
  }

  private static boolean mayBeNullable(String type) {
    return switch (ClickHouseType.parse(type).family()) {
      case LOW_CARDINALITY,
          SIMPLE_AGGREGATE_FUNCTION,
          MAP,
          NESTED,
          VARIANT,
          DYNAMIC,
          GEOMETRY,
          RING,
          LINE_STRING,
          MULTI_LINE_STRING,
          POLYGON,
          MULTI_POLYGON,
          POINT,
          QBIT ->
          false;
      default -> true;
    };
  }

  @Test
  void coversEveryTypeFamily() {
    List<String> types =
        Stream.concat(ConversionMatrixTest.TYPES.stream(), CELLS.keySet().stream()).toList();
    assertThat(types.stream().map(type -> ClickHouseType.parse(type).family()))
        .containsAll(Stream.of(TypeFamily.values()).filter(f -> f != TypeFamily.NULLABLE).toList());
  }
}
