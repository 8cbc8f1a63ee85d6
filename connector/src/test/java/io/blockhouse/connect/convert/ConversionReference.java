// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.connect.error.ConversionException;
import io.blockhouse.wire.block.Block;
import io.blockhouse.wire.error.UnsupportedTypeException;
import io.blockhouse.wire.type.TypeFamily;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Time;
import org.apache.kafka.connect.data.Timestamp;

/**
 * Writes the conversion table by asking the conversions: each cell is what became of some values of
 * the kind. A type family that is registered appears by itself; one with arguments needs an example
 * in {@link #EXAMPLES}.
 */
public final class ConversionReference {
  private static final String HEAD =
      """
      # What becomes of record values

      The tables are written by `ConversionReference`, which asks the connector's own conversions; do not edit. To
      write it anew: `mvn -pl connector -am test -Dtest=ConversionReferenceTest
      -Dsurefire.failIfNoSpecifiedTests=false -Dconversion.reference.write=true`.

      A value lands equal to what was sent, or the record is refused with the column, the path, both types and the
      reason, never the value. A refused record costs itself only: it goes to the dead letter queue, or stops the task
      where there is none.

      ## Kinds of records

      The same data becomes the same row whichever way it comes.

      | record value | taken as |
      |---|---|
      | Struct (Avro, Protobuf, JSON with schema) | fields by name; the schema's logical types of Connect and Debezium count |
      | Map (JSON without schema) | entries by name |
      | text or bytes, `value.format=json` | one JSON object, members by name |
      | text or bytes, `value.format=csv` or `tsv` | one line, fields by position (below) |
      | text or bytes, `value.format=raw` | the whole value into one column, untouched (`value.column`) |
      | number, boolean, time, list | the whole value into one column (`value.column`) |
      | null | a tombstone (`tombstones`) |

      Topic, partition, offset, timestamp, key and headers go to the columns that `kafka.columns.*` name; such a
      column wins over a field of its name. A missing key or timestamp is like an absent field.

      JSON text has rules of its own, because it can say more than a Map can hold:

      - Every digit counts. `12.00` is an integer, `18446744073709551615` fits UInt64, and a number becomes a double only
        in a Float column. A number or an object in a String column is the text as it was sent, without blanks.
      - An object with two members of one name is refused and the name told, at any depth: only one of the two could be
        stored. Within an object that becomes text in a String column nothing is lost, so nothing is refused.
      - Malformed text is refused with the position of the byte, and so is anything behind the object, nesting beyond
        1,000 levels and a number of more than 1,000 digits.

      A line of text has one field for each column, in the order of the table, as in an INSERT in ClickHouse's CSV or
      TabSeparated that lists no columns. Columns that are MATERIALIZED, ALIAS or EPHEMERAL or that `kafka.columns.*` or
      `delete.*` fill have none. Fields are text, converted as text is:

      - CSV: commas between fields, double quotes around those that need them and two for one within. Blanks around a
        field do not count, a line break within quotes does. TabSeparated: tabs, and ClickHouse's escapes.
      - `\\N` without quotes is null. In CSV an empty field without quotes is as one that is absent, `""` is empty text; in
        TabSeparated an empty field is empty text.
      - Lists, tuples, maps and geo types within a field: JSON, or as ClickHouse writes them (`['a',NULL]`, `(1,'a')`,
        `{'a':1}`). A tuple is one field.
      - One record is one row. Too many or too few fields, a quote that is not closed and bytes that are not UTF-8 are
        refused.

      ## Absent, null and DEFAULT

      | column | field absent | field null |
      |---|---|---|
      | with DEFAULT, or EPHEMERAL | the expression | NULL if Nullable, else the expression |
      | Nullable | NULL | NULL |
      | Array, Map, Nested, and geo types that are lists | empty | empty |
      | Variant, Dynamic, Geometry | NULL | NULL |
      | any other | the type's zero or empty value | refused, or that value with `null.as.default=true` |
      | MATERIALIZED, ALIAS | never written | never written |

      ## Rules of the types

      - Integers of any width go into any column whose range holds them; so do fractions that are whole, booleans (1
        and 0) and text of digits. Out of range is refused, never wrapped.
      - Float columns take an integer only if they hold it exactly; fractions become the nearest value.
      - Dates and times keep the instant. Digits finer than the column's are cut towards the past. Text is ISO-8601, with
        `T` or a blank, any fraction to nanoseconds, and a zone, an offset, or else the column's zone.
      - Numbers without a logical type count days (Date), seconds (DateTime) or the column's ticks (DateTime64), or what
        `timestamp.unit` says for all of them.
      - String columns take text and bytes as they are, dates and times as ISO-8601, objects and arrays as compact JSON.
      - Decimals are exact or refused. A double or float stands for its shortest decimal form: 0.1 is a tenth.
      - BFloat16 is the upper half of the nearest Float32: the rest is cut, as the server does.
      - Time and Time64 take logical times and `hh:mm:ss` with a fraction, up to 999:59:59; a number counts the column's
        ticks. Interval types take whole numbers of their unit.
      - Debezium's MicroDuration and NanoDuration keep their length in Time, Time64 and the Interval types up to hours, where
        it must be a whole number of the unit. They are no dates, and just numbers elsewhere.
      - IPv4 and IPv6 take the usual texts, and 4 or 16 bytes in network order. An IPv4 address in an IPv6 column is the
        mapped one, `::ffff:a.b.c.d`.
      - Enums take an exact label or a declared number.
      - Nullable(T), LowCardinality(T) and SimpleAggregateFunction(f, T) take what T takes.

      ## Objects and lists

      They are converted to any depth; a refusal names the path, such as `items[3].price`. A union (Avro, Protobuf
      oneof, JSON Schema oneOf) is the value of its branch.

      - Tuple: an object's members by the elements' names, in any order; a list by position. An element that is not there
        is as one that is null. Members that the tuple has not are treated as unknown fields are (`unknown.fields`).
      - Map: any object; its keys by the rules of the key's type. Keys that become the same key there, such as `1` and `01`
        as numbers, are refused.
      - Nested: a list of objects. Where the table has it flattened into columns `n.a`, `n.b`, the field `n` is the list
        of objects; fields `n.a`, `n.b` are lists of their own, which must have one length. A column of them that a record
        leaves out gets as many defaults.
      - JSON: an object, or text that is one. What the server would refuse is refused here: a path twice (`a.b` and `b` in
        `a` are one), integers beyond Int64 and UInt64, other numbers beyond Float64.
      - QBit: a list of exactly as many numbers as its dimension.
      - Point, Ring, LineString, MultiLineString, Polygon, MultiPolygon: nested lists of coordinates, or a GeoJSON geometry
        of that type (LineString for Ring). Geometry: GeoJSON by its type; lists by their depth, as Point, LineString,
        Polygon or MultiPolygon. Debezium's Point, Geometry and Geography by their WKB, in two dimensions; the SRID is
        not stored.

      Variant: a union's branch that is named exactly like a member goes there. Any other value goes to the member that
      fits best:

      | value | members, the best first |
      |---|---|
      | integer | its own width, wider ones, UInt64 and wider, narrower ones, Decimal, Float64, Float32 |
      | floating | its own width, Float64, Decimal, Float32, BFloat16, integers |
      | decimal | Decimal, integers, floats |
      | boolean | Bool, integers |
      | text | String, FixedString, Enum, UUID, IPv4, IPv6, DateTime64, DateTime, Date32, Date, Time64, Time, numbers |
      | bytes | String, FixedString, UUID, IPv6, IPv4 |
      | date | Date32, Date, DateTime64, DateTime |
      | instant | DateTime64, DateTime |
      | time of day | Time64, Time |
      | list | the Array (or Tuple, QBit, geo type) whose elements fit best by this table, then text |
      | object | the Tuple or Map whose parts fit best, then JSON, then text |

      After those, text and then any other member that takes the value. A number without schema counts as Int64 or
      Float64. Of several members of one family the one that keeps most digits comes first; one that cannot hold the value
      is passed over.

      Dynamic: Bool, Int64 (UInt64 and wider only where the number needs it), Float64, Decimal(38, s) or Decimal(76, s),
      String for text and bytes, Date32, DateTime64 and Time64 of the source's precision in UTC, JSON for objects,
      Array(Nullable(T)) for lists whose elements have one type, Array(Dynamic) for others. What a text looks like never
      counts.

      ## Source kind and column type

      *yes*: every value of the kind, the extremes included. *if it fits*: values that are in range, exact and of the right
      form; others are refused. *no*: refused.
      """;

  /** Types that take arguments, by the name of their family; others are named like it. */
  private static final Map<String, String> EXAMPLES = new LinkedHashMap<>();

  static {
    EXAMPLES.put("FIXED_STRING", "FixedString(16)");
    EXAMPLES.put("DATETIME", "DateTime");
    EXAMPLES.put("DATETIME64", "DateTime64(6)");
    EXAMPLES.put("TIME64", "Time64(6)");
    EXAMPLES.put("UUID", "UUID");
    EXAMPLES.put("IPV4", "IPv4");
    EXAMPLES.put("IPV6", "IPv6");
    EXAMPLES.put("BFLOAT16", "BFloat16");
    EXAMPLES.put("DECIMAL", "Decimal(18, 4)");
    EXAMPLES.put("INTERVAL", "IntervalSecond");
    EXAMPLES.put("ENUM8", "Enum8('x' = 1)");
    EXAMPLES.put("ENUM16", "Enum16('x' = 1)");
    EXAMPLES.put("NULLABLE", "Nullable(Int32)");
    EXAMPLES.put("ARRAY", "Array(Int32)");
    EXAMPLES.put("MAP", "Map(String, Int32)");
    EXAMPLES.put("TUPLE", "Tuple(x Int32)");
    EXAMPLES.put("NESTED", "Nested(x Int32)");
    EXAMPLES.put("LOW_CARDINALITY", "LowCardinality(String)");
    EXAMPLES.put("VARIANT", "Variant(Int64, String)");
    EXAMPLES.put("JSON", "JSON");
    EXAMPLES.put("QBIT", "QBit(Float32, 2)");
    EXAMPLES.put("SIMPLE_AGGREGATE_FUNCTION", "SimpleAggregateFunction(sum, Int64)");
  }

  private static final Schema POINT =
      SchemaBuilder.struct().field("x", Schema.INT32_SCHEMA).build();

  /** Some values of one kind. */
  private record Kind(String name, Schema schema, List<?> values) {}

  private static final List<Kind> KINDS =
      List.of(
          new Kind(
              "integer", Schema.INT64_SCHEMA, List.of(0L, 1L, -1L, Long.MIN_VALUE, Long.MAX_VALUE)),
          new Kind("floating", Schema.FLOAT64_SCHEMA, List.of(1.0, 2.5, 1e300, Double.NaN)),
          new Kind(
              "decimal",
              Decimal.schema(2),
              List.of(
                  new BigDecimal("1.00"),
                  new BigDecimal("-70000.25"),
                  new BigDecimal("1E+400").setScale(2))),
          new Kind("boolean", Schema.BOOLEAN_SCHEMA, List.of(true, false)),
          new Kind(
              "text",
              Schema.STRING_SCHEMA,
              List.of(
                  "1",
                  "x",
                  "2024-04-02",
                  "2024-04-02T03:59:00.123Z",
                  "03:59:00",
                  "127.0.0.1",
                  "2001:db8::1",
                  "00112233-4455-6677-8899-aabbccddeeff",
                  "{\"x\":1}")),
          new Kind(
              "bytes", Schema.BYTES_SCHEMA, List.of(new byte[16], new byte[4], new byte[1_000])),
          new Kind(
              "date",
              org.apache.kafka.connect.data.Date.SCHEMA,
              List.of(
                  new Date(0),
                  new Date(19_723 * 86_400_000L),
                  new Date(-1_000_000 * 86_400_000L),
                  new Date(1_000_000 * 86_400_000L))),
          new Kind("time of day", Time.SCHEMA, List.of(new Date(0), new Date(14_340_123))),
          new Kind(
              "instant",
              Timestamp.SCHEMA,
              List.of(new Date(1_000), new Date(1_700_000_000_123L), new Date(-1L << 50))),
          new Kind(
              "list",
              SchemaBuilder.array(Schema.INT32_SCHEMA).build(),
              List.of(List.of(), List.of(1, 2), List.of(Integer.MIN_VALUE, Integer.MAX_VALUE))),
          new Kind(
              "object",
              POINT,
              List.of(new Struct(POINT).put("x", 1), new Struct(POINT).put("x", 1_000_000_000))));

  private ConversionReference() {}

  /** Writes the page to the file that is the only argument. */
  public static void main(String[] args) throws IOException {
    Files.writeString(Path.of(args[0]), markdown());
  }

  static String markdown() {
    StringBuilder page = new StringBuilder(HEAD);
    page.append("\n| column type |");
    KINDS.forEach(kind -> page.append(' ').append(kind.name).append(" |"));
    page.append("\n|---|").append("---|".repeat(KINDS.size())).append('\n');
    for (String type : types()) {
      page.append("| `").append(type).append("` |");
      for (Kind kind : KINDS) {
        page.append(' ').append(cell(type, kind)).append(" |");
      }
      page.append('\n');
    }
    return page.toString();
  }

  /** An example of each family that can be written, in the order of the families. */
  static List<String> types() {
    List<String> types = new ArrayList<>();
    for (TypeFamily family : TypeFamily.values()) {
      if (family == TypeFamily.NULLABLE) {
        continue; // takes what its element takes
      }
      String type = exampleOf(family);
      try {
        probe(TestTable.of("v " + type), TestTable.struct(Schema.INT64_SCHEMA, 1L));
        types.add(type);
      } catch (UnsupportedTypeException e) {
        // No conversion is registered for it.
      }
    }
    return types;
  }

  static String exampleOf(TypeFamily family) {
    return EXAMPLES.getOrDefault(family.name(), derivedName(family));
  }

  /** INT64 is Int64, UINT8 is UInt8, LINE_STRING is LineString. */
  private static String derivedName(TypeFamily family) {
    StringBuilder name = new StringBuilder();
    for (String word : family.name().split("_")) {
      int capitals = word.startsWith("UINT") ? 2 : 1;
      name.append(word, 0, capitals).append(word.substring(capitals).toLowerCase(Locale.ROOT));
    }
    return name.toString();
  }

  private static String cell(String type, Kind kind) {
    TestTable table = TestTable.of("v " + type);
    long taken =
        kind.values.stream()
            .filter(value -> probe(table, TestTable.struct(kind.schema, value)))
            .count();
    return taken == 0 ? "no" : taken == kind.values.size() ? "yes" : "if it fits";
  }

  private static boolean probe(TestTable table, Struct struct) {
    RowSource record = TestTable.record(struct);
    ColumnGroup group = table.conversion.groupOf(record);
    Block block = new Block(table.conversion.columnsOf(group));
    try {
      table.conversion.rowAppender(group, block).append(record);
      block.endRow();
      block.seal();
      return true;
    } catch (ConversionException e) {
      return false;
    }
  }
}
