// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.wire.type.ClickHouseType;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;

/** The geo types: nested lists of coordinates, alone or as the coordinates of a GeoJSON object. */
final class GeoAppender extends ValueAppender {
  private final ClickHouseType type;
  private final ValueAppender lists;

  /** Takes the coordinates of objects. */
  private final ValueAppender coordinates;

  /** Both append to the same column; the second for coordinates of objects. */
  GeoAppender(ClickHouseType type, ValueAppender lists, ValueAppender coordinates) {
    this.type = type;
    this.lists = lists;
    this.coordinates = coordinates;
  }

  @Override
  void append(Object value) {
    if (value instanceof List<?>) {
      lists.append(value);
    } else if (value instanceof Map<?, ?> map) {
      appendObject(map.get(GeoJson.TYPE), map.get(GeoJson.COORDINATES));
    } else if (value instanceof Struct struct && DebeziumGeometry.is(struct)) {
      Map<String, Object> geometry = DebeziumGeometry.geoJson(struct);
      if (geometry == null) {
        throw reject("its WKB is not that of a geometry with a geo type");
      }
      append(geometry);
    } else if (value instanceof Struct struct) {
      appendObject(member(struct, GeoJson.TYPE), member(struct, GeoJson.COORDINATES));
    } else {
      throw reject("only lists and objects of GeoJSON become " + type.name());
    }
  }

  /** Null when there is none, or it is null. */
  static Object member(Struct struct, String name) {
    Field field = struct.schema().field(name);
    return field == null ? null : StructFields.value(struct, field);
  }

  private void appendObject(Object name, Object lists) {
    if (!GeoJson.takes(type.family(), name)) {
      throw reject(
          "the object is not one of GeoJSON with the type " + GeoJson.nameOf(type.family()));
    }
    if (!(lists instanceof List<?>)) {
      throw reject("the GeoJSON object has no list of coordinates");
    }
    try {
      coordinates.append(lists);
    } catch (Rejection e) {
      throw e.from(SourceKind.describe(lists, null)).inField(GeoJson.COORDINATES);
    }
  }

  private Rejection reject(String reason) {
    return new Rejection(
        type.name(), reason, "Send nested arrays of coordinates, or a GeoJSON geometry.");
  }

  @Override
  void appendNull() {
    lists.appendNull();
  }
}
