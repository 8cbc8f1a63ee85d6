// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GeoConversionTest {
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
}
