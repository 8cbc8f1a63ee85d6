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
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClickHouseTypeTest {
  private static final String NOISE = "()',`\"=\\ a0-.\0é";

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
    "Array(Int8), ARRAY, 0"
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
        "\0",
        "UInt8\0"
      })
  void refusesMalformedNames(String name) {
    assertThatThrownBy(() -> ClickHouseType.parse("c", name))
        .isInstanceOf(UnsupportedTypeException.class)
        .hasMessageContaining("`c`");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Int128",
        "Decimal(38, 10)",
        "Enum8('it\\'s' = -1, 'a''b' = 2, '(,)' = 3)",
        "Map(String, Array(UInt8))",
        "Tuple(a UInt8, `b c` Nullable(String), \"d\" Tuple(UInt8, UInt8))",
        "Nested(a UInt8, b Nested(c String))",
        "LowCardinality(Nullable(String))",
        "JSON(a.b UInt32, `c.d` String, max_dynamic_paths=16, SKIP x.y, SKIP REGEXP '^z')",
        "Dynamic(max_types=2)",
        "AggregateFunction(quantiles(0.5, 9e-1), Float64)",
        "AggregateFunction(1, sum, UInt64)",
        "SimpleAggregateFunction(max, Nullable(Int32))",
        "Array(Decimal(9, 2))",
        "Tuple()"
      })
  void readsTheWholeGrammarButRefusesOtherFamilies(String name) {
    TypeName type = TypeNameParser.parse("", name);
    assertThat(type.text()).isEqualTo(name);
    assertThatThrownBy(() -> ClickHouseType.parse("c", name))
        .isInstanceOfSatisfying(
            UnsupportedTypeException.class,
            e -> {
              assertThat(e.column()).isEqualTo("c");
              assertThat(e.typeName()).isEqualTo(name);
              assertThat(e).hasMessageContaining("leave the column out");
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
    assertThat(supported)
        .hasSize(51)
        .contains("Array(Array(Array(Nullable(String))))", "DateTime64(3, 'Europe/Amsterdam')");
  }

  /** Names cut and damaged at random end in a type or a refusal, never in anything else. */
  @Test
  void survivesDamagedNames() throws IOException {
    long seed = System.nanoTime();
    System.out.println("ClickHouseTypeTest seed " + seed);
    Random random = new Random(seed);
    for (String name : goldenTypeNames()) {
      for (int i = 0; i < 100; i++) {
        StringBuilder damaged = new StringBuilder(name);
        damaged.setLength(1 + random.nextInt(name.length()));
        damaged.setCharAt(
            random.nextInt(damaged.length()), NOISE.charAt(random.nextInt(NOISE.length())));
        Throwable thrown = catchThrowable(() -> ClickHouseType.parse(damaged.toString()));
        if (thrown != null) {
          assertThat(thrown)
              .as("%s, seed %d", damaged, seed)
              .isInstanceOf(UnsupportedTypeException.class);
        }
      }
    }
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
