// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import java.util.List;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GeoConversionTest {
  private static final Schema DEBEZIUM =
      SchemaBuilder.struct()
          .name("io.debezium.data.geometry.Geometry")
          .field("wkb", Schema.BYTES_SCHEMA)
          .field("srid", Schema.OPTIONAL_INT32_SCHEMA)
          .build();

  private static final String LINE = "[[1,2],[3,4]]";

  private static String json(String value) {
    return "{\"v\":" + value.replace('\'', '"').replace("LINE", LINE) + "}";
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "Point | [1,2] | (1.0, 2.0)",
        "Point | {'type':'Point','coordinates':[1,2]} | (1.0, 2.0)",
        "Ring | LINE | [(1.0, 2.0), (3.0, 4.0)]",
        "LineString | {'coordinates':LINE,'type':'LineString'} | [(1.0, 2.0), (3.0, 4.0)]",
        "MultiLineString | [LINE] | [[(1.0, 2.0), (3.0, 4.0)]]",
        "Polygon | {'type':'Polygon','coordinates':[LINE],'bbox':[1]} |"
            + " [[(1.0, 2.0), (3.0, 4.0)]]",
        "MultiPolygon | [[LINE]] | [[[(1.0, 2.0), (3.0, 4.0)]]]",
        "Ring | [] | []",
        "Polygon | null | []",
        "Array(Point) | [[1,2]] | [(1.0, 2.0)]",
        "Geometry | [1,2] | Point:(1.0, 2.0)",
        "Geometry | LINE | LineString:[(1.0, 2.0), (3.0, 4.0)]",
        "Geometry | [LINE] | Polygon:[[(1.0, 2.0), (3.0, 4.0)]]",
        "Geometry | [[LINE]] | MultiPolygon:[[[(1.0, 2.0), (3.0, 4.0)]]]",
        "Geometry | {'type':'MultiLineString','coordinates':[LINE]} |"
            + " MultiLineString:[[(1.0, 2.0), (3.0, 4.0)]]",
        "Geometry | null | null"
      })
  void takesListsAndGeoJson(String type, String value, String expected) {
    String wanted = "null".equals(expected) ? null : expected;
    assertThat(TestTable.json("v " + type).row(json(value))).containsExactly(wanted);
    assertThat(TestTable.of("v " + type).row(JsonValues.read(json(value)))).containsExactly(wanted);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "Point | [1] | path `v[1]`",
        "Point | [1,2,3] | longer than the tuple's 2",
        "Point | [1,'x'] | path `v[1]`",
        "Point | null | it is null",
        "Point | 'POINT(1 2)' | only lists and objects of GeoJSON",
        "Point | {'type':'LineString','coordinates':LINE} | with the type Point",
        "Point | {'type':'Point'} | has no list of coordinates",
        "Polygon | {'type':'Polygon','coordinates':[[[1,2],[3]]]} | path"
            + " `v.coordinates[0][1][1]`",
        "Geometry | {'type':'GeometryCollection','geometries':[]} | neither a GeoJSON geometry",
        "Geometry | [] | path `v[0]`",
        "Geometry | [[[[[1]]]]] | neither a GeoJSON geometry",
        "Geometry | 5 | neither a GeoJSON geometry"
      })
  void refusesOtherShapes(String type, String value, String reason) {
    assertThat(TestTable.json("v " + type).refusal(json(value))).contains(reason);
    assertThat(TestTable.of("v " + type).refusal(JsonValues.read(json(value)))).contains(reason);
  }

  @Test
  void takesStructsOfGeoJson() {
    Schema coordinates = SchemaBuilder.array(Schema.FLOAT32_SCHEMA).build();
    Schema point =
        SchemaBuilder.struct()
            .field("type", Schema.STRING_SCHEMA)
            .field("coordinates", coordinates)
            .build();
    Struct struct = new Struct(point).put("type", "Point").put("coordinates", List.of(1.5f, 2f));
    for (String type : List.of("Point", "Geometry", "Variant(Point, JSON)")) {
      assertThat(TestTable.of("v " + type).row(TestTable.struct(point, struct)).get(0))
          .endsWith("(1.5, 2.0)");
    }
  }

  /** As PostGIS and MySQL write them; the last are EWKB with an SRID, and big endian. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Point | 0101000000 X Y | (1.0, 2.0)",
        "Geometry | 0101000000 X Y | Point:(1.0, 2.0)",
        "LineString | 010200000002000000 X Y Y X | [(1.0, 2.0), (2.0, 1.0)]",
        "Ring | 010200000001000000 X Y | [(1.0, 2.0)]",
        "Polygon | 01030000000100000002000000 X Y Y X | [[(1.0, 2.0), (2.0, 1.0)]]",
        "MultiLineString | 010500000001000000 010200000001000000 X Y | [[(1.0, 2.0)]]",
        "MultiPolygon | 010600000001000000 01030000000100000001000000 X Y | [[[(1.0, 2.0)]]]",
        "Geometry | 010600000001000000 01030000000100000001000000 X Y |"
            + " MultiPolygon:[[[(1.0, 2.0)]]]",
        "Point | 0101000020E6100000 X Y | (1.0, 2.0)",
        "Point | 00000000013FF00000000000004000000000000000 | (1.0, 2.0)"
      })
  void takesDebeziumsGeometries(String type, String hex, String expected) {
    assertThat(TestTable.of("v " + type).row(TestTable.struct(DEBEZIUM, debezium(hex))))
        .containsExactly(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Point | 010200000001000000 X Y | with the type Point",
        "Point | 01010000A0E6100000 X Y X | longer than the tuple's 2",
        "Point | 01E9030000 X Y X | longer than the tuple's 2",
        "Point | 0101000000 X | its WKB is not",
        "Point | 0101000000 X Y 00 | its WKB is not",
        "Point | '' | its WKB is not",
        "LineString | 0102000000FFFFFFFF X Y | its WKB is not",
        "MultiPolygon | 010600000001000000 0101000000 X Y | its WKB is not",
        "Point | 010400000001000000 0101000000 X Y | its WKB is not",
        "Geometry | 010700000000000000 | neither a GeoJSON geometry"
      })
  void refusesOtherGeometriesOfDebezium(String type, String hex, String reason) {
    assertThat(TestTable.of("v " + type).refusal(TestTable.struct(DEBEZIUM, debezium(hex))))
        .contains(reason);
  }

  private static Struct debezium(String hex) {
    String bytes =
        hex.replace(" ", "").replace("X", "000000000000F03F").replace("Y", "0000000000000040");
    return new Struct(DEBEZIUM).put("wkb", HexFormat.of().parseHex(bytes)).put("srid", 4326);
  }
}
