// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.wire.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.blockhouse.wire.error.UnsupportedTypeException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClickHouseTypeTest {
  private static final String NOISE = "()',`\"=\\ a0-.\0é";
  private static final int MUTATIONS = 100_000;

  private static final String[] WRAPPERS = {
    "Array(",
    "Nullable(",
    "LowCardinality(",
    "Tuple(a ",
    "Nested(b ",
    "Map(String, ",
    "Variant(",
    "JSON(p ",
    "SimpleAggregateFunction(any, ",
    "QBit("
  };

  @ParameterizedTest
  @CsvSource({
    "Int8, INT8, 1",
    "Int16, INT16, 2",
    "Int32, INT32, 4",
    "Int64, INT64, 8",
    "UInt8, UINT8, 1",
    "UInt16, UINT16, 2",
    "UInt32, UINT32, 4",
    "UInt64, UINT64, 8",
    "Float32, FLOAT32, 4",
    "Float64, FLOAT64, 8",
    "Bool, BOOL, 1",
    "String, STRING, 0",
    "FixedString(1), FIXED_STRING, 1",
    "FixedString(16777215), FIXED_STRING, 16777215",
    "Date, DATE, 2",
    "DateTime, DATETIME, 4",
    "DateTime64(9), DATETIME64, 8",
    "UUID, UUID, 16",
    "Nullable(Int8), NULLABLE, 0",
    "Array(Int8), ARRAY, 0",
    "Int128, INT128, 16",
    "UInt128, UINT128, 16",
    "Int256, INT256, 32",
    "UInt256, UINT256, 32",
    "BFloat16, BFLOAT16, 2",
    "Date32, DATE32, 4",
    "Time, TIME, 4",
    "Time64(3), TIME64, 8",
    "IPv4, IPV4, 4",
    "IPv6, IPV6, 16",
    "Decimal, DECIMAL, 8",
    "Decimal(9), DECIMAL, 4",
    "Decimal32(9), DECIMAL, 4",
    "Decimal64(0), DECIMAL, 8",
    "Decimal128(38), DECIMAL, 16",
    "Decimal256(76), DECIMAL, 32",
    "Tuple(), TUPLE, 0",
    "Tuple, TUPLE, 0",
    "Variant(), VARIANT, 0",
    "Dynamic, DYNAMIC, 0",
    "JSON, JSON, 0",
    "Point, POINT, 0",
    "Ring, RING, 0",
    "LineString, LINE_STRING, 0",
    "MultiLineString, MULTI_LINE_STRING, 0",
    "Polygon, POLYGON, 0",
    "MultiPolygon, MULTI_POLYGON, 0",
    "Geometry, GEOMETRY, 0"
  })
  void knowsFamilyAndWidth(String name, TypeFamily family, int widthBytes) {
    ClickHouseType type = ClickHouseType.parse(name);
    assertThat(type.family()).isEqualTo(family);
    assertThat(type.widthBytes()).isEqualTo(widthBytes);
    assertThat(type.name()).isEqualTo(name);
  }

  @Test
  void readsScaleAndZone() {
    ClickHouseType seconds = ClickHouseType.parse("DateTime('Europe/Amsterdam')");
    assertThat(seconds.zone()).contains("Europe/Amsterdam");
    assertThat(seconds.scale()).isZero();
    ClickHouseType nanos = ClickHouseType.parse("DateTime64(9, 'UTC')");
    assertThat(nanos.zone()).contains("UTC");
    assertThat(nanos.scale()).isEqualTo(9);
    assertThat(ClickHouseType.parse("DateTime64(0)").zone()).isEmpty();
    assertThat(ClickHouseType.parse("DateTime").zone()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "Decimal(9, 2);9;2;4",
        "Decimal(10, 0);10;0;8",
        "Decimal(18, 18);18;18;8",
        "Decimal(19, 4);19;4;16",
        "Decimal(38, 10);38;10;16",
        "Decimal(39, 39);39;39;32",
        "Decimal(76, 20);76;20;32",
        "Decimal64(3);18;3;8",
        "Decimal;10;0;8"
      })
  void readsPrecisionScaleAndWidthOfDecimals(String name, int precision, int scale, int width) {
    ClickHouseType type = ClickHouseType.parse(name);
    assertThat(type.precision()).isEqualTo(precision);
    assertThat(type.scale()).isEqualTo(scale);
    assertThat(type.widthBytes()).isEqualTo(width);
  }

  @Test
  void readsEnumMembersBothWays() {
    ClickHouseType type =
        ClickHouseType.parse("Enum8('it\\'s' = -1, 'a\'\'b' = 2, '(,)' = 3, '\\t\\\\' = 127)");
    assertThat(type.widthBytes()).isEqualTo(1);
    assertThat(type.enumLabel(-1)).contains("it's");
    assertThat(type.enumLabel(127)).contains("\t\\");
    assertThat(type.enumLabel(0)).isEmpty();
    assertThat(type.enumMembers().value("a'b")).hasValue(2);
    assertThat(type.enumMembers().value("(,)")).hasValue(3);
    assertThat(type.enumMembers().value("A'B")).isEmpty();
    assertThat(type.enumMembers().contains(3)).isTrue();
    assertThat(type.enumMembers().contains(4)).isFalse();
    assertThat(type.enumMembers().labels()).containsExactly("it's", "a'b", "(,)", "\t\\");
    assertThat(ClickHouseType.parse("Enum16('x' = -32768, 'y' = 32767)").enumLabel(-32768))
        .contains("x");
    assertThatIllegalStateException()
        .isThrownBy(() -> ClickHouseType.parse("Int8").enumLabel(1))
        .withMessageContaining("Int8");
  }

  @Test
  void readsElementsOfTuplesWithTheirNames() {
    ClickHouseType type =
        ClickHouseType.parse(
            "Tuple(a UInt8, `b c` Nullable(String), \"d`e\" Tuple(UInt8, String), SKIP Date)");
    assertThat(type.elementNames()).containsExactly("a", "b c", "d`e", "SKIP");
    assertThat(type.elements().get(1).name()).isEqualTo("Nullable(String)");
    assertThat(type.elements().get(2).elementNames()).isEmpty();
    assertThat(type.elements().get(2).elements()).hasSize(2);
    assertThat(ClickHouseType.parse("Tuple()").elements()).isEmpty();
    assertThat(ClickHouseType.parse("Point").elements())
        .extracting(ClickHouseType::name)
        .containsExactly("Float64", "Float64");
  }

  @Test
  void readsWhatMapsNestedVariantsAndGeoTypesHold() {
    ClickHouseType map = ClickHouseType.parse("Map(LowCardinality(String), Array(UInt8))");
    assertThat(map.key().name()).isEqualTo("LowCardinality(String)");
    assertThat(map.key().element().family()).isEqualTo(TypeFamily.STRING);
    assertThat(map.value().name()).isEqualTo("Array(UInt8)");
    ClickHouseType nested = ClickHouseType.parse("Nested(a UInt8, b Nested(c String))");
    assertThat(nested.element().elementNames()).containsExactly("a", "b");
    assertThat(nested.element().elements().get(1).family()).isEqualTo(TypeFamily.NESTED);
    // Whatever the order in the name, the discriminators follow the names.
    assertThat(ClickHouseType.parse("Variant(UInt64, Array(UInt8), String)").members())
        .extracting(ClickHouseType::name)
        .containsExactly("Array(UInt8)", "String", "UInt64");
    assertThat(ClickHouseType.parse("Geometry").members())
        .extracting(ClickHouseType::name)
        .containsExactly(
            "LineString", "MultiLineString", "MultiPolygon", "Point", "Polygon", "Ring");
    assertThat(ClickHouseType.parse("MultiPolygon").element().element().element().family())
        .isEqualTo(TypeFamily.POINT);
    assertThatIllegalStateException().isThrownBy(nested::key);
    assertThatIllegalStateException().isThrownBy(map::members);
    assertThatIllegalStateException().isThrownBy(map::elements);
  }

  @Test
  void readsWhatJsonDynamicQbitAndFunctionsSay() {
    ClickHouseType json =
        ClickHouseType.parse(
            "JSON(max_dynamic_paths=16, a.b UInt32, `c d`.e Array(Future(3)), SKIP x.y, SKIP REGEXP"
                + " '^z\\\\d')");
    assertThat(json.parameters()).containsExactly(Map.entry("max_dynamic_paths", "16"));
    assertThat(json.jsonArguments().typedPaths())
        .containsExactly(Map.entry("a.b", "UInt32"), Map.entry("c d.e", "Array(Future(3))"));
    assertThat(json.jsonArguments().skippedPaths()).containsExactly("x.y");
    assertThat(json.jsonArguments().skippedPatterns()).containsExactly("^z\\d");
    assertThat(ClickHouseType.parse("JSON").jsonArguments().typedPaths()).isEmpty();
    assertThat(ClickHouseType.parse("Dynamic(max_types=2)").parameters())
        .containsEntry("max_types", "2");
    ClickHouseType qbit = ClickHouseType.parse("QBit(BFloat16, 9)");
    assertThat(qbit.dimension()).isEqualTo(9);
    assertThat(qbit.element().family()).isEqualTo(TypeFamily.BFLOAT16);
    ClickHouseType simple =
        ClickHouseType.parse("SimpleAggregateFunction(groupArrayLast(2), Array(String))");
    assertThat(simple.element().name()).isEqualTo("Array(String)");
    assertThatIllegalStateException().isThrownBy(simple::dimension);
    assertThatIllegalStateException().isThrownBy(simple::jsonArguments);
  }

  @ParameterizedTest
  @EnumSource(IntervalUnit.class)
  void readsTheUnitOfIntervals(IntervalUnit unit) {
    ClickHouseType type = ClickHouseType.parse(unit.typeName());
    assertThat(type.family()).isEqualTo(TypeFamily.INTERVAL);
    assertThat(type.intervalUnit()).isEqualTo(unit);
    assertThat(type.widthBytes()).isEqualTo(8);
  }

  /** As a name by hand may have them; what is sent back is what was given. */
  @Test
  void keepsBlanksInNames() {
    for (String name :
        new String[] {"UInt8()", "Point( )", "IntervalDay()", "Ring()", "Geometry()"}) {
      ClickHouseType type = ClickHouseType.parse(name);
      assertThat(type.name()).isEqualTo(name);
      ClickHouseType plain = ClickHouseType.parse(name.substring(0, name.indexOf('(')));
      assertThat(type.family()).isEqualTo(plain.family());
      assertThat(type.widthBytes()).isEqualTo(plain.widthBytes());
    }
    assertThat(ClickHouseType.parse("Ring()").element().family()).isEqualTo(TypeFamily.POINT);
  }

  @Test
  void givesElementsTheirOwnNames() {
    ClickHouseType type = ClickHouseType.parse("Array( Array(Nullable(DateTime64(3,'UTC'))) )");
    assertThat(type.name()).isEqualTo("Array( Array(Nullable(DateTime64(3,'UTC'))) )");
    assertThat(type.element().name()).isEqualTo("Array(Nullable(DateTime64(3,'UTC')))");
    ClickHouseType leaf = type.element().element().element();
    assertThat(leaf.name()).isEqualTo("DateTime64(3,'UTC')");
    assertThat(leaf.scale()).isEqualTo(3);
    assertThatIllegalStateException().isThrownBy(leaf::element);
  }

  @Test
  void comparesByName() {
    assertThat(ClickHouseType.parse("Array(UInt8)"))
        .isEqualTo(ClickHouseType.parse("Array(UInt8)"));
    assertThat(ClickHouseType.parse("DateTime('UTC')"))
        .isNotEqualTo(ClickHouseType.parse("DateTime"));
    assertThat(ClickHouseType.parse("UInt8")).hasSameHashCodeAs(ClickHouseType.parse("UInt8"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "(",
        ")",
        "Array",
        "Array()",
        "Array(",
        "Array(UInt8",
        "Array(UInt8))",
        "Array)",
        "Array(UInt8, UInt8)",
        "Array(3)",
        "Array('a')",
        "Array(a UInt8)",
        "Nullable",
        "Nullable(Array(UInt8))",
        "Nullable(Nullable(UInt8))",
        "FixedString",
        "FixedString(0)",
        "FixedString(-1)",
        "FixedString(16777216)",
        "FixedString(99999999999999)",
        "FixedString('3')",
        "FixedString(3.5)",
        "DateTime64",
        "DateTime64(10)",
        "DateTime64(-1)",
        "DateTime64(3, UTC)",
        "DateTime64(3, 'UTC', 1)",
        "DateTime('UTC",
        "DateTime('UTC\\",
        "DateTime(3)",
        "DateTime64('UTC')",
        "Int8(3)",
        "String(UTF8)",
        "UInt8 UInt8",
        "UInt8,",
        "uint8",
        "Ünt8",
        "Enum8('a' = )",
        "Enum8('a' = 1",
        "Tuple(a)",
        "Tuple(`a`)",
        "Tuple(`a",
        "Tuple(a., b)",
        "Array(UInt8,)",
        "Array(,)",
        "Dynamic(max_types=)",
        "Decimal(77, 2)",
        "Decimal(9, 10)",
        "Decimal(0, 0)",
        "Decimal(9, -1)",
        "Decimal(9, 2, 1)",
        "Decimal32(10)",
        "Enum8('a' = 128)",
        "Enum8('a' = -129)",
        "Enum16('a' = 32768)",
        "Enum8('a')",
        "Enum8()",
        "Enum8(a = 1)",
        "Time64",
        "Time64(10)",
        "Time64(3, 'UTC')",
        "Time(3)",
        "Tuple(a UInt8, String)",
        "Tuple(3)",
        "Nested()",
        "Nested",
        "Nested(UInt8)",
        "Map(String)",
        "Map(String, UInt8, UInt8)",
        "Map('a', UInt8)",
        "Nullable(Map(String, UInt8))",
        "Nullable(LowCardinality(String))",
        "Nullable(Variant(String))",
        "Nullable(Ring)",
        "LowCardinality(Array(String))",
        "LowCardinality(LowCardinality(String))",
        "LowCardinality(Tuple(UInt8))",
        "LowCardinality(JSON)",
        "LowCardinality(Enum8('a' = 1))",
        "Dynamic(3)",
        "JSON(3)",
        "QBit(Float32)",
        "QBit(Float32, 0)",
        "QBit(UInt8, 3)",
        "QBit(Float32, 99999999)",
        "SimpleAggregateFunction(sum)",
        "Interval",
        "IntervalFortnight",
        "Object('json')",
        "Array(Future(3))",
        "\0",
        "UInt8\0"
      })
  void refusesMalformedNames(String name) {
    assertThatThrownBy(() -> ClickHouseType.parse("c", name))
        .isInstanceOf(UnsupportedTypeException.class)
        .hasMessageContaining("`c`");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "AggregateFunction(quantiles(0.5, 9e-1), Float64);SimpleAggregateFunction",
        "AggregateFunction(1, sum, UInt64);ENGINE = Null",
        "AggregateFunction(count);materialized view",
        "Array(AggregateFunction(sum, UInt64));(this is about AggregateFunction(sum, UInt64) in it)",
        "Nullable(Nothing);another type",
        "Nothing;leave it out",
        "Tuple(a UInt8, b Future);leave the column out"
      })
  void saysWhatToDoAboutTypesThatCannotBeWritten(String name, String advice) {
    TypeName type = TypeNameParser.parse("", name);
    assertThat(type.text()).isEqualTo(name);
    assertThatThrownBy(() -> ClickHouseType.parse("c", name))
        .isInstanceOfSatisfying(
            UnsupportedTypeException.class,
            e -> {
              assertThat(e.column()).isEqualTo("c");
              assertThat(e.typeName()).isEqualTo(name);
              assertThat(e).hasMessageContaining(advice);
            });
  }

  @Test
  void takesArgumentsApart() {
    TypeName type =
        TypeNameParser.parse("", "X('it\\'s\\n' = -3, `a``b`.c Y(1), -2.5, m = 4, 'z')");
    assertThat(type.word()).isEqualTo("X");
    assertThat(type.arguments())
        .extracting(TypeName.Argument::kind)
        .containsExactly(
            TypeName.Kind.MEMBER,
            TypeName.Kind.NAMED_TYPE,
            TypeName.Kind.NUMBER,
            TypeName.Kind.OPTION,
            TypeName.Kind.STRING);
    assertThat(type.arguments().get(0).label()).isEqualTo("it's\n");
    assertThat(type.arguments().get(0).value()).isEqualTo("-3");
    assertThat(type.arguments().get(1).label()).isEqualTo("a`b.c");
    assertThat(type.arguments().get(1).type().text()).isEqualTo("Y(1)");
    assertThat(type.arguments().get(2).value()).isEqualTo("-2.5");
    assertThat(type.arguments().get(3).label()).isEqualTo("m");
    assertThat(type.arguments().get(4).value()).isEqualTo("z");
  }

  @ParameterizedTest
  @ValueSource(ints = {101, 1000, 1_000_000})
  void refusesBottomlessNesting(int depth) {
    for (String open : new String[] {"Array(", "Tuple(a Tuple(", "X(1e1, Y("}) {
      assertThatThrownBy(() -> ClickHouseType.parse(open.repeat(depth)))
          .isInstanceOf(UnsupportedTypeException.class)
          .hasMessageContaining("nested more than");
    }
  }

  /** An Enum of every number is long and possible; the same at the bottom of a deep name is not. */
  @Test
  void boundsWhatALongNameDeepInsideCosts() {
    String labels =
        IntStream.range(-32_768, 32_768)
            .mapToObj(number -> "'label " + number + "' = " + number)
            .collect(Collectors.joining(", "));
    String name = "Enum16(" + labels + ")";
    assertThat(name.length()).isGreaterThan(1 << 20);
    ClickHouseType possible = ClickHouseType.parse("Array(Nullable(" + name + "))");
    assertThat(possible.element().element().enumLabel(32_767)).contains("label 32767");
    int depth = TypeNameParser.MAX_DEPTH - 1;
    assertThatThrownBy(
            () -> ClickHouseType.parse("Array(".repeat(depth) + name + ")".repeat(depth)))
        .isInstanceOf(UnsupportedTypeException.class)
        .hasMessageContaining("too long for its depth")
        .satisfies(refusal -> assertThat(refusal.getMessage()).hasSizeLessThan(1_000));
    assertThatThrownBy(() -> ClickHouseType.parse("Nullable(Array(" + name + "))"))
        .isInstanceOf(UnsupportedTypeException.class)
        .satisfies(refusal -> assertThat(refusal.getMessage()).hasSizeLessThan(2_000));
  }

  @Test
  void readsNestingUpToTheLimit() {
    int depth = TypeNameParser.MAX_DEPTH - 1;
    ClickHouseType type =
        ClickHouseType.parse("Array(".repeat(depth) + "UInt8" + ")".repeat(depth));
    for (int i = 0; i < depth; i++) {
      type = type.element();
    }
    assertThat(type.family()).isEqualTo(TypeFamily.UINT8);
  }

  @Test
  void parsesOrRefusesEveryTypeTheServerNames() throws IOException {
    Set<String> supported = new TreeSet<>();
    Set<String> names = goldenTypeNames();
    for (String name : names) {
      // The grammar reads all of them, whether or not the family can be written.
      assertThat(TypeNameParser.parse("", name).text()).isEqualTo(name);
      Throwable thrown = catchThrowable(() -> ClickHouseType.parse(name));
      if (thrown == null) {
        assertThat(ClickHouseType.parse(name).name()).isEqualTo(name);
        supported.add(name);
      } else {
        assertThat(thrown).isInstanceOf(UnsupportedTypeException.class);
      }
    }
    assertThat(names).hasSize(184);
    assertThat(supported).hasSize(178);
    names.removeAll(supported);
    assertThat(names)
        .containsExactlyInAnyOrder(
            "AggregateFunction(avg, UInt8)",
            "AggregateFunction(count)",
            "AggregateFunction(sum, UInt64)",
            "AggregateFunction(uniqExact, UInt8)",
            "Array(Nothing)",
            "Nullable(Nothing)");
  }

  /** Damaged names end in a type or a refusal, never in anything else, and soon. */
  @Test
  void survivesDamagedNames() throws IOException {
    long seed = System.nanoTime();
    System.out.println("ClickHouseTypeTest seed " + seed);
    Random random = new Random(seed);
    List<String> names = List.copyOf(goldenTypeNames());
    int accepted = 0;
    for (int i = 0; i < MUTATIONS; i++) {
      String damaged = damage(names.get(random.nextInt(names.size())), names, random);
      Throwable thrown =
          catchThrowable(() -> assertThat(ClickHouseType.parse(damaged).name()).isEqualTo(damaged));
      if (thrown == null) {
        accepted++;
      } else {
        assertThat(thrown)
            .as("%s, seed %d", damaged, seed)
            .isInstanceOf(UnsupportedTypeException.class);
      }
    }
    assertThat(accepted).as("seed %d", seed).isBetween(1, MUTATIONS / 2);
  }

  /** Cuts, noise, a piece moved or doubled, another name put in, brackets around. */
  private static String damage(String name, List<String> names, Random random) {
    StringBuilder text = new StringBuilder(name);
    for (int i = random.nextInt(3); i >= 0 && text.length() > 0; i--) {
      int from = random.nextInt(text.length());
      int to = from + random.nextInt(text.length() - from + 1);
      switch (random.nextInt(7)) {
        case 0 -> text.setLength(from);
        case 1 -> text.setCharAt(from, NOISE.charAt(random.nextInt(NOISE.length())));
        case 2 -> text.insert(from, NOISE.charAt(random.nextInt(NOISE.length())));
        case 3 -> text.delete(from, to);
        case 4 -> text.insert(to, text.substring(from, to));
        case 5 -> text.insert(from, names.get(random.nextInt(names.size())));
        default -> text.insert(0, WRAPPERS[random.nextInt(WRAPPERS.length)]).append(')');
      }
    }
    return text.toString();
  }

  private static Set<String> goldenTypeNames() throws IOException {
    Set<String> names = new TreeSet<>();
    ObjectMapper json = new ObjectMapper();
    try (InputStream in = ClickHouseTypeTest.class.getResourceAsStream("/golden/native.jsonl")) {
      assertThat(in).as("golden/native.jsonl").isNotNull();
      for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
        names.add(json.readTree(line).get("type").asText());
      }
    }
    names.remove("multi");
    return names;
  }
}
