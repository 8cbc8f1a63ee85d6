// SPDX-License-Identifier: Apache-2.0
package io.blockhouse.connect.convert;

import io.blockhouse.wire.block.VariantColumn;
import io.blockhouse.wire.type.ClickHouseType;
import io.blockhouse.wire.type.TypeFamily;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Struct;

/**
 * Geometry: objects of GeoJSON by their type; lists by their depth, as Point, LineString, Polygon
 * or MultiPolygon. Null is NULL.
 */
final class GeometryAppender extends ValueAppender {
  private final VariantColumn column;
  private final List<ClickHouseType> members;
  private final ValueAppender[] appenders;

  /** One appender per member. */
  GeometryAppender(VariantColumn column, ValueAppender[] appenders) {
    this.column = column;
    this.members = column.type().members();
    this.appenders = appenders;
  }

  @Override
  void append(Object value) {
    if (value instanceof Struct struct && DebeziumGeometry.is(struct)) {
      appendPlain(DebeziumGeometry.geoJson(struct));
    } else {
      appendPlain(value);
    }
  }

  private void appendPlain(Object value) {
    TypeFamily family = null;
    if (value instanceof List<?>) {
      family = GeoJson.ofDepth(depth(value));
    } else if (value instanceof Map<?, ?> map) {
      family = familyOf(map.get(GeoJson.TYPE));
    } else if (value instanceof Struct struct) {
      family = familyOf(GeoAppender.member(struct, GeoJson.TYPE));
    }
    for (int i = 0; i < appenders.length; i++) {
      if (members.get(i).family() == family) {
        column.mark(i);
        appenders[i].append(value);
        return;
      }
    }
    throw new Rejection(
        column.type().name(),
        "it is neither a GeoJSON geometry nor lists of coordinates",
        "Send nested arrays of coordinates, or a GeoJSON geometry.");
  }

  private TypeFamily familyOf(Object name) {
    for (ClickHouseType member : members) {
      // A ring alone is a line: that member is before it.
      if (GeoJson.takes(member.family(), name)) {
        return member.family();
      }
    }
    return null;
  }

  private static int depth(Object value) {
    int depth = 0;
    Object inner = value;
    while (inner instanceof List<?> list) {
      depth++;
      inner = list.isEmpty() ? null : list.get(0);
    }
    return depth;
  }

  @Override
  void appendNull() {
    column.appendNull();
  }
}
